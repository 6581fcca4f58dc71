// Which statements count as reached, given the steps taken. tests/differential/coverage_compare.py compares the rules
// with SPIN itself.
#include "frontends/promela/coverage.h"

#include <gtest/gtest.h>

#include "frontends/promela/translate.h"

namespace px::promela {
namespace {

struct Taken {
  uint32_t from;
  uint32_t to;
  uint32_t element;
};

// "state line: text" of each unreached statement in the first proctype.
std::vector<std::string> unreached(const std::string& text, const std::vector<Taken>& taken) {
  SourceMap sources;
  const auto translation = translate(sources.add("m.pml", text), {}, sources);
  EXPECT_TRUE(translation.ok());
  std::vector<TakenStep> steps;
  for (const Taken& t : taken) steps.push_back({{ProctypeId(0), t.from}, {ProctypeId(0), t.to}, {t.element}});
  const auto coverage = find_unreached((*translation)->model, (*translation)->graph, (*translation)->automata, steps);
  EXPECT_FALSE(coverage.empty());
  if (coverage.empty()) return {};
  std::vector<std::string> texts;
  for (const UnreachedStatement& u : coverage[0].unreached) {
    texts.push_back(std::to_string(u.state) + ' ' + std::to_string(u.span.line) + ": " + u.text);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Coverage, WhatLiesBehindAStepThatWasNotTaken) {
  const std::string text = "byte g;\nactive proctype P() {\n  g = 1;\n  g == 2;\n  g = 3\n}\n";
  EXPECT_EQ(unreached(text, {}), (Texts{"2 4: ((g==2))", "3 5: g = 3", "4 6: -end-"}));
  EXPECT_EQ(unreached(text, {{1, 2, 0}}), (Texts{"3 5: g = 3", "4 6: -end-"}));
  EXPECT_EQ(unreached(text, {{1, 2, 0}, {2, 3, 1}, {3, 4, 2}}), Texts{});
}

TEST(Coverage, ProcessesThatAreNeverStarted) {
  EXPECT_EQ(unreached("byte g;\nproctype P() { g = 1 }\ninit { g > 0 }\n", {}), (Texts{"1 2: g = 1", "2 2: -end-"}));
}

TEST(Coverage, StepsAreFoundByTheNamesOfTheirLocations) {
  ir::Program program;
  const ControlStates states = {{{"P", "s1"}, {ProctypeId(0), 1}}, {{"P", "s2"}, {ProctypeId(0), 2}}};
  ir::Family family;
  family.name = "P";
  const ir::FamilyId p = program.families.add(family);
  const auto location = [&](const std::string& name) {
    ir::Location made;
    made.name = name;
    made.family = p;
    return program.locations.add(made);
  };
  ir::Action action;
  action.movers = {{0, location("s1"), location("s2"), ir::Control::Release}};
  action.origins = {{0, 7, "g = 1", {}}, {0, ir::Origin::kNoNumber, "inside", {}}};
  program.actions.add(action);
  program.actions.add(action);
  const std::vector<TakenStep> steps = taken_steps(program, {false, true}, states);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].from.state, 1u);
  EXPECT_EQ(steps[0].to.state, 2u);
  EXPECT_EQ(steps[0].elements, std::vector<uint32_t>{7});
}

}  // namespace
}  // namespace px::promela
