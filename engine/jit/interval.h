// What is known of a number: it lies in lo..hi. Where the exact result of an operation on two intervals fits 64 bits,
// the operation cannot overflow, and generated code has no check.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/ir/program.h"

namespace px::jit {

struct Interval {
  int64_t lo = std::numeric_limits<int64_t>::min();
  int64_t hi = std::numeric_limits<int64_t>::max();

  static Interval exactly(int64_t value) { return {value, value}; }
  bool within(int64_t least, int64_t most) const { return lo >= least && hi <= most; }
  bool within(const Interval& other) const { return within(other.lo, other.hi); }
  bool contains(int64_t value) const { return lo <= value && value <= hi; }
  bool operator==(const Interval&) const = default;
};

inline Interval join(const Interval& a, const Interval& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

// The result of an operation and whether it can be an error of the model (then the result counts only if it is not).
struct IntervalResult {
  Interval range;
  bool may_fail = false;
};

// `op` is an arithmetic or bit operation of one (b ignored) or two numbers.
IntervalResult interval_of(ir::Op op, const Interval& a, const Interval& b);
// Of ir::Op::Wrap into the range `type`.
Interval interval_of_wrap(const Interval& a, const Interval& type);
// Of a set with one of `size` elements, as a mask.
Interval range_of_singleton(int64_t size);

}  // namespace px::jit
