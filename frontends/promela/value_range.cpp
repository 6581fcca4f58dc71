#include "frontends/promela/value_range.h"

#include <algorithm>

namespace px::promela {
namespace {

constexpr ValueRange kAnyInt = {INT32_MIN, INT32_MAX};

ValueRange within_int(int64_t lo, int64_t hi) {
  const bool inside = lo >= kAnyInt.lo && hi <= kAnyInt.hi;
  return inside ? ValueRange{lo, hi} : ValueRange::anything();
}

ValueRange bit_and(ValueRange a, ValueRange b) {
  if (a.lo < 0 && b.lo < 0) return kAnyInt;
  if (a.lo < 0) return within_int(0, b.hi);
  if (b.lo < 0) return within_int(0, a.hi);
  return within_int(0, std::min(a.hi, b.hi));
}

}  // namespace

ValueRange result_range(Operator op, ValueRange a, ValueRange b) {
  switch (op) {
    case Operator::Or:
    case Operator::And:
    case Operator::Equal:
    case Operator::NotEqual:
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::Greater:
    case Operator::GreaterEqual:
    case Operator::Not: return {0, 1};
    case Operator::Negate: return {-a.hi, -a.lo};
    case Operator::Add: return within_int(a.lo + b.lo, a.hi + b.hi);
    case Operator::Subtract: return within_int(a.lo - b.hi, a.hi - b.lo);
    case Operator::Multiply: {
      const bool small = a.lo >= 0 && b.lo >= 0 && a.hi <= kAnyInt.hi && b.hi <= kAnyInt.hi;
      return small ? within_int(a.lo * b.lo, a.hi * b.hi) : ValueRange::anything();
    }
    case Operator::Divide: return a.lo >= 0 && b.lo >= 0 ? within_int(0, a.hi) : kAnyInt;
    case Operator::Modulo: return a.lo >= 0 && b.lo > 0 ? within_int(0, std::min(a.hi, b.hi - 1)) : kAnyInt;
    case Operator::BitAnd: return bit_and(a, b);
    case Operator::ShiftRight: return a.lo >= 0 ? within_int(0, a.hi) : kAnyInt;
    default: return ValueRange::anything();
  }
}

}  // namespace px::promela
