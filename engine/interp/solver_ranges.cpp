// Ranges of expressions while some cells are unassigned. A range holds every value that the expression can have for any
// values of these cells; it may be wider. An expression counts as fallible unless it certainly cannot fail: no range
// overflows, and divisors and elements are within bounds. Assigning cells only narrows ranges, so an expression that
// cannot fail at the start cannot fail later.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/interp/solver.h"
#include "engine/ir/exact_fold.h"
#include "engine/ir/interval.h"
#include "engine/ir/op_groups.h"

namespace px::interp {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Place;

// Comparing two cells by their ranges gains nothing: assigning the first one hardly ever decides.
bool Evaluator::Solver::is_ranged(ExprId condition) const {
  const Expr& e = program_.exprs[condition];
  if (e.op == Op::Not) return is_ranged(e.operands[0]);
  return ir::op_is_comparison(e.op) && reads_of(condition) > 2;
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
  return Range::all();
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
      return a.join(b);
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
    case Op::Timeout:
    case Op::Wrap:
    case Op::Fix:
    case Op::QueueLength:
    case Op::ElementAt:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_COMPARISON_OPS:
    case PX_SET_OPS:
    case PX_CONTROL_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: return range_of_operation(e);
    case PX_QUANTIFIER_OPS: return range_of_quantifier(e);
  }
  PX_UNREACHABLE("operation");
}

Evaluator::Solver::Range Evaluator::Solver::range_of_connective(const Expr& e) {
  const int64_t decides = e.op == Op::Or;
  bool known = true;
  // A known left side decides before the right side is evaluated; a range alone does not.
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
    const Address address = ev_.resolve(e.place);
    const Step step = ev_.step_of_cell_[address.bit()];
    if (step == 0) {
      const int64_t value = address.read(ev_.state->data());
      return {value, value};
    }
    may_need(step);
    return {cells_[step - 1].lo, cells_[step - 1].hi};
  }
  may_need(step_ + 1);
  const ir::TypeId type = program_.places[e.place].type;
  return {program_.scalar_lo(type), program_.scalar_hi(type)};
}

// Returns false for items of queues, and for indices that may lie outside their array. `known` becomes false if an
// index reads an unassigned cell.
bool Evaluator::Solver::range_of_index(const Place& place, bool& known) {
  if (place.kind == Place::Kind::Variable) return true;
  if (place.kind == Place::Kind::Item) return false;
  if (!range_of_index(program_.places[place.parent], known)) return false;
  if (place.kind == Place::Kind::FieldOf) return true;
  const Range index = range_if_known(place.index, known);
  const ir::Domain& cells = program_.types[program_.places[place.parent].type].domain;
  const int64_t first = program_.domain_first(cells);
  return index.lo >= first && index.hi < first + program_.domain_size(cells);
}

// `known` becomes false if an unassigned cell is read.
Evaluator::Solver::Range Evaluator::Solver::range_if_known(ExprId id, bool& known) {
  const Step outer = std::exchange(needed_, UINT32_MAX);
  const Range found = range(id);
  known = known && needed_ == UINT32_MAX;
  may_need(outer);
  return found;
}

// Operations without a rule, and control, of which nothing is known before the start, may have any value.
Evaluator::Solver::Range Evaluator::Solver::range_of_operation(const Expr& e) {
  const bool control = e.op == Op::Timeout || e.op == Op::At || e.op == Op::CanMove;
  const bool by_type = e.op == Op::SetOf || e.op == Op::ElementAt || e.op == Op::Wrap;
  if (control || (!ir::op_has_interval_rule(e.op) && !by_type)) return anything_or_failure();
  const Range a = range(e.operands[0]);
  if (by_type) return range_by_type(e, a);
  const Range b = e.operands[1].valid() ? range(e.operands[1]) : Range::of(0);
  if (ir::op_is_comparison(e.op)) return ir::interval_comparison(e.op, a, b);
  const ir::IntervalResult result = ir::interval_operation(e.op, a, b);
  return result.may_fail ? anything_or_failure() : result.range;
}

Evaluator::Solver::Range Evaluator::Solver::range_by_type(const Expr& e, Range a) {
  if (e.op == Op::SetOf) {
    const ir::Domain& domain = program_.types[e.type].domain;
    const int64_t first = program_.domain_first(domain);
    const int64_t size = program_.domain_size(domain);
    return a.within(first, first + size - 1) ? ir::interval_of_singleton(size) : anything_or_failure();
  }
  const Range type{program_.scalar_lo(e.type), program_.scalar_hi(e.type)};
  if (e.op == Op::Wrap) return ir::interval_of_wrap(a, type);
  return a.within(type) ? a : anything_or_failure();
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
      // Elements after a deciding one may still fail as long as that one is unknown.
      const bool decided = all.single() && all.lo == decides;
      if (!decided && (!holds.single() || holds.lo == decides)) all = holds;
      continue;
    }
    if (e.op == Op::Collect || holds.hi == 0) continue;
    Range item = e.op == Op::Count ? Range{1, 1} : range(e.operands[1]);
    if (holds.lo == 0) item = item.join(Range::of(0));
    least.add(item.lo);
    greatest.add(item.hi);
  }
  if (e.op == Op::Collect) return Range::all();
  if (truth) return all;
  // A sum whose total fits is not an error, whatever its partial sums are.
  return least.value() && greatest.value() ? Range{*least.value(), *greatest.value()} : anything_or_failure();
}

}  // namespace px::interp
