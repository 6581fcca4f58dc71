// Each pass on small programs, compared in the text form.
#include <gtest/gtest.h>
#include <random>

#include "engine/ir/fold.h"
#include "engine/ir/interval.h"
#include "engine/ir/pass/drop_unreachable.h"
#include "engine/ir/pass/fold_constants.h"
#include "engine/ir/pass/narrow_ranges.h"
#include "engine/ir/pass/simplify.h"
#include "engine/ir/pass/without_assertions.h"
#include "engine/ir/verifier.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

using Pass = Program (*)(Program);

// The text of the program after the pass; the verifier must accept it.
std::string after(Pass pass, std::string_view text) {
  SourceMap sources;
  const Program result = pass(samples::program(text));
  for (const Diagnostic& d : verify(result)) ADD_FAILURE() << d.message;
  return write_program(result, sources);
}

void expect_same(Pass pass, std::string_view before, std::string_view expected) {
  SourceMap sources;
  EXPECT_EQ(after(pass, before), write_program(samples::program(expected), sources));
}

// The type of a variable after narrowing.
std::string narrowed(std::string_view text, std::string_view variable) {
  const Program result = narrow_ranges(samples::program(text));
  for (const Diagnostic& d : verify(result)) ADD_FAILURE() << d.message;
  for (const Variable& v : result.variables) {
    if (v.name == variable) return type_name(result, v.type);
  }
  return "no such variable";
}

// ---- fold_constants

TEST(FoldConstants, Arithmetic) {
  expect_same(fold_constants,
              "var x: int action a when 2 + 3 * 4 = 14 and x > 7 - 2 do { x := -(3) * (1 << 4) / 5 % 4 }",
              "var x: int action a when x > 5 do { x := -1 }");
}

TEST(FoldConstants, KeepsErrorsOfTheModel) {
  constexpr std::string_view kText = "var x: int action a when 1 / 0 = x or (1 << 64) > x and x / 0 > 1 do { x := x }";
  expect_same(fold_constants, kText, kText);
}

TEST(FoldConstants, ChecksThatCannotFail) {
  expect_same(fold_constants,
              "var x: int action a when check(1 < 2, x > 5, \"too small\") and check(1 > 2, x > 6, \"too large\")",
              "var x: int action a when x > 5 and check(false, x > 6, \"too large\")");
}

TEST(FoldConstants, AndOrDropOnlyWhatCannotFail) {
  expect_same(fold_constants,
              "var x: int action a when (false and 1 / x > 0) or (x > 0 and true) action b when x > 1 and false",
              "var x: int action a when x > 0 action b when x > 1 and false");
}

TEST(FoldConstants, QuantifiersOverNothingAndWithConstantConditions) {
  expect_same(fold_constants, R"(
    sort S[0] sort T[3] var x: int
    action a when (forall s: S. x > 0) and (exists i: 5..4. x > i) = false
    action b do { x := (count t: T. true) + (count t: S. x > 0) + (sum i: 1..0. i) + (sum i: 0..4. i where 1 > 2) }
    action c when (exists t: T. 1 = 1) and (forall t: T. 2 = 1) = false and x = 1)",
              "sort S[0] sort T[3] var x: int action a action b do { x := 3 } action c when x = 1");
}

TEST(FoldConstants, SetsElementsAndConstants) {
  expect_same(fold_constants, R"(
    sort U[4] const n: 0..9 = 4 const m: 0..9 var s: set[U] var x: int
    action a when n + 1 = 5 and U#1 in {U#1} do { s := {U#0} union {U#2}; x := card(s) + index(U#3) + wrap(300, 0..255) }
    action b when element(1, U) in s do { x := m })",
              R"(
    sort U[4] const n: 0..9 = 4 const m: 0..9 var s: set[U] var x: int
    action a do { s := set[U]{U#0, U#2}; x := card(s) + 3 + 44 }
    action b when U#1 in s do { x := 0 })");
}

TEST(FoldConstants, LeavesConstantsThatInitSets) {
  constexpr std::string_view kText = "const n: 0..9 var x: int action a when n = 2 do { x := n } init { n := 2 }";
  expect_same(fold_constants, kText, kText);
}

TEST(FoldConstants, StatementsThatDoNothing) {
  expect_same(fold_constants, R"(
    var x: int
    action a do {
      if 1 < 2 { x := 1; x := 2 } else { x := 3 }
      while 1 = 2 limit 4 { x := 4 }
      for i: 3..2 { x := i }
      require true; assert 2 = 2;
      if false { x := 5 }
    })",
              "var x: int action a do { x := 1; x := 2 }");
}

// ---- without_assertions

TEST(WithoutAssertions, HoldAndGoOn) {
  Program program = samples::program(R"(
    var x: 0..9
    action a do { assert x > 3; x := 1; assert x > 4 as safety, "more" }
    invariant kept: x < 5
    invariant dropped: x < 6)");
  program.invariants[1].kind = ViolationKind::Assertion;
  SourceMap sources;
  const Program expected =
      samples::program("var x: 0..9 action a do { x := 1; assert x > 4 as safety, \"more\" } invariant kept: x < 5");
  EXPECT_EQ(write_program(fold_constants(without_assertions(std::move(program))), sources),
            write_program(expected, sources));
}

TEST(WithoutAssertions, WhatCanFailOtherwiseIsStillEvaluated) {
  const std::string text = after(without_assertions, "var x: 0..9 action a do { assert 1 / x > 3 }");
  EXPECT_NE(text.find("if 1 / x > 3"), std::string::npos) << text;
  EXPECT_EQ(text.find("assert"), std::string::npos) << text;
}

// ---- drop_unreachable

TEST(DropUnreachable, ActionsAndLocations) {
  expect_same(drop_unreachable, R"(
    sort P[2] sort Nobody[0]
    process P { a, b, c, d, e }
    var x: bool
    action one(p: P) at a -> b
    action two(p: P) at c -> d when x
    action three when false
    action four(q: Nobody)
    action five(p: P) at d -> a
    action six(p: P) at b -> b do { if x { goto p -> e } }
    action seven(p: P, q: P) at p: a -> b, q: d -> c
    invariant forall p: P. not p at d)",
              R"(
    sort P[2] sort Nobody[0]
    process P { a, b, e }
    var x: bool
    action one(p: P) at a -> b
    action six(p: P) at b -> b do { if x { goto p -> e } }
    invariant `forall p: P. not p at d`: forall p: P. not false)");
}

TEST(DropUnreachable, KeepsLocationsWhoseNumbersCount) {
  constexpr std::string_view kText =
      "sort P[1] process P { a, b } var x: int action one(p: P) at a -> a do { x := pc(p) }";
  expect_same(drop_unreachable, kText, kText);
}

TEST(DropUnreachable, KeepsLocationsAskedForByWhatMayFail) {
  constexpr std::string_view kText =
      "sort P[1] process P { a, b } var n: [P] P var x: bool action one(p: P) at a -> a when n[p] at b";
  expect_same(drop_unreachable, kText, kText);
}

// ---- narrow_ranges

TEST(NarrowRanges, GuardedCounter) {
  constexpr std::string_view kText = R"(
    var k: 0..255 var copies: [0..9] 0..255 var other: 0..255
    action step when k < 5 do { k := k + 1 }
    action keep(i: 0..9) do { copies[i] := k }
    action free when other < 300 do { other := other + 1 })";
  EXPECT_EQ(narrowed(kText, "k"), "0..5");
  EXPECT_EQ(narrowed(kText, "copies"), "[0..9] 0..5");
  EXPECT_EQ(narrowed(kText, "other"), "0..255");
}

TEST(NarrowRanges, LargeBoundsNeedNoLongSearch) {
  EXPECT_EQ(narrowed("var k: 0..1000000 action a when k < 70000 do { k := k + 3 }", "k"), "0..70002");
  EXPECT_EQ(narrowed("var k: int action a when k > -50000 do { k := k - 1 }", "k"), "-50000..0");
}

TEST(NarrowRanges, TheDefaultValueStaysIn) {
  EXPECT_EQ(narrowed("var k: 0..255 = 7 action a do { k := 9 }", "k"), "0..9");
  EXPECT_EQ(narrowed("var k: 3..255 = 7 action a do { k := 9 }", "k"), "3..9");
  EXPECT_EQ(narrowed("var k: -9..-3 = -4 action a do { reset k }", "k"), "-9..-4");
}

TEST(NarrowRanges, ConditionsHoldUntilTheVariableIsWritten) {
  EXPECT_EQ(narrowed("var k: 0..255 var m: 0..255 action a when k < 5 do { m := k; k := 200; m := k - 190 }", "m"),
            "0..10");
  EXPECT_EQ(narrowed(R"(var k: 0..255 var m: 0..255
    action any(i: 0..255) do { k := i }
    action a do { if k < 5 { m := k } else { if k >= 8 { m := 8 } } })",
                     "m"),
            "0..8");
  EXPECT_EQ(narrowed(R"(var k: 0..255 var m: 0..255
    action any(i: 0..255) do { k := i }
    action a do { require k != 0 and k <= 3; m := 10 / k })",
                     "m"),
            "0..10");
}

TEST(NarrowRanges, LoopsForgetWhatTheyWrite) {
  EXPECT_EQ(narrowed(R"(var k: 0..255 var m: 0..255
    action a when k = 0 do { for i: 1..3 { m := k; k := 40 } })",
                     "m"),
            "0..40");
  EXPECT_EQ(narrowed("var k: 0..255 action a do { while k < 9 limit 100 { k := k + 2 } }", "k"), "0..10");
}

TEST(NarrowRanges, ArrayElementsBehindOtherIndicesAreNotConfused) {
  EXPECT_EQ(narrowed(R"(sort U[2] var a: [U] 0..255 var m: 0..255
    action x(p: U, q: U) when a[p] < 3 do { a[q] := 100; m := a[p] })",
                     "m"),
            "0..100");
  EXPECT_EQ(narrowed(R"(var a: [0..3] 0..3 var m: 0..255
    action x when a[a[0]] = 0 do { a[a[0]] := 3; m := a[a[0]] })",
                     "m"),
            "0..3");
}

TEST(NarrowRanges, QueuesRecordsAndCopies) {
  constexpr std::string_view kText = R"(
    var q: queue[3] {v: 0..255, w: 0..255}
    var r: {a: 0..255, b: 0..255}
    var s: {a: 0..255, b: 0..255}
    var m: 0..255
    action put(i: 2..6) when len(q) < 3 do { push q(i, 1) }
    action get when len(q) > 0 do { m := q[0].v + q[0].w; pop q; r.a := m }
    action copy do { s := r })";
  EXPECT_EQ(narrowed(kText, "q"), "queue[3] {v: 0..6, w: 0..1}");
  EXPECT_EQ(narrowed(kText, "m"), "0..7");
  EXPECT_EQ(narrowed(kText, "r"), "{a: 0..7, b: 0..0}");
  EXPECT_EQ(narrowed(kText, "s"), "{a: 0..7, b: 0..0}");
}

TEST(NarrowRanges, ReadsBeyondAnArrayYieldZero) {
  EXPECT_EQ(narrowed("var a: [0..3] 5..9 var m: -9..9 = 0 action x(i: 0..7) do { m := a[i] - 1 }", "m"), "-1..4");
}

TEST(NarrowRanges, QuantifiersAndConditionalValues) {
  constexpr std::string_view kText = R"(
    sort U[5] var f: [U] 0..255 var m: 0..255 var n: -100..100 var o: 0..255
    action a(p: U) do { f[p] := (count q: U. f[q] > 0) }
    action b do { m := (sum q: U. f[q] where f[q] < 3) }
    action c do { n := if m > 5 then m - 20 else -1 }
    action d do { o := (max i: 3..8. i * 2 where i < 6) })";
  EXPECT_EQ(narrowed(kText, "f"), "[U] 0..5");
  EXPECT_EQ(narrowed(kText, "m"), "0..10");
  EXPECT_EQ(narrowed(kText, "n"), "-14..0");
  EXPECT_EQ(narrowed(kText, "o"), "0..10");
}

TEST(Simplify, EverythingStaysWellFormed) {
  SourceMap sources;
  const Program before = samples::program(samples::kEverything);
  const Program result = simplify(before);
  for (const Diagnostic& d : verify(result)) ADD_FAILURE() << d.message;
  const std::string text = write_program(result, sources);
  samples::Read again = samples::read(text);
  EXPECT_TRUE(again.program.ok()) << samples::messages(again.program.failure(), again.sources);
}

// ---- Intervals: every result contains the results of all pairs, by enumeration

TEST(Interval, OperationsContainAllResults) {
  const Op ops[] = {Op::Neg, Op::BitNot, Op::Add, Op::Sub,    Op::Mul,   Op::Div,
                    Op::Mod, Op::Shl,    Op::Shr, Op::BitAnd, Op::BitOr, Op::BitXor};
  std::mt19937 random(7);
  const auto number = [&] { return static_cast<int64_t>(random() % 41) - 20; };
  const int64_t min = INT64_MIN;
  std::vector<std::pair<Interval, Interval>> pairs = {{{min, min + 2}, {-2, 2}},
                                                      {{INT64_MAX - 2, INT64_MAX}, {-2, 2}},
                                                      {{-2, 2}, {min, min + 2}},
                                                      {{min, min}, {1, 63}}};
  for (int i = 0; i < 300; ++i) {
    const int64_t a = number(), b = number();
    pairs.push_back({{a, a + static_cast<int64_t>(random() % 8)}, {b, b + static_cast<int64_t>(random() % 8)}});
  }
  for (const auto& [a, b] : pairs) {
    for (const Op op : ops) {
      const Interval result = interval_operation(op, a, b).range;
      for (int64_t x = a.lo;; ++x) {
        for (int64_t y = b.lo;; ++y) {
          const auto value = fold_operation(op, x, y);
          if (value) {
            ASSERT_TRUE(result.contains(Interval::of(*value))) << x << ' ' << op_text(op) << ' ' << y;
          }
          if (y == b.hi) break;
        }
        if (x == a.hi) break;
      }
    }
    for (const Op op : {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge}) {
      const Interval kept = interval_restrict(op, a, b);
      for (int64_t x = a.lo;; ++x) {
        for (int64_t y = b.lo;; ++y) {
          if (*fold_operation(op, x, y) != 0) {
            ASSERT_TRUE(kept.contains(Interval::of(x)));
          }
          if (y == b.hi) break;
        }
        if (x == a.hi) break;
      }
    }
  }
}

}  // namespace
}  // namespace px::ir
