#include "symmetry/detect/lift_variables.h"

#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "engine/ir/verifier.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

SearchResult search_all(const ir::Program& program) {
  const auto system = std::move(*Interpreter::make(std::make_shared<const ir::Program>(program)));
  return search(*system, IdentityReducer());
}

// Two doors that are the same but for their names, one that is not; each process remembers two numbers alike.
constexpr const char* kDoors = R"(
sort P[2]
process P { out, in }
var red: bool  var blue: bool  var locked: bool = true
local P.a: 0..3  local P.b: 0..3 = [0, 0]
action enter_red(p: P) at out -> in when not red do { red := true; a[p] := (a[p] + 1) % 3 }
action enter_blue(p: P) at out -> in when not blue do { blue := true; b[p] := (b[p] + 1) % 3 }
action leave(p: P) at in -> out do { red := false; blue := false }
action unlock when locked do locked := false
)";

TEST(LiftVariables, CandidatesHaveOneTypeAndOneOwner) {
  const ir::Program program = program_of(kDoors);
  const std::vector<VariableGroup> groups = liftable_variables(program);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].size(), 3u);
  EXPECT_EQ(groups[1].size(), 2u);
}

TEST(LiftVariables, LiftedProgramsAreValidAndHaveTheSameStates) {
  const ir::Program program = program_of(kDoors);
  const ir::Program lifted = lift_variables(program, liftable_variables(program));
  for (const Diagnostic& problem : ir::verify(lifted)) ADD_FAILURE() << problem.message;
  const SearchResult before = search_all(program);
  const SearchResult after = search_all(lifted);
  EXPECT_EQ(before.states, after.states);
  EXPECT_EQ(before.edges, after.edges);
  EXPECT_EQ(before.events, after.events);
}

TEST(LiftVariables, WhatSymmetriesMoveStaysLifted) {
  const ir::Program program = program_of(kDoors);
  const std::optional<LiftedProgram> lifted = lift_symmetries(program);
  ASSERT_TRUE(lifted.has_value());
  const DetectedSymmetry before = detect_symmetry(program, *ir::Layout::make(program));
  const DetectedSymmetry after = detect_symmetry(lifted->program, *ir::Layout::make(lifted->program));
  EXPECT_EQ(before.group.order(), "2");  // the processes
  EXPECT_EQ(after.group.order(), "4");   // and red with blue, a with b together
}

TEST(LiftVariables, NothingIsLiftedForNothing) {
  const ir::Program program = program_of("var a: bool  var b: bool  action x do a := not b");
  EXPECT_FALSE(lift_symmetries(program).has_value());
  // What nothing names is as good as gone.
  EXPECT_FALSE(lift_symmetries(program_of("var a: bool  var b: bool  var c: 0..3  action x do c := 1")).has_value());
}

}  // namespace
}  // namespace px::test
