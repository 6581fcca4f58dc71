// Interval arithmetic on sets of integers between two bounds. This is the only such library: range analysis, failure
// analysis, native code and the solver all use it to bound values, each with its own knowledge of places and names.
//
// Invariant: every value that an operation yields, on values within the bounds of its operands, lies within the bounds
// of the result. If the operation is an error of the model for some of them, `may_fail` is set, and the bounds are
// those of the values without an error. So if `may_fail` is false, generated code has no check.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/ir/program.h"

namespace px::ir {

struct Interval {
  int64_t lo = std::numeric_limits<int64_t>::min();
  int64_t hi = std::numeric_limits<int64_t>::max();

  static constexpr Interval all() { return {}; }
  static constexpr Interval of(int64_t value) { return {value, value}; }
  static constexpr Interval none() { return {1, 0}; }
  static constexpr Interval truth() { return {0, 1}; }

  bool empty() const { return lo > hi; }
  bool single() const { return lo == hi; }
  bool contains(int64_t value) const { return lo <= value && value <= hi; }
  bool contains(Interval other) const { return other.empty() || (lo <= other.lo && other.hi <= hi); }
  bool within(int64_t least, int64_t most) const { return Interval{least, most}.contains(*this); }
  bool within(Interval other) const { return other.contains(*this); }
  bool operator==(const Interval&) const = default;

  Interval meet(Interval other) const { return {std::max(lo, other.lo), std::min(hi, other.hi)}; }
  Interval join(Interval other) const {
    if (empty()) return other;
    if (other.empty()) return *this;
    return {std::min(lo, other.lo), std::max(hi, other.hi)};
  }
};

struct IntervalResult {
  Interval range{};
  bool may_fail = false;
};

// Applies the interval rule of op_kind.def; unary operations ignore `b`. An operation without a rule may have any
// value, and may fail if its row says Sometimes. On an empty operand the result is empty and does not fail.
IntervalResult interval_operation(Op op, Interval a, Interval b);

// The values that a comparison can have: {0, 0}, {1, 1} or both.
Interval interval_comparison(Op op, Interval a, Interval b);

// The values of `a` for which `a op b` can be true for some value of `b`; all of them if `op` is not a comparison.
Interval interval_restrict(Op op, Interval a, Interval b);

// The values of Op::Wrap into the range `type`.
inline Interval interval_of_wrap(Interval a, Interval type) {
  return type.contains(a) ? a : type;
}

// The masks of the sets with one of `size` elements.
Interval interval_of_singleton(int64_t size);

}  // namespace px::ir
