// Whatever the analysis calls safe must be safe: every operation of the table that may fail is assumed to fail, unless
// the bounds of its operands exclude it.
#include "engine/ir/pass/failure_analysis.h"

#include <gtest/gtest.h>

#include "engine/ir/fold.h"
#include "engine/ir/interval.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

// Whether the guards of the actions, in order, may fail.
std::vector<bool> guards_fail(const std::string& text) {
  const Program program = samples::program(text);
  const FailureAnalysis analysis(program);
  std::vector<bool> fail;
  for (const Action& action : program.actions) fail.push_back(analysis.can_fail(action.guard));
  return fail;
}

TEST(FailureAnalysis, BoundsDecideAboutArithmetic) {
  EXPECT_EQ(guards_fail("var a: 0..9  var b: 1..9  var c: int\n"
                        "action ok when a / b = 1 and a % b = 0 and a * b + a < 90 do {}\n"
                        "action divisor when b / a = 1 do {}\n"
                        "action sum when c + a = 1 do {}\n"
                        "action distance when a << c = 1 do {}\n"
                        "action shifted when a << b = 1 do {}\n"),
            (std::vector<bool>{false, true, true, true, false}));
}

TEST(FailureAnalysis, SetsOfOneNeedAnElementOfTheirDomain) {
  EXPECT_EQ(guards_fail("var s: set[0..3]  var a: 0..3  var b: 0..9\n"
                        "action ok when a in s and set[0..3](a) subset s do {}\n"
                        "action outside when set[0..3](b) subset s do {}\n"),
            (std::vector<bool>{false, true}));
}

// Extremes need an element: one that the filter lists and that does not depend on the name itself.
TEST(FailureAnalysis, ExtremesNeedAnElement) {
  EXPECT_EQ(guards_fail("var a: 0..3  var b: 0..9  var s: set[0..3]\n"
                        "action all when (min x: 0..3. x) = 0 do {}\n"
                        "action listed when (max x: 0..3. x where x = a or x = 2) = 3 do {}\n"
                        "action found when (max x: 0..3. x where x in s) = 3 do {}\n"
                        "action outside when (max x: 0..3. x where x = b) = 3 do {}\n"
                        "action itself when (max x: 0..3. x where x = 3 - x) = 3 do {}\n"
                        "action value when (max x: 0..3. 10 / x where x = a or x = 2) = 3 do {}\n"),
            (std::vector<bool>{false, false, true, true, true, true}));
}

// For these, the analysis relies on their rows of op_kind.def. A full table of sequences is not an error of the model.
TEST(FailureAnalysis, WhatItDoesNotKnowMayFail) {
  EXPECT_EQ(guards_fail("sort P[2]\nfamily f = P[0..1]\nprocess f { A, B }\nvar q: seq[0..9]\n"
                        "action length when seq_len(q) = 0 do {}\n"
                        "action tail when seq_len(seq_tail(q)) = 0 do {}\n"
                        "action longer when seq_len(seq_append(q, 1)) = 1 do {}\n"
                        "action joined when seq_len(seq_concat(q, q)) = 0 do {}\n"
                        "action moves when (exists p: f. enabled(p)) do {}\n"),
            (std::vector<bool>{false, true, false, false, true}));
}

// With or without a rule, an operation that may fail is never called safe on operands of which nothing is known.
TEST(FailureAnalysis, NoOperationOfTheTableIsSafeOnEverything) {
  for (const Op op : kAllOps) {
    if (!op_may_fail(op)) continue;
    EXPECT_TRUE(interval_operation(op, Interval::all(), Interval::all()).may_fail) << op_text(op);
  }
}

// Compares the rules with the operations themselves, on all small operands: an operation has a rule only if its
// operands alone determine its value.
TEST(Interval, HoldsEveryResult) {
  size_t checked = 0;
  for (const Op op : kAllOps) {
    if (!op_has_interval_rule(op) || op_result(op) == ResultClass::Truth || op_result(op) == ResultClass::Own) continue;
    ++checked;
    for (int64_t lo = -4; lo <= 4; ++lo) {
      for (int64_t hi = lo; hi <= 4; ++hi) {
        for (int64_t first = -4; first <= 4; ++first) {
          for (int64_t last = first; last <= 4; ++last) {
            const IntervalResult bounds = interval_operation(op, {lo, hi}, {first, last});
            for (int64_t a = lo; a <= hi; ++a) {
              for (int64_t b = first; b <= last; ++b) {
                const std::optional<int64_t> result = fold_operation(op, a, b);
                ASSERT_TRUE(result ? bounds.range.contains(*result) : bounds.may_fail)
                    << op_text(op) << ' ' << a << ' ' << b << " of " << lo << ".." << hi << ", " << first << ".."
                    << last;
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GE(checked, 16u);
}

TEST(Interval, SaysWhereSixtyFourBitsAreNotEnough) {
  constexpr int64_t kMin = INT64_MIN, kMax = INT64_MAX;
  EXPECT_TRUE(interval_operation(Op::Add, {0, kMax}, {0, 1}).may_fail);
  EXPECT_FALSE(interval_operation(Op::Add, {0, kMax - 1}, {0, 1}).may_fail);
  EXPECT_TRUE(interval_operation(Op::Neg, {kMin, 0}, {}).may_fail);
  EXPECT_TRUE(interval_operation(Op::Div, {kMin, 0}, {-1, -1}).may_fail);
  EXPECT_FALSE(interval_operation(Op::Div, {kMin, 0}, {2, 3}).may_fail);
  EXPECT_TRUE(interval_operation(Op::Mul, {0, int64_t{1} << 32}, {0, int64_t{1} << 31}).may_fail);
  EXPECT_EQ(interval_operation(Op::Add, Interval::of(kMax), Interval::of(1)).range, Interval::of(kMax));
}

}  // namespace
}  // namespace px::ir
