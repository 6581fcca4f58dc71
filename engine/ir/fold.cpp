#include "engine/ir/fold.h"

#include <bit>
#include <limits>

namespace px::ir {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

std::optional<int64_t> fold_arithmetic(Op op, int64_t a, int64_t b) {
  int64_t result = 0;
  const bool shift_is_legal = b >= 0 && b < 64;
  switch (op) {
    case Op::Neg: return a == kMin ? std::nullopt : std::optional(-a);
    case Op::BitNot: return ~a;
    case Op::Add: return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Op::Sub: return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Op::Mul: return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Op::Div: return b == 0 || (a == kMin && b == -1) ? std::nullopt : std::optional(a / b);
    case Op::Mod: return b == 0 || (a == kMin && b == -1) ? std::nullopt : std::optional(a % b);
    case Op::Shl:
      return shift_is_legal ? std::optional(static_cast<int64_t>(static_cast<uint64_t>(a) << b)) : std::nullopt;
    case Op::Shr: return shift_is_legal ? std::optional(a >> b) : std::nullopt;
    case Op::BitAnd: return a & b;
    case Op::BitOr: return a | b;
    case Op::BitXor: return a ^ b;
    default: return {};
  }
}

}  // namespace

std::optional<int64_t> fold_operation(Op op, int64_t a, int64_t b, int64_t c) {
  switch (op) {
    case Op::Not: return a == 0 ? 1 : 0;
    case Op::And: return a != 0 && b != 0 ? 1 : 0;
    case Op::Or: return a != 0 || b != 0 ? 1 : 0;
    case Op::Eq: return a == b ? 1 : 0;
    case Op::Ne: return a != b ? 1 : 0;
    case Op::Lt: return a < b ? 1 : 0;
    case Op::Le: return a <= b ? 1 : 0;
    case Op::Gt: return a > b ? 1 : 0;
    case Op::Ge: return a >= b ? 1 : 0;
    case Op::If: return a != 0 ? b : c;
    case Op::Union: return a | b;
    case Op::Intersect: return a & b;
    case Op::Difference: return a & ~b;
    case Op::Subset: return (a & ~b) == 0 ? 1 : 0;
    case Op::Card: return std::popcount(static_cast<uint64_t>(a));
    default: return fold_arithmetic(op, a, b);
  }
}

int64_t wrap_value(int64_t value, int64_t lo, int64_t hi) {
  const uint64_t mask = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo);
  const uint64_t offset = (static_cast<uint64_t>(value) - static_cast<uint64_t>(lo)) & mask;
  return static_cast<int64_t>(offset + static_cast<uint64_t>(lo));
}

}  // namespace px::ir
