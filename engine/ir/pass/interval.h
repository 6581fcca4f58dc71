// Sets of integers between two bounds, and arithmetic on them. Every result contains all values that the operation
// yields on the operands' values; what overflows 64 bits is an error of the model and yields nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/ir/program.h"

namespace px::ir {

struct Interval {
  int64_t lo = std::numeric_limits<int64_t>::min();
  int64_t hi = std::numeric_limits<int64_t>::max();

  static Interval all() { return {}; }
  static Interval of(int64_t value) { return {value, value}; }
  static Interval none() { return {1, 0}; }

  bool empty() const { return lo > hi; }
  bool contains(Interval other) const { return other.empty() || (lo <= other.lo && other.hi <= hi); }
  bool operator==(const Interval&) const = default;

  Interval meet(Interval other) const { return {std::max(lo, other.lo), std::min(hi, other.hi)}; }
  Interval join(Interval other) const {
    if (empty()) return other;
    if (other.empty()) return *this;
    return {std::min(lo, other.lo), std::max(hi, other.hi)};
  }
};

// Neg, BitNot and the binary arithmetic operations; `b` is ignored by the first two.
Interval interval_operation(Op op, Interval a, Interval b);

// The values of `a` for which `a op b` can be true for some value of `b`; op is one of the six comparisons.
Interval interval_restrict(Op op, Interval a, Interval b);

}  // namespace px::ir
