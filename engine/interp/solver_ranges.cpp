// Ranges of expressions while some cells have no value yet. A range holds every value that the expression can have,
// whatever these cells will be; it may be wider than that. That an expression may fail is said as long as it is not
// certain that it cannot: where ranges do not overflow, and divisors and elements are within bounds. Ranges only become
// narrower when cells get values, so what cannot fail at the start cannot fail later.
#include <algorithm>
#include <limits>

#include "engine/interp/solver.h"
#include "engine/ir/exact_fold.h"

namespace px {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Place;

namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kGreatest = std::numeric_limits<int64_t>::max();

bool is_comparison(Op op) {
  return op >= Op::Eq && op <= Op::Ge;
}

}  // namespace

// Comparing two cells by their ranges gains nothing: the first that gets a value decides hardly ever.
bool Evaluator::Solver::is_ranged(ExprId condition) const {
  const Expr& e = program_.exprs[condition];
  if (e.op == Op::Not) return is_ranged(e.operands[0]);
  return is_comparison(e.op) && reads_of(condition) > 2;
}

uint64_t Evaluator::Solver::reads_of(ExprId expr) const {
  if (!expr.valid()) return 0;
  const Expr& e = program_.exprs[expr];
  if (e.op == Op::Read) return 1;
  uint64_t reads = 0;
  for (ExprId operand : e.operands) reads += reads_of(operand);
  return e.op == Op::Sum || e.op == Op::Count ? reads * static_cast<uint64_t>(program_.domain_size(e.domain)) : reads;
}

void Evaluator::Solver::may_need(Step step) {
  needed_ = std::min(needed_, step);
}

Evaluator::Solver::Range Evaluator::Solver::anything_or_failure() {
  fallible_ = true;
  may_need(step_ + 1);
  return {kLeast, kGreatest};
}

Evaluator::Solver::Range Evaluator::Solver::range(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::Const: return {e.value, e.value};
    case Op::Binding: return {ev_.bindings[e.binding.value], ev_.bindings[e.binding.value]};
    case Op::Read: return range_of_read(e);
    case Op::IndexOf: return range(e.operands[0]);
    case Op::Not: {
      const Range a = range(e.operands[0]);
      return {a.hi == 0 && a.lo == 0, a.single() ? a.lo == 0 : 1};
    }
    case Op::And:
    case Op::Or: return range_of_connective(e);
    case Op::If: {
      const Range condition = range(e.operands[0]);
      if (condition.single()) return range(e.operands[condition.lo != 0 ? 1 : 2]);
      const Range a = range(e.operands[1]);
      const Range b = range(e.operands[2]);
      return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
    }
    case Op::Check: {
      const Range condition = range(e.operands[0]);
      return condition.lo == 1 ? range(e.operands[1]) : anything_or_failure();
    }
    case Op::Let: {
      const Range a = range(e.operands[0]);
      if (!a.single()) return anything_or_failure();
      ev_.bindings[e.binding.value] = a.lo;
      return range(e.operands[1]);
    }
    default: return ir::op_is_quantifier(e.op) ? range_of_quantifier(e) : range_of_binary(e);
  }
}

Evaluator::Solver::Range Evaluator::Solver::range_of_connective(const Expr& e) {
  const int64_t decides = e.op == Op::Or;
  bool known = true;
  // What is known decides before the right side is looked at; a range alone does not.
  const Range a = range_if_known(e.operands[0], known);
  if (known && a.single() && a.lo == decides) return a;
  const Range b = range(e.operands[1]);
  if (a.single() && a.lo == decides) return a;
  if (b.single() && b.lo == decides) return b;
  return a.single() ? b : Range{0, 1};
}

Evaluator::Solver::Range Evaluator::Solver::range_of_read(const Expr& e) {
  bool known = true;
  if (!range_of_index(program_.places[e.place], known)) return anything_or_failure();
  if (known && !fallible_) {
    const auto address = ev_.resolve(e.place);
    if (!address) return {0, 0};
    const Step step = ev_.step_of_cell_[address->bit];
    if (step == 0) {
      const int64_t value = ev_.read_scalar(address->bit, address->type);
      return {value, value};
    }
    may_need(step);
    return {cells_[step - 1].lo, cells_[step - 1].hi};
  }
  // Zero is what an array without cells has.
  may_need(step_ + 1);
  const ir::TypeId type = program_.places[e.place].type;
  return {std::min<int64_t>(0, program_.scalar_lo(type)), std::max<int64_t>(0, program_.scalar_hi(type))};
}

// False: items of queues. `known` becomes false if an index reads a cell that has no value.
bool Evaluator::Solver::range_of_index(const Place& place, bool& known) {
  if (place.kind == Place::Kind::Variable) return true;
  if (place.kind == Place::Kind::Item) return false;
  if (!range_of_index(program_.places[place.parent], known)) return false;
  if (place.kind == Place::Kind::FieldOf) return true;
  range_if_known(place.index, known);
  return true;
}

// `known` becomes false if a cell that has no value is read.
Evaluator::Solver::Range Evaluator::Solver::range_if_known(ExprId id, bool& known) {
  const Step outer = std::exchange(needed_, UINT32_MAX);
  const Range found = range(id);
  known = known && needed_ == UINT32_MAX;
  may_need(outer);
  return found;
}

Evaluator::Solver::Range Evaluator::Solver::range_of_binary(const Expr& e) {
  if (e.op > Op::Check) {
    const bool simple = e.op >= Op::Member && e.op <= Op::Card;
    if (e.op != Op::SetOf && !simple) return e.op == Op::ElementAt ? range_of_element(e) : anything_or_failure();
  }
  if (e.op == Op::Timeout || e.op == Op::Wrap) return anything_or_failure();
  const Range a = range(e.operands[0]);
  const Range b = e.operands[1].valid() ? range(e.operands[1]) : Range{0, 0};
  if (is_comparison(e.op)) return range_of_comparison(e.op, a, b);
  switch (e.op) {
    case Op::Member:
    case Op::Subset: return {0, 1};
    case Op::Card: return {0, 64};
    case Op::SetOf: {
      const ir::Domain& domain = program_.types[e.type].domain;
      const int64_t first = program_.domain_first(domain);
      const bool within = a.lo >= first && a.hi - first < program_.domain_size(domain);
      return within ? Range{kLeast, kGreatest} : anything_or_failure();
    }
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::BitNot: return {kLeast, kGreatest};
    default: return range_of_arithmetic(e.op, a, b);
  }
}

Evaluator::Solver::Range Evaluator::Solver::range_of_element(const Expr& e) {
  const Range index = range(e.operands[0]);
  const bool within = index.lo >= program_.scalar_lo(e.type) && index.hi <= program_.scalar_hi(e.type);
  return within ? index : anything_or_failure();
}

Evaluator::Solver::Range Evaluator::Solver::range_of_comparison(Op op, Range a, Range b) {
  switch (op) {
    case Op::Eq: return {a.single() && b.single() && a.lo == b.lo, a.lo <= b.hi && b.lo <= a.hi};
    case Op::Ne: return {a.hi < b.lo || b.hi < a.lo, !(a.single() && b.single() && a.lo == b.lo)};
    case Op::Lt: return {a.hi < b.lo, a.lo < b.hi};
    case Op::Le: return {a.hi <= b.lo, a.lo <= b.hi};
    case Op::Gt: return {a.lo > b.hi, a.hi > b.lo};
    default: return {a.lo >= b.hi, a.hi >= b.lo};
  }
}

Evaluator::Solver::Range Evaluator::Solver::range_of_arithmetic(Op op, Range a, Range b) {
  Range result{0, 0};
  bool overflow = false;
  switch (op) {
    case Op::Neg:
      overflow = __builtin_sub_overflow(int64_t{0}, a.hi, &result.lo);
      overflow |= __builtin_sub_overflow(int64_t{0}, a.lo, &result.hi);
      break;
    case Op::Add:
      overflow = __builtin_add_overflow(a.lo, b.lo, &result.lo);
      overflow |= __builtin_add_overflow(a.hi, b.hi, &result.hi);
      break;
    case Op::Sub:
      overflow = __builtin_sub_overflow(a.lo, b.hi, &result.lo);
      overflow |= __builtin_sub_overflow(a.hi, b.lo, &result.hi);
      break;
    case Op::Mul: {
      int64_t corners[4];
      overflow = __builtin_mul_overflow(a.lo, b.lo, &corners[0]);
      overflow |= __builtin_mul_overflow(a.lo, b.hi, &corners[1]);
      overflow |= __builtin_mul_overflow(a.hi, b.lo, &corners[2]);
      overflow |= __builtin_mul_overflow(a.hi, b.hi, &corners[3]);
      const auto [lo, hi] = std::minmax_element(corners, corners + 4);
      result = {*lo, *hi};
      break;
    }
    case Op::Div:
    case Op::Mod: return range_of_quotient(op, a, b);
    default: return anything_or_failure();
  }
  return overflow ? anything_or_failure() : result;
}

Evaluator::Solver::Range Evaluator::Solver::range_of_quotient(Op op, Range a, Range b) {
  const bool by_zero = b.lo <= 0 && b.hi >= 0;
  if (by_zero || a.lo == kLeast || b.lo == kLeast) return anything_or_failure();
  if (op == Op::Div) {
    const int64_t corners[4] = {a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi};
    const auto [lo, hi] = std::minmax_element(corners, corners + 4);
    return {*lo, *hi};
  }
  if (a.single() && b.single()) return {a.lo % b.lo, a.lo % b.lo};
  const int64_t most = std::max(b.hi, -b.lo) - 1;  // the remainder has the sign of the dividend
  return {a.lo >= 0 ? 0 : std::max(a.lo, -most), a.hi <= 0 ? 0 : std::min(a.hi, most)};
}

Evaluator::Solver::Range Evaluator::Solver::range_of_quantifier(const Expr& e) {
  const int64_t outer = ev_.bindings[e.binding.value];
  const Range result = range_of_quantified(e);
  ev_.bindings[e.binding.value] = outer;
  return result;
}

Evaluator::Solver::Range Evaluator::Solver::range_of_quantified(const Expr& e) {
  const bool truth = e.op == Op::Forall || e.op == Op::Exists;
  if (!truth && e.op != Op::Count && e.op != Op::Sum && e.op != Op::Collect) return anything_or_failure();
  const int64_t first = program_.domain_first(e.domain);
  const int64_t size = program_.domain_size(e.domain);
  const int64_t decides = e.op == Op::Exists;
  Range all = e.op == Op::Forall ? Range{1, 1} : Range{0, 0};
  ir::ExactSum least;
  ir::ExactSum greatest;
  for (int64_t v = first; v < first + size; ++v) {
    ev_.ask();
    ev_.bindings[e.binding.value] = v;
    const Range holds = e.operands[0].valid() ? range(e.operands[0]) : Range{1, 1};
    if (truth) {
      // What comes after one that decides may still fail before this one is known.
      const bool decided = all.single() && all.lo == decides;
      if (!decided && (!holds.single() || holds.lo == decides)) all = holds;
      continue;
    }
    if (e.op == Op::Collect || holds.hi == 0) continue;
    Range item = e.op == Op::Count ? Range{1, 1} : range(e.operands[1]);
    if (holds.lo == 0) item = {std::min<int64_t>(item.lo, 0), std::max<int64_t>(item.hi, 0)};
    least.add(item.lo);
    greatest.add(item.hi);
  }
  if (e.op == Op::Collect) return {kLeast, kGreatest};
  if (truth) return all;
  // A sum that fits in the end is no error, whatever its beginning is.
  return least.value() && greatest.value() ? Range{*least.value(), *greatest.value()} : anything_or_failure();
}

}  // namespace px
