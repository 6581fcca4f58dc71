#include "engine/ir/fold.h"

#include <bit>
#include <limits>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"

namespace px::ir {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

using Folded = std::optional<int64_t>;

Folded fold_arithmetic(Op op, int64_t a, int64_t b) {
  int64_t result = 0;
  bool overflow = false;
  if (op == Op::Neg) overflow = __builtin_sub_overflow(int64_t{0}, a, &result);
  if (op == Op::Add) overflow = __builtin_add_overflow(a, b, &result);
  if (op == Op::Sub) overflow = __builtin_sub_overflow(a, b, &result);
  if (op == Op::Mul) overflow = __builtin_mul_overflow(a, b, &result);
  return overflow ? Folded() : Folded(result);
}

Folded fold_division(Op op, int64_t a, int64_t b) {
  if (b == 0 || (a == kMin && b == -1)) return {};
  return op == Op::Div ? a / b : a % b;
}

Folded fold_shift(Op op, int64_t a, int64_t b) {
  if (b < 0 || b > 63) return {};
  return op == Op::Shl ? static_cast<int64_t>(static_cast<uint64_t>(a) << b) : a >> b;
}

// The bit position of an element in a set over the domain.
Folded position(const Program& program, const Domain& domain, int64_t element) {
  const int64_t first = program.domain_first(domain);
  if (element < first || element - first >= program.domain_size(domain)) return {};
  return element - first;
}

}  // namespace

std::optional<int64_t> fold_operation(Op op, int64_t a, int64_t b, int64_t c) {
  switch (op) {
    case Op::Neg:
    case Op::Add:
    case Op::Sub:
    case Op::Mul: return fold_arithmetic(op, a, b);
    case Op::Div:
    case Op::Mod: return fold_division(op, a, b);
    case Op::Shl:
    case Op::Shr: return fold_shift(op, a, b);
#define PX_TOTAL_OP(name, value) \
  case Op::name: \
    return value;
#include "engine/ir/total_op.def"
#undef PX_TOTAL_OP
    case Op::Not: return a == 0 ? 1 : 0;
    case Op::And: return a != 0 && b != 0 ? 1 : 0;
    case Op::Or: return a != 0 || b != 0 ? 1 : 0;
    case Op::If: return a != 0 ? b : c;
    case Op::Wrap:
    case Op::Check:
    case Op::SetOf:
    case Op::Member:
    case PX_LEAF_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: return {};
  }
  PX_UNREACHABLE("operation");
}

std::optional<int64_t> fold_expression(const Program& program, const Expr& e, int64_t a, int64_t b, int64_t c) {
  if (e.op == Op::Wrap) return wrap_value(a, program.types[e.type].lo, program.types[e.type].hi);
  if (e.op == Op::IndexOf) return a;
  if (e.op == Op::ElementAt) {
    return a >= program.scalar_lo(e.type) && a <= program.scalar_hi(e.type) ? Folded(a) : Folded();
  }
  if (e.op == Op::SetOf) {
    const Folded bit = position(program, program.types[e.type].domain, a);
    return bit ? Folded(static_cast<int64_t>(uint64_t{1} << *bit)) : Folded();
  }
  if (e.op == Op::Member) {
    const Folded bit = position(program, program.types[program.exprs[e.operands[1]].type].domain, a);
    return bit && (static_cast<uint64_t>(b) >> *bit & 1) != 0 ? 1 : 0;
  }
  return fold_operation(e.op, a, b, c);
}

bool op_folds(Op op) {
  switch (op) {
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_SET_OPS:
    case PX_CONVERSION_OPS:
    case Op::If:
    case Op::Wrap: return true;
    case Op::Check:
    case PX_LEAF_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_CONTROL_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: return false;
  }
  PX_UNREACHABLE("operation");
}

int64_t wrap_value(int64_t value, int64_t lo, int64_t hi) {
  const uint64_t mask = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo);
  const uint64_t offset = (static_cast<uint64_t>(value) - static_cast<uint64_t>(lo)) & mask;
  return static_cast<int64_t>(offset + static_cast<uint64_t>(lo));
}

}  // namespace px::ir
