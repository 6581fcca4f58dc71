#include "engine/jit/interval.h"

#include <bit>

namespace px::jit {
namespace {

// The exact results of 64-bit arithmetic need more than 64 bits.
__extension__ using Wide = __int128;

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

IntervalResult clipped(Wide lo, Wide hi) {
  const bool fits = lo >= kMin && hi <= kMax;
  return {{static_cast<int64_t>(std::max<Wide>(lo, kMin)), static_cast<int64_t>(std::min<Wide>(hi, kMax))}, !fits};
}

IntervalResult product(const Interval& a, const Interval& b) {
  const Wide corners[] = {Wide{a.lo} * b.lo, Wide{a.lo} * b.hi, Wide{a.hi} * b.lo, Wide{a.hi} * b.hi};
  return clipped(*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4));
}

Wide magnitude(const Interval& a) {
  return std::max(a.hi < 0 ? -Wide{a.hi} : Wide{a.hi}, a.lo < 0 ? -Wide{a.lo} : Wide{a.lo});
}

IntervalResult quotient(const Interval& a, const Interval& b) {
  const Wide largest = magnitude(a);
  IntervalResult result = clipped(a.lo >= 0 && b.lo >= 0 ? 0 : -largest, largest);
  result.may_fail = b.contains(0) || (a.lo == kMin && b.contains(-1));
  return result;
}

IntervalResult remainder(const Interval& a, const Interval& b) {
  const Wide largest = std::min(magnitude(a), std::max<Wide>(magnitude(b) - 1, 0));
  IntervalResult result = clipped(a.lo < 0 ? -largest : 0, a.hi > 0 ? largest : 0);
  result.may_fail = b.contains(0) || (a.lo == kMin && b.contains(-1));
  return result;
}

// All bits up to the highest one of both set.
int64_t filled(int64_t a, int64_t b) {
  const int width = std::bit_width(static_cast<uint64_t>(a | b));
  return width >= 63 ? kMax : (int64_t{1} << width) - 1;
}

IntervalResult shifted(ir::Op op, const Interval& a, const Interval& b) {
  IntervalResult result;
  result.may_fail = !b.within(0, 63);
  if (op == ir::Op::Shr) {
    result.range = {a.lo >= 0 ? 0 : a.lo, std::max<int64_t>(a.hi, -1)};
  } else if (a.lo >= 0 && b.within(0, 62) && Wide{a.hi} << b.hi <= kMax) {
    result.range = {0, a.hi << b.hi};
  }
  return result;
}

}  // namespace

IntervalResult interval_of(ir::Op op, const Interval& a, const Interval& b) {
  const bool natural = a.lo >= 0 && b.lo >= 0;
  switch (op) {
    case ir::Op::Neg: return clipped(-Wide{a.hi}, -Wide{a.lo});
    case ir::Op::Add: return clipped(Wide{a.lo} + b.lo, Wide{a.hi} + b.hi);
    case ir::Op::Sub: return clipped(Wide{a.lo} - b.hi, Wide{a.hi} - b.lo);
    case ir::Op::Mul: return product(a, b);
    case ir::Op::Div: return quotient(a, b);
    case ir::Op::Mod: return remainder(a, b);
    case ir::Op::Shl:
    case ir::Op::Shr: return shifted(op, a, b);
    case ir::Op::BitNot: return {{~a.hi, ~a.lo}};
    case ir::Op::BitAnd:
    case ir::Op::Intersect: return natural ? IntervalResult{{0, std::min(a.hi, b.hi)}} : IntervalResult{};
    case ir::Op::BitOr:
    case ir::Op::Union:
    case ir::Op::BitXor: return natural ? IntervalResult{{0, filled(a.hi, b.hi)}} : IntervalResult{};
    case ir::Op::Difference: return a.lo >= 0 ? IntervalResult{{0, a.hi}} : IntervalResult{};
    case ir::Op::Card: return {{0, 64}};
    default: return {};
  }
}

Interval interval_of_wrap(const Interval& a, const Interval& type) {
  return a.within(type) ? a : type;
}

Interval range_of_singleton(int64_t size) {
  if (size < 1 || size > 63) return {};
  return {1, int64_t{1} << (size - 1)};
}

}  // namespace px::jit
