// Never claims and formulas as automata of the Program.
#include <algorithm>
#include <gtest/gtest.h>

#include "engine/ir/text.h"
#include "engine/ir/verifier.h"
#include "frontends/promela/process_slots.h"
#include "frontends/promela/translate.h"

namespace px::promela {
namespace {

// The Program of a model, verified, and the same after it was written and read back.
ir::Program lowered(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", text);
  const auto translation = translate(file, {}, sources);
  if (!translation) {
    for (const Diagnostic& d : translation.failure().diagnostics) ADD_FAILURE() << render(d, sources);
    return {};
  }
  ProcessSlots slots;
  const std::vector<ProctypeId> initial = initial_processes((*translation)->model);
  for (uint32_t pid = 0; pid < initial.size(); ++pid) slots.add(pid, initial[pid]);
  Result<Lowered> lowered = lower_translation(**translation, slots);
  if (!lowered) {
    for (const Diagnostic& d : lowered.failure().diagnostics) ADD_FAILURE() << render(d, sources);
    return {};
  }
  for (const Diagnostic& d : ir::verify(lowered->program)) ADD_FAILURE() << render(d, sources);
  const std::string written = ir::write_program(lowered->program, sources);
  SourceMap again;
  const FileId px = again.add("m.px", written);
  const Result<ir::Program> read = ir::read_program(again, px);
  if (!read) {
    for (const Diagnostic& d : read.failure().diagnostics) ADD_FAILURE() << render(d, again);
    return {};
  }
  EXPECT_EQ(ir::write_program(*read, again), written);
  return std::move(lowered->program);
}

size_t accepting_states(const ir::Automaton& automaton) {
  return static_cast<size_t>(std::count(automaton.accepting.begin(), automaton.accepting.end(), true));
}

TEST(Claims, AFormulaBecomesTheAutomatonOfItsNegation) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od }\n"
      "ltl bounded { [] (x < 3) }\n"
      "ltl answered { [] ((x == 1) -> <> (x == 0)) }\n"
      "ltl { <> Q@there || true }\n"
      "active proctype Q() { there: skip }\n");
  ASSERT_EQ(program.automata.size(), 3u);
  EXPECT_EQ(program.automata[0].name, "bounded");
  EXPECT_EQ(program.automata[0].states.size(), 2u);  // <> ! (x < 3)
  EXPECT_EQ(accepting_states(program.automata[0]), 1u);
  EXPECT_EQ(program.automata[1].states.size(), 2u);
  EXPECT_TRUE(program.automata[2].edges.empty());  // the negation of true holds of nothing
}

TEST(Claims, ANeverClaimIsAnAutomatonAlready) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { progress: do :: x < 3 -> x++ :: x = 0 od }\n"
      "never wrong { do :: x == 2 -> break :: np_ -> goto accept_here :: else od; assert(x == 2);\n"
      "accept_here: do :: !np_ od }\n");
  ASSERT_EQ(program.automata.size(), 1u);
  const ir::Automaton& claim = program.automata[0];
  EXPECT_EQ(claim.name, "wrong");
  EXPECT_EQ(accepting_states(claim), 2u);  // accept_here and the violation
  EXPECT_EQ(claim.states.back(), "violated");
  const auto violations = std::count_if(claim.edges.begin(), claim.edges.end(), [&](const ir::Automaton::Edge& edge) {
    return edge.to + 1 == claim.states.size() && edge.from != edge.to;
  });
  EXPECT_EQ(violations, 1);  // the assertion fails; the end cannot be reached
}

// Counts to three, then waits for x to be what it was then.
TEST(Claims, VariablesOfAClaimAreStatesOfItsAutomaton) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od }\n"
      "never { byte n; do :: n < 3 -> n++ :: n == 3 -> printf(\"three\"); break od; do :: x == n -> break :: else od "
      "}\n");
  ASSERT_EQ(program.automata.size(), 1u);
  const ir::Automaton& claim = program.automata[0];
  // n = 0, 1, 2, 3 at the first loop, 3 at the second one, and the violation.
  EXPECT_EQ(claim.states.size(), 6u);
  EXPECT_EQ(accepting_states(claim), 1u);
}

TEST(Claims, AValueOfTheModelIsOneEdgePerValue) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od }\n"
      "never { bit b; b = x; accept: do :: b == 1 && x == 0 od }\n");
  ASSERT_EQ(program.automata.size(), 1u);
  const ir::Automaton& claim = program.automata[0];
  EXPECT_EQ(std::count_if(claim.edges.begin(), claim.edges.end(), [](const auto& edge) { return edge.from == 0; }), 2);
}

TEST(Claims, WhatIsNotAboutTheStateIsLeftOut) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { x = 1 }\n"
      "never { byte a[2]; do :: a[x] == 2 :: x == 1 -> break od }\n");
  EXPECT_TRUE(program.automata.empty());
}

TEST(Claims, UnknownNamesHaveAPlace) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "byte x; active proctype P() { x = 1 }\nltl f { [] (y == 1) }\n");
  const auto translation = translate(file, {}, sources);
  ASSERT_FALSE(translation.ok());
  const Diagnostic& first = translation.failure().diagnostics.front();
  EXPECT_EQ(first.kind, DiagnosticKind::UnknownName);
  EXPECT_EQ(first.span.line, 2u);
}

}  // namespace
}  // namespace px::promela
