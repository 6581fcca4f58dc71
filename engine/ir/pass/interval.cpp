#include "engine/ir/pass/interval.h"

#include <bit>

namespace px::ir {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

int64_t add(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? kMax : kMin;
}

int64_t subtract(int64_t a, int64_t b) {
  int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? kMax : kMin;
}

int64_t multiply(int64_t a, int64_t b) {
  int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? kMax : kMin;
}

int64_t negate(int64_t a) {
  return a == kMin ? kMax : -a;
}

Interval products(Interval a, Interval b) {
  const int64_t corners[] = {multiply(a.lo, b.lo), multiply(a.lo, b.hi), multiply(a.hi, b.lo), multiply(a.hi, b.hi)};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

// A positive divisor brings values nearer to 0; any other may also turn the sign.
Interval quotients(Interval a, Interval b) {
  if (b.lo > 0) {
    return {a.lo >= 0 ? a.lo / b.hi : a.lo / b.lo, a.hi >= 0 ? a.hi / b.lo : a.hi / b.hi};
  }
  if (a.lo == kMin) return Interval::all();
  const int64_t most = std::max(negate(std::min(a.lo, int64_t{0})), std::max(a.hi, int64_t{0}));
  return {-most, most};
}

// The sign of the dividend, smaller than the divisor, and no further from 0 than the dividend.
Interval remainders(Interval a, Interval b) {
  const int64_t divisor = std::max(negate(std::min(b.lo, int64_t{0})), std::max(b.hi, int64_t{0}));
  const int64_t most = divisor == 0 ? 0 : divisor - (b.lo == kMin ? 0 : 1);
  return {a.lo < 0 ? std::max(a.lo, -most) : 0, a.hi > 0 ? std::min(a.hi, most) : 0};
}

// All numbers of as many bits as the largest of both, if none is negative.
Interval bits_of_both(Interval a, Interval b) {
  if (a.lo < 0 || b.lo < 0) return Interval::all();
  const int width = std::bit_width(static_cast<uint64_t>(std::max(a.hi, b.hi)));
  return {0, static_cast<int64_t>((uint64_t{1} << width) - 1)};
}

Interval common_bits(Interval a, Interval b) {
  if (a.lo < 0 && b.lo < 0) return Interval::all();
  if (a.lo < 0) return {0, b.hi};
  if (b.lo < 0) return {0, a.hi};
  return {0, std::min(a.hi, b.hi)};
}

Interval shifted_left(Interval a, Interval b) {
  const bool safe = a.lo >= 0 && b.lo >= 0 && b.hi < 63 && a.hi <= (kMax >> b.hi);
  return safe ? Interval{a.lo << b.lo, a.hi << b.hi} : Interval::all();
}

}  // namespace

Interval interval_operation(Op op, Interval a, Interval b) {
  const bool one_operand = op == Op::Neg || op == Op::BitNot;
  if (a.empty() || (!one_operand && b.empty())) return Interval::none();
  switch (op) {
    case Op::Neg: return {negate(a.hi), negate(a.lo)};
    case Op::BitNot: return {~a.hi, ~a.lo};
    case Op::Add: return {add(a.lo, b.lo), add(a.hi, b.hi)};
    case Op::Sub: return {subtract(a.lo, b.hi), subtract(a.hi, b.lo)};
    case Op::Mul: return products(a, b);
    case Op::Div: return quotients(a, b);
    case Op::Mod: return remainders(a, b);
    case Op::Shl: return shifted_left(a, b);
    case Op::Shr: return {std::min(a.lo, int64_t{0}), std::max(a.hi, int64_t{0})};
    case Op::BitAnd: return common_bits(a, b);
    case Op::BitOr:
    case Op::BitXor: return bits_of_both(a, b);
    default: return Interval::all();
  }
}

Interval interval_restrict(Op op, Interval a, Interval b) {
  if (a.empty() || b.empty()) return Interval::none();
  switch (op) {
    case Op::Eq: return a.meet(b);
    case Op::Ne:
      // Only a single value at an end can be cut off.
      if (b.lo != b.hi) return a;
      if (a.lo == b.lo) return a.lo == kMax ? Interval::none() : Interval{a.lo + 1, a.hi};
      if (a.hi == b.lo) return a.hi == kMin ? Interval::none() : Interval{a.lo, a.hi - 1};
      return a;
    case Op::Lt: return b.hi == kMin ? Interval::none() : a.meet({kMin, b.hi - 1});
    case Op::Le: return a.meet({kMin, b.hi});
    case Op::Gt: return b.lo == kMax ? Interval::none() : a.meet({b.lo + 1, kMax});
    case Op::Ge: return a.meet({b.lo, kMax});
    default: return a;
  }
}

}  // namespace px::ir
