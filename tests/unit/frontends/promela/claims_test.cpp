// Never claims and formulas as automata of the Program.
#include <algorithm>
#include <gtest/gtest.h>

#include "engine/ir/text.h"
#include "engine/ir/verifier.h"
#include "frontends/promela/process_slots.h"
#include "frontends/promela/translate.h"

namespace px::promela {
namespace {

// The Program of a model, verified, and compared with itself after being written and read back.
ir::Program lowered(const std::string& text, std::vector<std::string>* warnings = nullptr) {
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
  if (warnings != nullptr) {
    for (const Diagnostic& d : lowered->warnings) warnings->push_back(d.message);
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
  EXPECT_TRUE(program.automata[2].edges.empty());  // the negation of true is never satisfied
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

// Counts to three, then waits until x equals its earlier value.
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

// The number of edges from one state to another.
size_t edges_between(const ir::Automaton& claim, uint32_t from, uint32_t to) {
  return static_cast<size_t>(std::count_if(claim.edges.begin(), claim.edges.end(),
                                           [&](const ir::Automaton::Edge& e) { return e.from == from && e.to == to; }));
}

TEST(Claims, ArraysOfAClaimAreStatesOfItsAutomatonToo) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { do :: x < 1 -> x++ :: x = 0 od }\n"
      "never { bit a[2]; do :: a[x] == 0 -> a[x] = 1 :: a[0] == 1 && a[1] == 1 -> break od }\n");
  ASSERT_EQ(program.automata.size(), 1u);
  const ir::Automaton& claim = program.automata[0];
  // The four values at the loop (the assignment is merged with the test before it), and the violation.
  EXPECT_EQ(claim.states.size(), 5u);
  EXPECT_EQ(claim.states[0].substr(claim.states[0].size() - 3), "0,0");
}

TEST(Claims, ADStepOfAClaimIsOneEdgePerWayThroughIt) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od }\n"
      "never { byte n; do :: d_step { x > 0; n = 0; do :: n < 2 -> n++ :: else -> break od;\n"
      "  if :: x == 1 -> n = 5 :: x < 3 -> n = 6 fi } od }\n");
  ASSERT_EQ(program.automata.size(), 1u);
  const ir::Automaton& claim = program.automata[0];
  // n = 0, 5, 6 at the loop, and the violation when x is 3: the d_step blocks in the middle.
  ASSERT_EQ(claim.states.size(), 4u);
  for (uint32_t from = 0; from < 3; ++from) EXPECT_EQ(edges_between(claim, from, 3), 1u);
  EXPECT_EQ(edges_between(claim, 0, 1) + edges_between(claim, 0, 2), 2u);
}

TEST(Claims, EscapesExcludeWhatComesAfterThem) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od }\n"
      "never { { accept: do :: x != 2 od } unless { x == 1; x == 2 } }\n");
  ASSERT_EQ(program.automata.size(), 1u);
  const ir::Automaton& claim = program.automata[0];
  ASSERT_EQ(claim.states.size(), 3u);
  EXPECT_EQ(edges_between(claim, 0, 1), 1u);
  EXPECT_EQ(edges_between(claim, 0, 0), 1u);
}

TEST(Claims, TheNumberOfTheClaimIsZero) {
  const ir::Program program = lowered(
      "byte x; active proctype P() { x = 1 }\n"
      "never { do :: _pid == 0 && x == 0 :: _pid == 1 -> break od }\n");
  ASSERT_EQ(program.automata.size(), 1u);
  EXPECT_EQ(program.automata[0].states.size(), 2u);
}

TEST(Claims, WhatCannotBeAnAutomatonIsLeftOutWithAReason) {
  const auto reason = [](const std::string& claim) {
    std::vector<std::string> warnings;
    const ir::Program program =
        lowered("byte x; chan q = [1] of { byte }; active proctype P() { x = 1 }\n" + claim, &warnings);
    EXPECT_TRUE(program.automata.empty()) << claim;
    return warnings.empty() ? "" : warnings.front();
  };
  const std::string none = "the never claim has no automaton: ";
  EXPECT_EQ(reason("never { x = 2 }"), none + "it changes the model");
  EXPECT_EQ(reason("never { q!1 }"), none + "it does more than observe and count");
  EXPECT_EQ(reason("never { timeout }"), none + "this cannot be decided from a state alone");
  EXPECT_EQ(reason("typedef T { byte b }; never { T t; t.b == x }"), none + "it has variables that are not numbers");
  EXPECT_EQ(reason("never { byte b; short s; do :: b++ :: s++ od }"),
            none +
                "with the values of its variables it would be too large (more than 2000 states, 20000 edges, or "
                "200 statements in a d_step)");
}

TEST(Locations, OfIncludedFilesNameTheFile) {
  const ir::Program program = lowered(
      "byte x;\n# 7 \"parts/queue.pmh\"\nactive proctype P() {\n  x = 1;\nagain: x == 2 }\n# 6 \"m.pml\"\n"
      "active proctype Q() {\n  x = 2 }\n");
  std::vector<std::string> shown;
  for (const ir::Location& location : program.locations) shown.push_back(location.shown_name());
  for (const char* name : {"queue.pmh:8", "again (queue.pmh:9)", "line 7"}) {
    EXPECT_NE(std::find(shown.begin(), shown.end(), name), shown.end()) << name;
  }
}

TEST(Claims, UnknownNamesHaveAPlace) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "byte x; active proctype P() { x = 1 }\nltl f { [] (y == 1) }\n");
  const auto translation = translate(file, {}, sources);
  ASSERT_TRUE(translation.ok());
  const auto& warnings = (*translation)->warnings;
  const auto left_out = std::find_if(warnings.begin(), warnings.end(),
                                     [](const Diagnostic& d) { return d.kind == DiagnosticKind::NotChecked; });
  ASSERT_NE(left_out, warnings.end());
  EXPECT_EQ(left_out->span.line, 2u);
}

TEST(Claims, UnreadableFormulasAreLeftOut) {
  SourceMap sources;
  const std::string text =
      "ltl bad { <> x == 2 }\nltl worse { X(( }\nltl good { <> (x == 1) }\n"
      "byte x; active proctype P() { x = 1 }\n";
  const auto translation = translate(sources.add("m.pml", text), {}, sources);
  ASSERT_TRUE(translation.ok());
  ASSERT_EQ((*translation)->model.formulas.size(), 3u);
  EXPECT_FALSE((*translation)->model.formulas[0].root.valid());
  EXPECT_FALSE((*translation)->model.formulas[1].root.valid());
  EXPECT_TRUE((*translation)->model.formulas[2].root.valid());
  const auto not_checked = [](const Diagnostic& d) { return d.kind == DiagnosticKind::NotChecked; };
  const auto& warnings = (*translation)->warnings;
  EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(), not_checked), 2);
  // For formulas requested by an option, these are errors.
  TranslateOptions options;
  options.formulas.push_back({"formula_1", "--ltl", "<> x == 2"});
  EXPECT_FALSE(translate(sources.add("n.pml", text), options, sources).ok());
}

}  // namespace
}  // namespace px::promela
