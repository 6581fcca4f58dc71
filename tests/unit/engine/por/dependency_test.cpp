// Footprints and conflicts of small programs.
#include "engine/ir/pass/dependency.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

// The dependencies of a program, by names of actions.
class Sample {
 public:
  explicit Sample(std::string_view text)
      : program_(samples::program(text)), cells_(program_), ground_(*GroundActions::make(program_, cells_)) {
    const Dependencies::Assumptions nothing{
        .values = [this](const GroundAction&, uint32_t,
                         TypeId type) { return ValueSet::between(program_.scalar_lo(type), program_.scalar_hi(type)); },
        .dead = {}};
    dependencies_.emplace(program_, cells_, ground_, nothing);
  }

  // The ground action of that name, taken by that process.
  uint32_t action(std::string_view name, int64_t process = -1) const {
    for (uint32_t a = 0; a < ground_.size(); ++a) {
      if (program_.actions[ground_[a].action].name != name) continue;
      if (process < 0 || cells_.element_of(ground_[a].processes.front()) == process) return a;
    }
    ADD_FAILURE() << "no action " << name;
    return 0;
  }
  bool conflict(std::string_view a, int64_t p, std::string_view b, int64_t q) const {
    return dependencies_->conflict(action(a, p), action(b, q));
  }
  // Whether some atom of `a` may be made true by `b`.
  bool enables(std::string_view b, std::string_view a) const {
    for (const Dependencies::Row& row : (*dependencies_)[action(a)].atoms) {
      for (size_t e = 0; e < ground_.edges().size(); ++e) {
        if (ground_.edges()[e].action == action(b) && row.enablers.test(e)) return true;
      }
    }
    return false;
  }
  const Dependencies& dependencies() const { return *dependencies_; }

 private:
  Program program_;
  CellSpace cells_;
  GroundActions ground_;
  std::optional<Dependencies> dependencies_;
};

constexpr std::string_view kTwo = R"(
sort P[2]
process P { a, b }
)";

std::string two(std::string_view rest) {
  return std::string(kTwo) + std::string(rest);
}

TEST(Dependency, CellsOfDifferentProcessesAreApart) {
  const Sample s(two("var x: [P] 0..3\naction go(p: P) at a -> b do x[p] := 1\n"));
  EXPECT_FALSE(s.conflict("go", 0, "go", 1));
}

TEST(Dependency, ASharedVariableIsShared) {
  const Sample s(
      two("var x: 0..3\nvar y: [P] 0..3\naction set(p: P) at a -> b do x := index(p)\n"
          "action get(p: P) at a -> b do y[p] := x\n"));
  EXPECT_TRUE(s.conflict("set", 0, "set", 1));
  EXPECT_TRUE(s.conflict("set", 0, "get", 1));
  EXPECT_FALSE(s.conflict("get", 0, "get", 1));
}

TEST(Dependency, AdditionsCommute) {
  const Sample s(
      two("var n: 0..255\naction add(p: P) at a -> b do n := wrap(n + 1, 0..255)\n"
          "action look(p: P) at a -> b when n > 3\naction get(p: P) at a -> b when n < 3\n"));
  EXPECT_FALSE(s.conflict("add", 0, "add", 1));
  EXPECT_TRUE(s.conflict("add", 0, "get", 1));
}

TEST(Dependency, AdditionsThatMayBeErrorsDoNot) {
  const Sample s(two("var n: 0..3\naction add(p: P) at a -> b do n := n + 1\n"));
  EXPECT_TRUE(s.conflict("add", 0, "add", 1));
}

TEST(Dependency, TheEndsOfAQueueAreApart) {
  const Sample s(
      two("var q: queue[2] { v: 0..3 }\naction send(p: P) at a -> b when len(q) < 2 do push q(1)\n"
          "var y: [P] 0..3\n"
          "action take(p: P) at a -> b when len(q) > 0 and q[0].v = 1 do { y[p] := q[0].v; pop q }\n"
          "action count(p: P) at a -> b do y[p] := len(q)\n"));
  EXPECT_FALSE(s.conflict("send", 0, "take", 1));
  EXPECT_TRUE(s.conflict("send", 0, "send", 1));
  EXPECT_TRUE(s.conflict("take", 0, "take", 1));
  EXPECT_TRUE(s.conflict("count", 0, "take", 1));
  EXPECT_TRUE(s.conflict("count", 0, "send", 1));
  EXPECT_TRUE(s.enables("send", "take"));
  EXPECT_TRUE(s.enables("take", "send"));
}

TEST(Dependency, APushWithoutRoomLooksAtTheLength) {
  const Sample s(
      two("var q: queue[2] { v: 0..3 }\naction send(p: P) at a -> b do push q(1)\n"
          "action take(p: P) at a -> b when len(q) > 0 do pop q\n"));
  EXPECT_TRUE(s.conflict("send", 0, "take", 1));
}

TEST(Dependency, AGuardWaitsForTheRightValue) {
  const Sample s(
      "var x: 0..3\nsort P[1]\nprocess P { a, b, c }\naction one(p: P) at a -> b do x := 1\n"
      "action two(p: P) at a -> b do x := 2\naction wait(p: P) at b -> c when x = 2\n");
  EXPECT_TRUE(s.enables("two", "wait"));
  EXPECT_FALSE(s.enables("one", "wait"));
}

TEST(Dependency, WhatIsTrueAlreadyIsNotMadeTrue) {
  const Sample s(
      two("var x: 0..3\nvar y: [P] bool\naction up(p: P) at a -> b when x = 1 do x := 2\n"
          "action low(p: P) at a -> b when x < 2 do y[p] := true\naction two(p: P) at a -> b when x = 2\n"
          "action three(p: P) at a -> b when x = 3\naction not_two(p: P) at a -> b when x != 2\n"));
  EXPECT_TRUE(s.enables("up", "two"));
  EXPECT_FALSE(s.enables("up", "three"));
  EXPECT_FALSE(s.enables("up", "low"));
  EXPECT_TRUE(s.conflict("up", 0, "low", 1));
  EXPECT_TRUE(s.conflict("up", 0, "not_two", 1));
  // Never enabled where the other is.
  EXPECT_FALSE(s.conflict("up", 0, "two", 1));
  EXPECT_FALSE(s.conflict("up", 0, "three", 1));
}

TEST(Dependency, AProcessDoesNotLeaveWhereItIsNot) {
  const Sample s(
      "sort P[2]\nsort Q[1]\nprocess P { a, b, c end }\nprocess Q { run, done end }\n"
      "action go(p: P) at a -> b\naction stop(p: P) at b -> c\n"
      "action wait(q: Q) at run -> done when forall p: P. p at c\naction look(q: Q) at run -> done when P#0 at b\n");
  EXPECT_TRUE(s.enables("stop", "wait"));
  EXPECT_FALSE(s.conflict("go", 0, "wait", 0));
  EXPECT_FALSE(s.conflict("stop", 0, "wait", 0));
  EXPECT_FALSE(s.conflict("go", 0, "look", 0));
  EXPECT_TRUE(s.conflict("stop", 0, "look", 0));
  EXPECT_FALSE(s.conflict("stop", 1, "look", 0));
}

TEST(Dependency, WhatInvariantsReadIsVisible) {
  const Sample s(
      two("var x: 0..3\nvar z: 0..3\naction a1(p: P) at a -> b when p = P#0 do x := 1\n"
          "action a2(p: P) at a -> b when p = P#1 do z := 1\ninvariant x < 3 or z < 3\n"));
  EXPECT_TRUE(s.conflict("a1", 0, "a2", 1));
}

TEST(Dependency, AnAtomicSequenceIsOneAction) {
  const Sample s(
      "var x: 0..3\nsort P[2]\nprocess P { a, b atomic, c }\naction first(p: P) at a -> b\n"
      "action second(p: P) at b -> c do x := index(p)\n");
  EXPECT_TRUE(s.conflict("first", 0, "first", 1));
}

}  // namespace
}  // namespace px::ir
