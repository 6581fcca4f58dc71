#include "engine/ir/pass/failure_analysis.h"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/base/check.h"
#include "engine/ir/interval.h"
#include "engine/ir/op_groups.h"
#include "engine/ir/pass/same_value.h"

namespace px::ir {
namespace {

// Evaluates ranges of values; sets `failed` as soon as an error is possible. `present_` holds the places known at this
// point not to be "none", or to be true, from a condition evaluated before; `excluded_` holds, likewise, the elements
// that names cannot denote.
class Judge {
 public:
  Judge(const Program& program, const FailureAnalysis& tables, const std::vector<FailureAnalysis::Bounds>& bounds)
      : program_(program), tables_(tables), bounds_(bounds) {}

  bool failed = false;
  bool wrong_cell = false;  // an index may be out of range, and evaluation continues with a wrong cell

  Interval range(ExprId id) {
    if (!id.valid()) return {1, 1};  // a sum without a filter
    if (const std::optional<Interval> exact = tabulated(id)) return *exact;
    const Expr& e = program_.exprs[id];
    switch (e.op) {
      case Op::Const: return {e.value, e.value};
      case Op::Binding: {
        if (const auto named = named_.find(e.binding); named != named_.end()) return named->second;
        const FailureAnalysis::Bounds& bounds = bounds_[e.binding.value];
        return bounds.known ? Interval{bounds.lo, bounds.hi} : of_type(e.type);
      }
      case Op::Read: return read(e);
      case Op::QueueLength: place(e.place); return {0, program_.types[program_.places[e.place].type].capacity};
      case Op::And:
      case Op::Or: return junction(e);
      case Op::If: return choice(e);
      case Op::Let: {
        named_[e.binding] = range(e.operands[0]);
        return range(e.operands[1]);
      }
      case Op::Check: return checked_value(e);
      case Op::Count: range(e.operands[0]); return {0, program_.domain_size(e.domain)};
      case Op::Sum: {
        range(e.operands[0]);
        const Interval items = range(e.operands[1]).join(Interval::of(0));
        return checked(interval_operation(Op::Mul, items, {0, program_.domain_size(e.domain)}));
      }
      case Op::Product: return product(e);
      case Op::The: failed = true; return of_type(e.type);
      case Op::Min:
      case Op::Max: return extreme(e);
      case Op::ElementAt: return element_at(e);
      case Op::IndexOf: return range(e.operands[0]);
      case Op::LocationIndex:  // of an element outside the family: -1
        range(e.operands[0]);
        return {-1, static_cast<int64_t>(program_.families[e.family].locations.size()) - 1};
      case Op::SetOf: return singleton(e);
      case Op::Timeout:
      case Op::Wrap:
      case Op::Not:
      case Op::Collect:
      case Op::Fix:
      case Op::Member:
      case Op::Union:
      case Op::Intersect:
      case Op::Difference:
      case Op::Subset:
      case Op::Card:
      case Op::At:
      case Op::CanMove:
      case PX_ARITHMETIC_OPS:
      case PX_TOTAL_NUMBER_OPS:
      case PX_COMPARISON_OPS:
      case PX_TRUTH_QUANTIFIER_OPS:
      case PX_SEQUENCE_OPS:
      case PX_CALL_OPS: return by_table(e);
    }
    PX_UNREACHABLE("operation");
  }

  void place(PlaceId id) {
    const Place& p = program_.places[id];
    if (p.parent.valid()) place(p.parent);
    if (!p.index.valid()) return;
    const Interval index = range(p.index);
    if (p.kind == Place::Kind::Item) {
      failed = wrong_cell = true;  // the length is unknown
      return;
    }
    if (!index.within(values_of(program_.types[program_.places[p.parent].type].domain))) failed = wrong_cell = true;
  }

 private:
  Interval of_type(TypeId type) const {
    if (!program_.types[type].is_scalar()) return {0, 0};
    return {program_.scalar_lo(type), program_.scalar_hi(type)};
  }

  Interval values_of(const Domain& domain) const {
    const int64_t first = program_.domain_first(domain);
    return {first, first + int64_t{program_.domain_size(domain)} - 1};
  }

  Interval checked(IntervalResult result) {
    failed = failed || result.may_fail;
    return result.range;
  }

  // Uses the row of op_kind.def: an operation that may fail at all is assumed to fail unless its operands exclude it.
  Interval by_table(const Expr& e) {
    Interval of[2];
    for (int i = 0; i < op_operands(e.op); ++i) {
      const Interval operand = range(e.operands[i]);
      if (i < 2) of[i] = operand;
    }
    const Interval result = checked(interval_operation(e.op, of[0], of[1]));
    return op_has_interval_rule(e.op) ? result : of_type(e.type);
  }

  Interval singleton(const Expr& e) {
    const Domain& domain = program_.types[e.type].domain;
    if (!range(e.operands[0]).within(values_of(domain))) failed = true;
    return interval_of_singleton(program_.domain_size(domain));
  }

  // Exact, if the value depends on one element.
  std::optional<Interval> tabulated(ExprId id) {
    const std::optional<ValueTable> table = tables_.table(id);
    if (!table) return {};
    const Expr& name = program_.exprs[table->name];
    if (name.op == Op::Read) place(name.place);
    std::optional<Interval> all;
    for (const ValueTable::Row& row : table->rows) {
      if (excluded(table->name, row.element)) continue;
      if (!row.value) {
        failed = true;
      } else {
        all = all.value_or(Interval::none()).join(Interval::of(*row.value));
      }
    }
    return all ? all : of_type(program_.exprs[id].type);
  }

  bool excluded(ExprId name, int64_t element) const {
    return std::any_of(excluded_.begin(), excluded_.end(), [&](const Excluded& known) {
      return same_value(program_, known.name, name) &&
             std::find(known.elements.begin(), known.elements.end(), element) != known.elements.end();
    });
  }

  // Restores what was known before.
  struct Known {
    size_t present;
    size_t excluded;
  };
  Known known() const { return {present_.size(), excluded_.size()}; }
  void forget(const Known& before) {
    present_.resize(before.present);
    excluded_.resize(before.excluded);
  }

  Interval element_at(const Expr& e) {
    const Interval number = range(e.operands[0]);
    const Interval legal = of_type(e.type);
    if (!number.within(legal)) failed = true;
    return number.meet(legal);
  }

  Interval product(const Expr& e) {
    range(e.operands[0]);
    const Interval item = range(e.operands[1]).join(Interval::of(1));  // items that the filter drops count as 1
    if (item.within(-1, 1)) return {-1, 1};
    Interval result = Interval::of(1);
    for (int64_t n = program_.domain_size(e.domain); n > 0; --n) {
      const IntervalResult next = interval_operation(Op::Mul, result, item);
      result = result.join(checked(next));
      if (next.may_fail) return Interval::all();
    }
    return result;
  }

  Interval extreme(const Expr& e) {
    range(e.operands[0]);
    const Known before = known();
    if (e.operands[0].valid()) learn(e.operands[0], true);
    const Interval items = range(e.operands[1]);
    forget(before);
    if (!has_element(e)) failed = true;
    return items;
  }

  // Whether in every state some element of the domain passes the filter: one that the filter lists (x = 2 or x = f(y)).
  bool has_element(const Expr& quantifier) {
    if (program_.domain_size(quantifier.domain) == 0) return false;
    return !quantifier.operands[0].valid() || lists_element(quantifier.operands[0], quantifier);
  }

  bool lists_element(ExprId filter, const Expr& quantifier) {
    const Expr& e = program_.exprs[filter];
    if (e.op == Op::Const) return e.value != 0;
    if (e.op == Op::Or) return lists_element(e.operands[0], quantifier) || lists_element(e.operands[1], quantifier);
    if (e.op != Op::Eq) return false;
    for (int side = 0; side < 2; ++side) {
      const Expr& x = program_.exprs[e.operands[side]];
      const ExprId item = e.operands[1 - side];
      if (x.op == Op::Binding && x.binding == quantifier.binding && !uses(item, quantifier.binding) &&
          range(item).within(values_of(quantifier.domain))) {
        return true;
      }
    }
    return false;
  }

  bool uses(ExprId id, BindingId binding) const {
    if (!id.valid()) return false;
    const Expr& e = program_.exprs[id];
    if (e.op == Op::Binding) return e.binding == binding;
    for (PlaceId p = e.place; p.valid(); p = program_.places[p].parent) {
      if (uses(program_.places[p].index, binding)) return true;
    }
    return std::any_of(std::begin(e.operands), std::end(e.operands), [&](ExprId part) { return uses(part, binding); });
  }

  Interval read(const Expr& e) {
    place(e.place);
    Interval r = of_type(e.type);
    if (r.lo == -1 && program_.types[e.type].kind == TypeKind::Element && known_present(e.place)) r.lo = 0;
    return r;
  }

  // The right side is evaluated only if the left one is undecided: then x = none is known to be false (or), or x !=
  // none to be true (and).
  Interval junction(const Expr& e) {
    range(e.operands[0]);
    const Known before = known();
    learn(e.operands[0], e.op == Op::And);
    range(e.operands[1]);
    forget(before);
    return {0, 1};
  }

  Interval choice(const Expr& e) {
    range(e.operands[0]);
    const Known before = known();
    learn(e.operands[0], true);
    const Interval a = range(e.operands[1]);
    forget(before);
    learn(e.operands[0], false);
    const Interval b = range(e.operands[2]);
    forget(before);
    return a.join(b);
  }

  // Cannot fail if the condition was evaluated before: that a place is not "none", or is true.
  Interval checked_value(const Expr& e) {
    range(e.operands[0]);
    const Expr& c = program_.exprs[e.operands[0]];
    const bool not_none = c.op == Op::Ne && program_.exprs[c.operands[0]].op == Op::Read &&
                          program_.exprs[c.operands[1]].op == Op::Const && program_.exprs[c.operands[1]].value == -1;
    const PlaceId tested = not_none ? program_.exprs[c.operands[0]].place : c.op == Op::Read ? c.place : PlaceId();
    if (!tested.valid() || !known_present(tested)) failed = true;
    const Known before = known();
    learn(e.operands[0], true);
    const Interval value = range(e.operands[1]);
    forget(before);
    return value;
  }

  // Notes the places that are not "none" if `condition` is `truth`.
  void learn(ExprId condition, bool truth) {
    exclude(condition, truth);
    const Expr& c = program_.exprs[condition];
    if (c.op == Op::Not) return learn(c.operands[0], !truth);
    if (c.op == Op::Read && truth) present_.push_back(c.place);
    if ((c.op == Op::And && truth) || (c.op == Op::Or && !truth)) {
      learn(c.operands[0], truth);
      learn(c.operands[1], truth);
      return;
    }
    if (c.op != (truth ? Op::Ne : Op::Eq)) return;
    for (int side = 0; side < 2; ++side) {
      const Expr& x = program_.exprs[c.operands[side]];
      const Expr& none = program_.exprs[c.operands[1 - side]];
      if (x.op == Op::Read && none.op == Op::Const && none.value == -1) present_.push_back(x.place);
    }
  }

  // The elements for which the condition would not have this truth value.
  void exclude(ExprId condition, bool truth) {
    const std::optional<ValueTable> table = tables_.table(condition);
    if (!table) return;
    Excluded known{table->name, {}};
    for (const ValueTable::Row& row : table->rows) {
      if (!row.value || (*row.value != 0) != truth) known.elements.push_back(row.element);
    }
    excluded_.push_back(std::move(known));
  }

  bool known_present(PlaceId place) const {
    return std::any_of(present_.begin(), present_.end(),
                       [&](PlaceId other) { return same_place(program_, place, other); });
  }

  const Program& program_;
  const FailureAnalysis& tables_;
  const std::vector<FailureAnalysis::Bounds>& bounds_;
  std::vector<PlaceId> present_;
  struct Excluded {  // elements that a name is known not to denote at this point
    ExprId name;
    std::vector<int64_t> elements;
  };
  std::vector<Excluded> excluded_;
  std::map<BindingId, Interval> named_;  // names bound by Let
};

}  // namespace

FailureAnalysis::FailureAnalysis(const Program& program) : program_(program), bounds_(program.bindings.size()) {
  for (const Action& action : program.actions) {
    for (const Parameter& parameter : action.parameters) bind(parameter.binding, parameter.domain);
  }
  for (const Expr& e : program.exprs) {
    if (op_is_quantifier(e.op)) bind(e.binding, e.domain);
  }
  for (const Statement& s : program.statements) {
    if (s.kind == Statement::Kind::For || s.kind == Statement::Kind::Choose) bind(s.binding, s.domain);
  }
  bind_values();
}

// A name bound by a statement ranges over the possible values of its expression. Processes the statements in order: if
// a value uses a name bound later, only the type of that name is known.
void FailureAnalysis::bind_values() {
  std::vector<Bounds> named(bounds_.size());
  std::vector<bool> given(bounds_.size(), false);
  for (const Statement& s : program_.statements) {
    if (s.kind != Statement::Kind::Let || !program_.types[program_.bindings[s.binding].type].is_scalar()) continue;
    const Bounds value = values(s.exprs[0]);
    Bounds& all = named[s.binding.value];
    const bool first = !given[s.binding.value];
    given[s.binding.value] = true;
    const bool known = value.known && (first || all.known);
    all = first ? value : Bounds{known, std::min(all.lo, value.lo), std::max(all.hi, value.hi)};
  }
  for (size_t b = 0; b < named.size(); ++b) {
    if (named[b].known && !bounds_[b].known) bounds_[b] = named[b];
  }
}

// A name bound in several places ranges over all of their domains.
void FailureAnalysis::bind(BindingId binding, const Domain& domain) {
  const int64_t lo = program_.domain_first(domain);
  const int64_t hi = lo + int64_t{program_.domain_size(domain)} - 1;
  Bounds& bounds = bounds_[binding.value];
  bounds = bounds.known ? Bounds{true, std::min(bounds.lo, lo), std::max(bounds.hi, hi)} : Bounds{true, lo, hi};
}

std::optional<ValueTable> FailureAnalysis::table(ExprId expr) const {
  return value_table(program_, expr, [this](BindingId binding) -> std::optional<ElementRange> {
    const Bounds& bounds = bounds_[binding.value];
    return bounds.known ? std::optional(ElementRange{bounds.lo, bounds.hi}) : std::nullopt;
  });
}

FailureAnalysis::Bounds FailureAnalysis::values(ExprId expr) const {
  const Interval range = Judge(program_, *this, bounds_).range(expr);
  return {true, range.lo, range.hi};
}

bool FailureAnalysis::can_fail(ExprId expr) const {
  Judge judge(program_, *this, bounds_);
  judge.range(expr);
  return judge.failed;
}

bool FailureAnalysis::can_go_wrong(ExprId expr) const {
  Judge judge(program_, *this, bounds_);
  judge.range(expr);
  return judge.wrong_cell;
}

bool FailureAnalysis::place_can_fail(PlaceId place) const {
  Judge judge(program_, *this, bounds_);
  judge.place(place);
  return judge.failed;
}

bool FailureAnalysis::value_may_not_fit(ExprId value, TypeId type) const {
  if (!program_.types[type].is_scalar()) return false;
  const Bounds r = values(value);
  return !r.known || r.lo < program_.scalar_lo(type) || r.hi > program_.scalar_hi(type);
}

}  // namespace px::ir
