#include "frontends/promela/automaton.h"

#include <chrono>
#include <gtest/gtest.h>

#include "tests/unit/frontends/promela/support.h"

namespace px::promela {
namespace {

using Messages = std::vector<std::string>;

struct Built {
  Loaded loaded;
  ControlGraph graph;
  OptimisationPlan plan;
  std::vector<Automaton> automata;

  std::string table(size_t index = 0) const { return dump(loaded.model, graph, automata[index]); }
};

Built build(const std::string& text, Optimise level = Optimise::Spin) {
  Built built{load_text(text), {}, {}, {}};
  const Model& model = built.loaded.model;
  if (built.loaded.diagnostics.has_errors()) return built;
  built.graph = build_control_graph(model, built.loaded.diagnostics);
  if (built.loaded.diagnostics.has_errors()) return built;
  built.plan = optimise(model, built.graph, switches_for(level, {}, model));
  built.automata = build_automata(model, built.graph, built.plan, built.loaded.diagnostics);
  return built;
}

TEST(ControlGraph, NumbersInTheOrderOfCompletion) {
  const Built built =
      build("byte g; active proctype A() { do :: g == 1 -> g = 2 :: else -> break od }", Optimise::None);
  EXPECT_EQ(dump(built.loaded.model, built.graph),
            "id 0 state 1 ((g==1)) next 1\nid 1 state 2 g = 2 next 5\nid 2 state 3 else next 3\n"
            "id 3 state 4 break next 5 target 6\nid 4 state 5 DO next 6\nid 5 state 6 .(goto) next 4\n"
            "id 6 state 7 break next 7\nid 7 state 8 -end-\n");
}

TEST(Automaton, FlattensChoicesAndFollowsGotos) {
  EXPECT_EQ(build("byte g; active proctype A() { do :: g == 1 -> g = 2 :: else -> break od }", Optimise::None).table(),
            "proctype A\n"
            "state 5 -> state 2 [id 0] [----] ((g==1))\n"
            "state 5 -> state 8 [id 2] [----] else\n"
            "state 2 -> state 5 [id 1] [----] g = 2\n"
            "state 8 -> state 0 [id 7] [--e-] -end-\n");
}

TEST(ControlGraph, LeavesOutSkipsInOptions) {
  const auto steps = [](const std::string& body) {
    const Built built = build("byte g; init { byte i; " + body + " }", Optimise::None);
    return built.automata[0].reachable.size();
  };
  EXPECT_EQ(steps("if :: g == 1; skip; skip; true; g = 2 fi"), steps("if :: g == 1; skip; g = 2 fi"));
  EXPECT_EQ(steps("if :: g == 1; printf(\"a\"); skip; g = 2 fi"), steps("if :: g == 1; skip; g = 2 fi"));
  EXPECT_EQ(steps("if :: g == 1; skip; skip fi"), steps("if :: g == 1; skip; g = 2 fi"));
  EXPECT_EQ(steps("g == 1; skip; skip; g = 2"), steps("g == 1; skip; g = 1; g = 2"));
  EXPECT_EQ(steps("for (i : 1 .. 2) { skip; skip; g = 2 }"), steps("for (i : 1 .. 2) { skip; g = 1; g = 2 }"));
}

TEST(Automaton, EscapesStandFirstAndOutermostFirst) {
  const Built built =
      build("byte g; active proctype A() { { g = 1; { g = 2 } unless { g == 4 } } unless { g == 7 } }", Optimise::None);
  const std::string table = built.table();
  EXPECT_EQ(table.substr(0, table.find("\nstate 9 ->") + 1),
            "proctype A\nstate 1 -> state 9 [id 5 org 6] [----] ((g==7))\nstate 1 -> state 2 [id 0] [----] g = 1\n");
  const size_t second = table.find("state 2 -> state 9 ");
  EXPECT_LT(second, table.find("[id 2 org 3] [----] ((g==4))"));
}

TEST(Automaton, LabelsMarkStates) {
  const Built built =
      build("byte g; active proctype A() { end: do :: g == 1 :: g == 2; progress: g = 3; accept: g = 4 od }");
  const Automaton& automaton = built.automata[0];
  EXPECT_TRUE(automaton.states[automaton.start].end);
  size_t progress = 0;
  size_t accept = 0;
  for (const AutomatonState& state : automaton.states) {
    progress += state.progress ? 1 : 0;
    accept += state.accept ? 1 : 0;
  }
  EXPECT_EQ(progress, 1u);
  EXPECT_EQ(accept, 1u);
}

TEST(Automaton, DStepHasAnInsideOfItsOwn) {
  const Built built =
      build("byte g; active proctype A() { byte x; d_step { do :: x < 3 -> x++ :: else -> break od; g = x }; g = 1 }");
  const Automaton& automaton = built.automata[0];
  const Transition& first = automaton.states[automaton.start].transitions.front();
  ASSERT_TRUE(first.d_step);
  const DStepBody& body = d_step_of(automaton, first);
  EXPECT_EQ(body.states[body.start].transitions.size(), 2u);
  EXPECT_EQ(body.exit, first.to);
}

TEST(Optimise, MergesAndResets) {
  const Built built =
      build("byte g; active proctype A() { byte x; if :: x == 0 -> x = 1; x = 2 :: g == 1 -> x = 7 fi; g = x }");
  EXPECT_EQ(
      built.table(),
      "proctype A\n"
      "state 6 -> state 8 [id 0] [----] ((x==0))\n    ((x==0)) reset x\n    x = 1 reset x\n    x = 2\n    .(goto)\n"
      "state 6 -> state 5 [id 3] [----] ((g==1))\n"
      "state 8 -> state 9 [id 7] [----] g = x\n"
      "state 9 -> state 0 [id 8] [--e-] -end-\n"
      "state 5 -> state 8 [id 4] [----] x = 7\n");
}

TEST(Optimise, IsTurnedOffByWhatLooksInside) {
  const std::string a = "byte g; active proctype A() { byte x; x = 1; x = 2; x == 2 } ";
  const auto plan_of = [&](const std::string& more, Optimise level = Optimise::Spin) {
    const Built built = build(a + more, level);
    return dump(built.loaded.model, built.graph, built.plan);
  };
  EXPECT_EQ(plan_of("active proctype B() { g == 1 }"), "id 0 reset x merge 3\nid 1 merge 3\nid 2 reset x\n");
  EXPECT_EQ(plan_of("active proctype B() provided (g == 0) { g = 1 }"), "id 0 reset x\nid 2 reset x\n");
  EXPECT_EQ(plan_of("active proctype B() { A:x == g }"), "");
  EXPECT_EQ(plan_of("active proctype B() { g == 1 }", Optimise::None), "");
  EXPECT_EQ(plan_of("active proctype B() { skip }"), "hidden g\nid 0 reset x merge 3\nid 1 merge 3\nid 2 reset x\n");
  EXPECT_EQ(plan_of("active proctype B() { skip }", Optimise::None), "");
}

TEST(Automaton, ReportsMistakes) {
  const auto messages = [](const std::string& text) { return build(text).loaded.messages(); };
  EXPECT_EQ(messages("init { do :: skip od }"), Messages{"EndlessGoto 1:14"});
  EXPECT_EQ(messages("init { L: goto M; M: goto L }"), (Messages{"EndlessGoto 1:11", "EndlessGoto 1:22"}));
  EXPECT_EQ(messages("byte g; init { do :: if :: g == 1 :: else fi :: else -> break od }"),
            Messages{"AmbiguousElse 1:49"});
  EXPECT_EQ(messages("byte g; init { d_step { g = 1; goto L }; L: g = 2 }"), Messages{"JumpAcrossDStep 1:32"});
  EXPECT_EQ(messages("byte g; init { do :: g == 1; break od; d_step { g = 1 } }"), Messages{"JumpAcrossDStep 1:30"});
  EXPECT_EQ(messages("byte g; init { if :: L: g = 1 :: g == 1; goto L fi }"), Messages{"LabelOnGuard 1:22"});
  EXPECT_EQ(messages("byte g; init { { L: g = 1 }; goto L }"), Messages{"SyntaxError 1:18"});
  EXPECT_EQ(messages("chan c = [1] of {byte}; init { if :: c!1 :: else fi }"), Messages{"DubiousElse 1:45"});
  EXPECT_EQ(messages("byte g; init { d_step { { g = 1 } unless { g == 2 } } }"), Messages{"Unsupported 1:25"});
}

// The target is 0.1 s for all stages; the test leaves room for slow and busy machines and for sanitizers.
TEST(Automaton, FiveThousandLinesAreFast) {
  std::string text = "byte g; chan c = [2] of {byte};\ninit { byte x, y;\n";
  for (int i = 0; i < 625; ++i) {
    text += "L" + std::to_string(i) + ":\nif\n:: g == 1 -> x = y + 1\n   y = x\n:: c?x -> goto L" +
            std::to_string(i * 7 % 625) + "\n:: else -> skip\nfi\nc!x\n";
  }
  text += "}\n";
  const auto start = std::chrono::steady_clock::now();
  const Built built = build(text);
  const auto spent = std::chrono::steady_clock::now() - start;
  EXPECT_FALSE(built.loaded.diagnostics.has_errors());
  EXPECT_LT(std::chrono::duration<double>(spent).count(), 2.0);
}

}  // namespace
}  // namespace px::promela
