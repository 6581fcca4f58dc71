// --optimise full: the steps after which a process keeps control because its next steps are local.
#include "frontends/promela/hold_local_steps.h"

#include <gtest/gtest.h>
#include <set>

#include "frontends/promela/translate.h"

namespace px::promela {
namespace {

// The texts of the first statements of the steps after which the process keeps control.
std::set<std::string> held(const std::string& text) {
  SourceMap sources;
  TranslateOptions options;
  options.optimise = Optimise::Full;
  const auto translation = translate(sources.add("m.pml", text), options, sources);
  EXPECT_TRUE(translation.ok());
  std::set<std::string> texts;
  for (const Automaton& automaton : (*translation)->automata) {
    for (const AutomatonState& state : automaton.states) {
      for (const Transition& transition : state.transitions) {
        const Element& first = (*translation)->graph.elements[transition.steps.front().element];
        if (transition.atomic) texts.insert(text_of((*translation)->model, first));
      }
    }
  }
  return texts;
}

using Texts = std::set<std::string>;

TEST(HoldLocalSteps, BranchesOnLocals) {
  EXPECT_EQ(held("byte g; active proctype P() { byte x; x = g; if :: x > 1 -> g = 1 :: else -> g = 2 fi }"),
            (Texts{"x = g"}));
}

TEST(HoldLocalSteps, NotWhereSomethingGlobalCanHappenInstead) {
  EXPECT_EQ(held("byte g; active proctype P() { byte x; x = g; if :: x > 1 -> g = 1 :: g > 1 -> g = 2 fi }"), Texts{});
  EXPECT_EQ(held("byte g; active proctype P() { byte x, a[2]; x = g; if :: a[g] > 0 -> g = 1 :: else fi; g = 3 }"),
            Texts{});
}

TEST(HoldLocalSteps, NotBeforeAFreeChoice) {
  EXPECT_EQ(held("byte g; active proctype P() { byte x; x = g; if :: x = 1 :: x = 2 fi; g = x }"), Texts{});
}

// A cycle in which the other processes never move: one of its states is stored.
TEST(HoldLocalSteps, CirclesAreBroken) {
  const Texts texts = held(
      "byte g; active proctype P() { byte x; do :: x < 3 -> x++; if :: x == 2 -> skip :: else fi :: else -> x = 0 od "
      "}");
  EXPECT_TRUE(texts.contains("((x<3))"));
  EXPECT_FALSE(texts.contains("x = 0"));
}

TEST(HoldLocalSteps, NotInModelsThatWatchProcesses) {
  EXPECT_EQ(held("byte g; active proctype P() { byte x; x = g; if :: x > 1 -> g = 1 :: else -> g = 2 fi }"
                 "active proctype Q() { enabled(0) }"),
            Texts{});
}

}  // namespace
}  // namespace px::promela
