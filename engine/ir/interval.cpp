#include "engine/ir/interval.h"

#include <bit>

#include "engine/base/check.h"

namespace px::ir {
namespace {

// The exact results of 64-bit arithmetic need more than 64 bits.
__extension__ using Wide = __int128;

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// Results that do not fit into 64 bits are errors of the model.
IntervalResult clipped(Wide lo, Wide hi) {
  const auto nearest = [](Wide x) { return static_cast<int64_t>(std::clamp<Wide>(x, kMin, kMax)); };
  return {{nearest(lo), nearest(hi)}, lo < kMin || hi > kMax};
}

Wide magnitude(Interval a) {
  return std::max(a.hi < 0 ? -Wide{a.hi} : Wide{a.hi}, a.lo < 0 ? -Wide{a.lo} : Wide{a.lo});
}

// ---- The rules of op_kind.def. An operation whose row says Never does not fail, whatever its rule returns.
namespace rule {

IntervalResult none(Interval, Interval) {
  return {Interval::all(), true};
}

IntervalResult truth(Interval, Interval) {
  return {Interval::truth(), true};
}

IntervalResult negation(Interval a, Interval) {
  return clipped(-Wide{a.hi}, -Wide{a.lo});
}

IntervalResult complement(Interval a, Interval) {
  return {{~a.hi, ~a.lo}};
}

IntervalResult sum(Interval a, Interval b) {
  return clipped(Wide{a.lo} + b.lo, Wide{a.hi} + b.hi);
}

IntervalResult difference(Interval a, Interval b) {
  return clipped(Wide{a.lo} - b.hi, Wide{a.hi} - b.lo);
}

IntervalResult product(Interval a, Interval b) {
  const Wide corners[] = {Wide{a.lo} * b.lo, Wide{a.lo} * b.hi, Wide{a.hi} * b.lo, Wide{a.hi} * b.hi};
  return clipped(*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4));
}

// For divisors of one sign, truncated division is monotone in both operands, so the corners bound it.
void add_quotients(Interval a, Interval b, Interval& all, bool& overflow) {
  if (b.empty()) return;
  for (const int64_t x : {a.lo, a.hi}) {
    for (const int64_t y : {b.lo, b.hi}) {
      const IntervalResult corner = clipped(Wide{x} / y, Wide{x} / y);
      all = all.join(corner.range);
      overflow = overflow || corner.may_fail;
    }
  }
}

IntervalResult quotient(Interval a, Interval b) {
  IntervalResult result{Interval::none(), b.contains(0)};
  add_quotients(a, b.meet({kMin, -1}), result.range, result.may_fail);
  add_quotients(a, b.meet({1, kMax}), result.range, result.may_fail);
  if (result.range.empty()) result.range = Interval::of(0);
  return result;
}

// A remainder has the sign of the dividend, is smaller than the divisor in magnitude, and no further from 0 than the
// dividend. With a single divisor, dividends with the same quotient keep their order.
IntervalResult remainder(Interval a, Interval b) {
  const bool may_fail = b.contains(0) || (a.lo == kMin && b.contains(-1));
  if (!may_fail && b.single() && a.lo / b.lo == a.hi / b.lo) return {{a.lo % b.lo, a.hi % b.lo}};
  const auto most = static_cast<int64_t>(std::max<Wide>(magnitude(b) - 1, 0));
  return {{a.lo < 0 ? std::max(a.lo, -most) : 0, a.hi > 0 ? std::min(a.hi, most) : 0}, may_fail};
}

IntervalResult shift_left(Interval a, Interval b) {
  IntervalResult result{.may_fail = !b.within(0, 63)};
  if (a.lo >= 0 && b.within(0, 62) && a.hi <= (kMax >> b.hi)) result.range = {a.lo << b.lo, a.hi << b.hi};
  return result;
}

IntervalResult shift_right(Interval a, Interval b) {
  return {{std::min<int64_t>(a.lo, 0), std::max<int64_t>(a.hi, -1)}, !b.within(0, 63)};
}

IntervalResult common_bits(Interval a, Interval b) {
  if (a.lo < 0 && b.lo < 0) return {Interval::all()};
  if (a.lo < 0) return {{0, b.hi}};
  if (b.lo < 0) return {{0, a.hi}};
  return {{0, std::min(a.hi, b.hi)}};
}

// All numbers with as many bits as the larger operand, if neither is negative.
IntervalResult all_bits(Interval a, Interval b) {
  if (a.lo < 0 || b.lo < 0) return {Interval::all()};
  const int width = std::bit_width(static_cast<uint64_t>(std::max(a.hi, b.hi)));
  return {{0, static_cast<int64_t>((uint64_t{1} << width) - 1)}};
}

IntervalResult fewer_bits(Interval a, Interval) {
  return {a.lo >= 0 ? Interval{0, a.hi} : Interval::all()};
}

IntervalResult lesser(Interval a, Interval b) {
  return {{std::min(a.lo, b.lo), std::min(a.hi, b.hi)}};
}

IntervalResult greater(Interval a, Interval b) {
  return {{std::max(a.lo, b.lo), std::max(a.hi, b.hi)}};
}

IntervalResult members(Interval, Interval) {
  return {{0, 64}};
}

}  // namespace rule

IntervalResult by_rule(Op op, Interval a, Interval b) {
  switch (op) {
#define PX_OP(name, text, syntax, operands, result, failure, interval) \
  case Op::name: \
    return rule::interval(a, b);
#include "engine/ir/op_kind.def"
#undef PX_OP
  }
  PX_UNREACHABLE("operation");
}

}  // namespace

IntervalResult interval_operation(Op op, Interval a, Interval b) {
  if ((op_operands(op) > 0 && a.empty()) || (op_operands(op) > 1 && b.empty())) return {Interval::none()};
  IntervalResult result = by_rule(op, a, b);
  result.may_fail = result.may_fail && op_may_fail(op);
  return result;
}

Interval interval_comparison(Op op, Interval a, Interval b) {
  const auto between = [](bool always, bool possible) { return Interval{always ? 1 : 0, possible ? 1 : 0}; };
  const bool equal = a.single() && b.single() && a.lo == b.lo;
  const bool apart = a.hi < b.lo || b.hi < a.lo;
  if (op == Op::Eq) return between(equal, !apart);
  if (op == Op::Ne) return between(apart, !equal);
  if (op == Op::Lt) return between(a.hi < b.lo, a.lo < b.hi);
  if (op == Op::Le) return between(a.hi <= b.lo, a.lo <= b.hi);
  if (op == Op::Gt) return between(a.lo > b.hi, a.hi > b.lo);
  if (op == Op::Ge) return between(a.lo >= b.hi, a.hi >= b.lo);
  return Interval::truth();
}

Interval interval_restrict(Op op, Interval a, Interval b) {
  if (a.empty() || b.empty()) return Interval::none();
  if (op == Op::Eq) return a.meet(b);
  if (op == Op::Ne) {
    // Only a single value at an end can be cut off.
    if (!b.single()) return a;
    if (a.lo == b.lo) return a.lo == kMax ? Interval::none() : Interval{a.lo + 1, a.hi};
    if (a.hi == b.lo) return a.hi == kMin ? Interval::none() : Interval{a.lo, a.hi - 1};
    return a;
  }
  if (op == Op::Lt) return b.hi == kMin ? Interval::none() : a.meet({kMin, b.hi - 1});
  if (op == Op::Le) return a.meet({kMin, b.hi});
  if (op == Op::Gt) return b.lo == kMax ? Interval::none() : a.meet({b.lo + 1, kMax});
  if (op == Op::Ge) return a.meet({b.lo, kMax});
  return a;
}

Interval interval_of_singleton(int64_t size) {
  if (size < 1 || size > 63) return Interval::all();
  return {1, int64_t{1} << (size - 1)};
}

}  // namespace px::ir
