#include "symmetry/detect/lift_variables.h"

#include <chrono>
#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "engine/interp/interpreter.h"
#include "engine/ir/verifier.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

SearchResult search_all(const ir::Program& program) {
  const auto system = std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(program)));
  return search(*system, IdentityReducer());
}

// Two doors that differ only in their names, and one that differs otherwise; each process remembers two similar
// numbers.
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
  const std::vector<symmetry::VariableGroup> groups = symmetry::liftable_variables(program);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].size(), 3u);
  EXPECT_EQ(groups[1].size(), 2u);
}

TEST(LiftVariables, LiftedProgramsAreValidAndHaveTheSameStates) {
  const ir::Program program = program_of(kDoors);
  const ir::Program lifted = symmetry::lift_variables(program, symmetry::liftable_variables(program));
  for (const Diagnostic& problem : ir::verify(lifted)) ADD_FAILURE() << problem.message;
  const SearchResult before = search_all(program);
  const SearchResult after = search_all(lifted);
  EXPECT_EQ(before.states, after.states);
  EXPECT_EQ(before.edges, after.edges);
  EXPECT_EQ(before.events, after.events);
}

TEST(LiftVariables, WhatSymmetriesMoveStaysLifted) {
  const ir::Program program = program_of(kDoors);
  const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(program);
  ASSERT_TRUE(lifted.has_value());
  const symmetry::DetectedSymmetry before = symmetry::detect_symmetry(program, *ir::Layout::make(program));
  const symmetry::DetectedSymmetry after =
      symmetry::detect_symmetry(lifted->program, *ir::Layout::make(lifted->program));
  EXPECT_EQ(before.group.order(), "2");  // the processes
  EXPECT_EQ(after.group.order(), "4");   // and red with blue, a with b together
}

TEST(LiftVariables, NothingIsLiftedForNothing) {
  const ir::Program program = program_of("var a: bool  var b: bool  action x do a := not b");
  EXPECT_FALSE(symmetry::lift_symmetries(program).has_value());
  // A variable that nothing names might as well not exist.
  EXPECT_FALSE(
      symmetry::lift_symmetries(program_of("var a: bool  var b: bool  var c: 0..3  action x do c := 1")).has_value());
}

// Many similar variables, in pairs that move in step, each named by each action or by one of hundreds: an n^5 algorithm
// takes minutes, an n^3 algorithm a moment.
class ManyVariables : public testing::Test {
 protected:
  static std::string declare(uint32_t n) {
    std::string text;
    for (uint32_t i = 0; i < n; ++i) {
      text += "var a" + std::to_string(i) + ": 0..2  var b" + std::to_string(i) + ": bool\n";
    }
    return text + "deadlock off\n";
  }
  static std::string order_of(const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(program_of(text));
    if (!lifted) return "nothing lifted";
    const std::string order =
        symmetry::detect_symmetry(lifted->program, *ir::Layout::make(lifted->program), lifted->hints).group.order();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 60) << "on a machine that does nothing else: a second or two";
    return order;
  }
};

TEST_F(ManyVariables, EachNamedByAllActions) {
  constexpr uint32_t kCount = 40;
  std::string text = declare(kCount);
  for (uint32_t i = 0; i < kCount; ++i) {
    const std::string number = std::to_string(i);
    text += "action up" + number + " when b" + number;
    for (uint32_t k = 0; k < kCount; ++k) text += " and a" + number + " <= a" + std::to_string(k);
    text += " do { a" + number + " := (a" + number + " + 1) % 3; b" + number + " := false }\n";
  }
  EXPECT_EQ(order_of(text), symmetry::BigNumber::factorial(kCount).decimal());
}

TEST_F(ManyVariables, InPairs) {
  constexpr uint32_t kCount = 24;
  std::string text = declare(kCount);
  for (uint32_t i = 0; i < kCount; ++i) {
    for (uint32_t k = 0; k < kCount; ++k) {
      if (i == k) continue;
      const std::string from = std::to_string(i);
      const std::string to = std::to_string(k);
      text += "action give" + from + 'x' + to + " when b" + from + " and a" + from + " < a" + to + " do { a" + from +
              ", a" + to + " := a" + to + ", a" + from + "; b" + from + " := false }\n";
    }
  }
  EXPECT_EQ(order_of(text), symmetry::BigNumber::factorial(kCount).decimal());
}

}  // namespace
}  // namespace px::test
