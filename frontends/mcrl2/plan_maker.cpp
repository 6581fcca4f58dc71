#include <algorithm>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/plan.h"
#include "frontends/mcrl2/rewrite_expr.h"

namespace px::mcrl2 {
namespace {

constexpr int kMaxExpansions = 4;  // nesting of constructors
constexpr int kMaxUnfoldings = 3;  // mappings that are unfolded to expose their bounds
constexpr uint64_t kMaxValues = 1u << 16;

}  // namespace

class PlanMaker {
 public:
  PlanMaker(Machine& machine, const std::vector<VariableId>& parameters, bool tries_unbounded)
      : m_(machine), spec_(machine.spec()), maker_(machine), tries_unbounded_(tries_unbounded) {
    for (const VariableId v : parameters) {
      maker_.slot(v);
      bound_.push_back(v);
    }
  }

  std::unique_ptr<Plan> make(const std::vector<VariableId>& variables, const Expr* condition) {
    wanted_ = variables;
    std::vector<const Expr*> conjuncts;
    split_conjunction(spec_, condition, conjuncts);
    std::vector<const Expr*> results;
    for (const VariableId v : variables) results.push_back(spec_.use(v));
    std::unique_ptr<Plan> plan = step(variables, conjuncts, results, 0);
    if (plan == nullptr) return nullptr;
    // Solutions differ if a variable was replaced by a constructor: in that case Value steps set the variable itself,
    // so its slot is always set.
    for (const VariableId v : variables) {
      Code* code = m_.new_code();
      code->op = Code::Op::Slot;
      code->slot = maker_.slot_of(v);
      plan->results.push_back(code);
    }
    plan->slots = maker_.slots();
    plan->source = condition;
    return plan;
  }

  const std::string& why_not() const { return why_not_; }

 private:
  using Exprs = std::vector<const Expr*>;

  bool is_bound(VariableId v) const { return std::find(bound_.begin(), bound_.end(), v) != bound_.end(); }
  // Whether all variables of an expression have values (global variables always do).
  bool ready(const Expr* e, const std::vector<VariableId>& open) const {
    std::vector<VariableId> free;
    free_variables(*e, free);
    return std::none_of(free.begin(), free.end(),
                        [&](VariableId v) { return std::find(open.begin(), open.end(), v) != open.end(); });
  }
  static bool mentions(const Expr* e, VariableId v) {
    std::vector<VariableId> free;
    free_variables(*e, free);
    return std::find(free.begin(), free.end(), v) != free.end();
  }

  std::unique_ptr<Plan> new_plan(Plan::Kind kind, VariableId v) {
    auto plan = std::make_unique<Plan>();
    plan->kind = kind;
    if (v.valid()) {
      if (!maker_.knows(v)) maker_.slot(v);
      plan->slot = maker_.slot_of(v);
      plan->sort = spec_.variables[v].sort;
      plan->variable = spec_.variables[v].name;
    }
    return plan;
  }

  // The filters that are ready, then a binding of the next variable, and so on.
  std::unique_ptr<Plan> step(const std::vector<VariableId>& open, Exprs conjuncts, const Exprs& results, int depth) {
    std::vector<const Expr*> filters;
    for (auto it = conjuncts.begin(); it != conjuncts.end();) {
      if (ready(*it, open)) {
        if (!is_truth(*it, true)) filters.push_back(*it);
        it = conjuncts.erase(it);
      } else {
        ++it;
      }
    }
    std::unique_ptr<Plan> rest =
        open.empty() ? new_plan(Plan::Kind::Done, {}) : bind_next(open, conjuncts, results, depth);
    for (size_t i = filters.size(); rest != nullptr && i-- > 0;) {
      auto filter = new_plan(Plan::Kind::Filter, {});
      filter->low = maker_.make(*filters[i]);
      filter->next = std::move(rest);
      rest = std::move(filter);
    }
    return rest;
  }

  std::unique_ptr<Plan> bind_next(const std::vector<VariableId>& open, const Exprs& conjuncts, const Exprs& results,
                                  int depth) {
    // Prefer a value, then a set that is finite by the sort or the condition, in the order of the variables.
    for (const VariableId v : open) {
      if (auto plan = bind_value(v, open, conjuncts))
        return continue_with(std::move(plan), v, open, conjuncts, results, depth);
    }
    for (const VariableId v : open) {
      if (auto plan = bind_finite(v, open, conjuncts))
        return continue_with(std::move(plan), v, open, conjuncts, results, depth);
    }
    for (const VariableId v : open) {
      if (auto plan = by_constructor(v, open, conjuncts, results, depth)) return plan;
    }
    const VariableId v = open.front();
    const SortId sort = spec_.variables[v].sort;
    const bool integer = spec_.sorts.is_number(sort) && spec_.sorts.kind(sort) != SortKind::Real;
    if (tries_unbounded_ && integer) {
      auto plan = new_plan(Plan::Kind::Unbounded, v);
      plan->source = conjuncts.empty() ? spec_.truth(true) : conjuncts.front();
      return continue_with(std::move(plan), v, open, conjuncts, results, depth);
    }
    if (why_not_.empty()) {
      const bool abstract = spec_.sorts.kind(sort) == SortKind::Real ||
                            (spec_.sorts.kind(sort) == SortKind::Named && spec_.named(sort).constructors.empty());
      why_not_ = "'" + spec_.variables[v].name + "' ranges over " + spec_.sorts.text(sort) +
                 (abstract ? ", whose values cannot be enumerated" : ", which is infinite, and no condition bounds it");
    }
    return nullptr;
  }

  std::unique_ptr<Plan> continue_with(std::unique_ptr<Plan> plan, VariableId v, std::vector<VariableId> open,
                                      const Exprs& conjuncts, const Exprs& results, int depth) {
    std::erase(open, v);
    bound_.push_back(v);
    plan->next = step(open, conjuncts, results, depth);
    bound_.pop_back();
    if (plan->next == nullptr) return nullptr;
    return plan;
  }

  // ---- Bounds from a conjunct

  std::unique_ptr<Plan> bind_value(VariableId v, const std::vector<VariableId>& open, const Exprs& conjuncts) {
    for (const Expr* c : conjuncts) {
      if (c->kind == Expr::Kind::Variable && c->variable == v) {
        auto plan = new_plan(Plan::Kind::Value, v);
        plan->low = maker_.make(*spec_.truth(true));
        return plan;
      }
      if (c->kind != Expr::Kind::Builtin || c->builtin != Builtin::Eq) continue;
      for (const int side : {0, 1}) {
        const Expr* self = c->parts[static_cast<size_t>(side)];
        const Expr* other = c->parts[static_cast<size_t>(1 - side)];
        if (self->kind != Expr::Kind::Variable || self->variable != v || !ready(other, open)) continue;
        // A number that equals one of a larger sort may not exist: Nat n == -1. The conjunct is a filter, but only
        // values of the right sort may replace n.
        if (!spec_.sorts.fits(other->sort, spec_.variables[v].sort)) continue;
        auto plan = new_plan(Plan::Kind::Value, v);
        plan->low = maker_.make(*other);
        return plan;
      }
    }
    return nullptr;
  }

  struct Bounds {
    const Expr* low = nullptr;
    const Expr* high = nullptr;
    bool below_low = false;
    bool below_high = false;
  };

  std::unique_ptr<Plan> bind_finite(VariableId v, const std::vector<VariableId>& open, const Exprs& conjuncts) {
    const SortId sort = spec_.variables[v].sort;
    if (const auto count = m_.count_values(sort, 64)) return new_plan(Plan::Kind::Finite, v);
    for (const Expr* c : conjuncts) {
      const Expr* members = members_of(c, v, open, 0);
      if (members == nullptr) continue;
      auto plan = new_plan(Plan::Kind::Members, v);
      plan->low = maker_.make(*members);
      return plan;
    }
    if (spec_.sorts.is_number(sort) && spec_.sorts.kind(sort) != SortKind::Real) return bind_number(v, open, conjuncts);
    if (spec_.sorts.is_list(sort) && m_.count_values(spec_.sorts.element(sort), kMaxValues)) {
      Bounds bounds;
      for (const Expr* c : conjuncts) length_bound(c, v, open, bounds);
      if (bounds.high != nullptr) {
        auto plan = new_plan(Plan::Kind::Lists, v);
        plan->high = maker_.make(*bounds.high);
        plan->below_high = bounds.below_high;
        return plan;
      }
    }
    if (m_.count_values(sort, kMaxValues)) return new_plan(Plan::Kind::Finite, v);
    return nullptr;
  }

  std::unique_ptr<Plan> bind_number(VariableId v, const std::vector<VariableId>& open, const Exprs& conjuncts) {
    Bounds bounds;
    for (const Expr* c : conjuncts) number_bounds(c, v, open, bounds, 0);
    const bool needs_low = spec_.sorts.kind(spec_.variables[v].sort) == SortKind::Int;
    if (bounds.high == nullptr || (needs_low && bounds.low == nullptr)) return nullptr;
    auto plan = new_plan(Plan::Kind::Range, v);
    plan->high = maker_.make(*bounds.high);
    plan->below_high = bounds.below_high;
    if (bounds.low != nullptr) plan->low = maker_.make(*bounds.low);
    plan->below_low = bounds.below_low;
    return plan;
  }

  const Expr* members_of(const Expr* c, VariableId v, const std::vector<VariableId>& open, int depth) {
    if (c->kind == Expr::Kind::Builtin && c->builtin == Builtin::In) {
      const bool self = c->parts[0]->kind == Expr::Kind::Variable && c->parts[0]->variable == v;
      // The members of a comprehension or a complement cannot be enumerated.
      const bool given = c->parts[1]->kind != Expr::Kind::SetOf && c->parts[1]->kind != Expr::Kind::BagOf;
      return self && given && ready(c->parts[1], open) ? c->parts[1] : nullptr;
    }
    if (c->kind == Expr::Kind::Apply && depth < kMaxUnfoldings) {
      const Expr* inner = unfolded(spec_, c);
      if (inner == nullptr) return nullptr;
      Exprs conjuncts;
      split_conjunction(spec_, inner, conjuncts);
      for (const Expr* part : conjuncts) {
        if (const Expr* found = members_of(part, v, open, depth + 1)) return found;
      }
    }
    return nullptr;
  }

  // If there are several bounds, the first is used; the others are filters.
  void number_bounds(const Expr* c, VariableId v, const std::vector<VariableId>& open, Bounds& bounds, int depth) {
    if (c->kind == Expr::Kind::Apply && depth < kMaxUnfoldings && mentions(c, v)) {
      const Expr* inner = unfolded(spec_, c);
      if (inner == nullptr) return;
      Exprs conjuncts;
      split_conjunction(spec_, inner, conjuncts);
      for (const Expr* part : conjuncts) number_bounds(part, v, open, bounds, depth + 1);
      return;
    }
    if (c->kind != Expr::Kind::Builtin) return;
    if (c->builtin == Builtin::Or || c->builtin == Builtin::Implies || c->builtin == Builtin::If)
      return alternatives(c, v, open, bounds, depth);
    const bool compares = c->builtin >= Builtin::Lt && c->builtin <= Builtin::Ge;
    if (!compares && c->builtin != Builtin::Eq) return;
    for (const int side : {0, 1}) {
      const Expr* self = c->parts[static_cast<size_t>(side)];
      const Expr* other = c->parts[static_cast<size_t>(1 - side)];
      if (!ready(other, open)) continue;
      const Expr* moved = solved_for(self, other, v, open);
      if (moved == nullptr) continue;
      const bool less = c->builtin == Builtin::Lt || c->builtin == Builtin::Le;
      const bool strict = c->builtin == Builtin::Lt || c->builtin == Builtin::Gt;
      const bool is_high = c->builtin == Builtin::Eq || less == (side == 0);
      const bool is_low = c->builtin == Builtin::Eq || !is_high;
      if (is_high && bounds.high == nullptr) {
        bounds.high = moved;
        bounds.below_high = strict;
      }
      if (is_low && bounds.low == nullptr) {
        bounds.low = moved;
        bounds.below_low = strict;
      }
    }
  }

  // v + a < b bounds v by b - a; v * a <= b and the like by b itself, for nonzero a (Pos).
  const Expr* solved_for(const Expr* self, const Expr* other, VariableId v, const std::vector<VariableId>& open) {
    if (self->kind == Expr::Kind::Variable) return self->variable == v ? other : nullptr;
    if (self->kind != Expr::Kind::Builtin || !mentions(self, v)) return nullptr;
    const SortId integer = spec_.sorts.basic(SortKind::Int);
    const auto is_conversion = self->builtin >= Builtin::ToPos && self->builtin <= Builtin::ToReal;
    if (is_conversion) return solved_for(self->parts[0], other, v, open);
    if (self->builtin == Builtin::Succ) {
      Expr one;
      one.text = "1";
      one.sort = spec_.sorts.basic(SortKind::Pos);
      return solved_for(self->parts[0], spec_.apply(Builtin::Sub, integer, {other, spec_.add(std::move(one))}), v,
                        open);
    }
    if (self->builtin == Builtin::Add || self->builtin == Builtin::Sub) {
      for (const size_t side : {size_t{0}, size_t{1}}) {
        if (self->builtin == Builtin::Sub && side == 1) break;
        if (!ready(self->parts[1 - side], open)) continue;
        const Builtin back = self->builtin == Builtin::Add ? Builtin::Sub : Builtin::Add;
        return solved_for(self->parts[side], spec_.apply(back, integer, {other, self->parts[1 - side]}), v, open);
      }
    }
    return nullptr;
  }

  // Each of the alternatives has to give a bound: the result is the largest.
  void alternatives(const Expr* c, VariableId v, const std::vector<VariableId>& open, Bounds& bounds, int depth) {
    Exprs either = c->builtin == Builtin::If ? Exprs{c->parts[1], c->parts[2]} : c->parts;
    if (c->builtin == Builtin::Implies) either[0] = negated(spec_, either[0]);
    Bounds found[2];
    for (const size_t i : {size_t{0}, size_t{1}}) {
      Exprs conjuncts;
      split_conjunction(spec_, either[i], conjuncts);
      for (const Expr* part : conjuncts) {
        if (is_truth(part, false)) return;
        number_bounds(part, v, open, found[i], depth + 1);
      }
    }
    const SortId integer = spec_.sorts.basic(SortKind::Int);
    if (bounds.high == nullptr && found[0].high != nullptr && found[1].high != nullptr) {
      bounds.high = spec_.apply(Builtin::Max, integer, {found[0].high, found[1].high});
    }
    if (bounds.low == nullptr && found[0].low != nullptr && found[1].low != nullptr) {
      bounds.low = spec_.apply(Builtin::Min, integer, {found[0].low, found[1].low});
    }
  }

  void length_bound(const Expr* c, VariableId v, const std::vector<VariableId>& open, Bounds& bounds) {
    if (c->kind != Expr::Kind::Builtin || bounds.high != nullptr) return;
    const auto is_length = [&](const Expr* e) {
      return e->kind == Expr::Kind::Builtin && e->builtin == Builtin::Size &&
             e->parts[0]->kind == Expr::Kind::Variable && e->parts[0]->variable == v;
    };
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const bool less = c->builtin == Builtin::Lt || c->builtin == Builtin::Le;
      const bool more = c->builtin == Builtin::Gt || c->builtin == Builtin::Ge;
      const bool bound = c->builtin == Builtin::Eq || (side == 0 ? less : more);
      if (!bound || !is_length(c->parts[side]) || !ready(c->parts[1 - side], open)) continue;
      bounds.high = c->parts[1 - side];
      bounds.below_high = c->builtin == Builtin::Lt || c->builtin == Builtin::Gt;
      return;
    }
  }

  // ---- Constructors

  std::unique_ptr<Plan> by_constructor(VariableId v, std::vector<VariableId> open, const Exprs& conjuncts,
                                       const Exprs& results, int depth) {
    const SortId sort = spec_.variables[v].sort;
    if (spec_.sorts.kind(sort) != SortKind::Named || depth >= kMaxExpansions) return nullptr;
    const std::vector<SymbolId> constructors = spec_.named(sort).constructors;
    if (constructors.empty() || !mentioned(conjuncts, v)) return nullptr;
    std::erase(open, v);
    auto plan = new_plan(Plan::Kind::Cases, {});
    for (const SymbolId c : constructors) {
      Expr head;
      head.kind = Expr::Kind::Symbol;
      head.symbol = c;
      head.sort = spec_.symbols[c].sort;
      const Expr* value = spec_.add(std::move(head));
      std::vector<VariableId> inner;
      if (!spec_.symbols[c].domain.empty()) {
        Expr applied;
        applied.kind = Expr::Kind::Apply;
        applied.sort = sort;
        applied.parts = {value};
        for (const SortId argument : std::vector<SortId>(spec_.symbols[c].domain)) {
          inner.push_back(spec_.variables.add({spec_.variables[v].name, argument}));
          applied.parts.push_back(spec_.use(inner.back()));
        }
        value = spec_.add(std::move(applied));
      }
      const Substitution replace = {{v, value}};
      Exprs now;
      for (const Expr* conjunct : conjuncts) split_conjunction(spec_, substitute(spec_, conjunct, replace), now);
      if (std::any_of(now.begin(), now.end(), [](const Expr* e) { return is_truth(e, false); })) continue;
      std::vector<VariableId> still = inner;
      still.insert(still.end(), open.begin(), open.end());
      std::unique_ptr<Plan> rest = step(still, now, results, depth + 1);
      if (rest == nullptr) return nullptr;
      append_value(*rest, v, value);
      plan->cases.push_back(std::move(rest));
    }
    return plan;
  }

  static bool mentioned(const Exprs& conjuncts, VariableId v) {
    return std::any_of(conjuncts.begin(), conjuncts.end(), [&](const Expr* c) { return mentions(c, v); });
  }

  // Assigns the value to the variable at each end of the plan.
  void append_value(Plan& plan, VariableId v, const Expr* value) {
    for (const auto& one : plan.cases) append_value(*one, v, value);
    if (plan.kind == Plan::Kind::Cases) return;
    if (plan.kind != Plan::Kind::Done) return append_value(*plan.next, v, value);
    auto set = new_plan(Plan::Kind::Value, v);
    set->low = maker_.make(*value);
    set->next = new_plan(Plan::Kind::Done, {});
    plan = std::move(*set);
  }

  Machine& m_;
  Spec& spec_;
  CodeMaker maker_;
  bool tries_unbounded_;
  std::vector<VariableId> bound_;
  std::vector<VariableId> wanted_;
  std::string why_not_;
};

std::unique_ptr<Plan> Machine::plan(const std::vector<VariableId>& variables, const Expr* condition,
                                    const std::vector<VariableId>& parameters, std::string& why_not) {
  PlanMaker maker(*this, parameters, false);
  std::unique_ptr<Plan> plan = maker.make(variables, condition == nullptr ? spec_.truth(true) : condition);
  why_not = maker.why_not();
  return plan;
}

const Code* CodeMaker::quantifier(const Expr& e) {
  std::vector<VariableId> captured;
  free_variables(e, captured);
  std::erase_if(captured, [&](VariableId v) { return !knows(v); });
  Code made;
  made.op = e.kind == Expr::Kind::Forall ? Code::Op::Forall : Code::Op::Exists;
  made.sort = e.sort;
  made.source = &e;
  for (const VariableId v : captured) {
    Code* slot = m_.new_code();
    slot->op = Code::Op::Slot;
    slot->slot = slot_of(v);
    made.parts.push_back(slot);
  }
  const Expr* looked_for = e.kind == Expr::Kind::Forall ? negated(m_.spec_, e.parts[0]) : e.parts[0];
  PlanMaker maker(m_, captured, true);
  std::unique_ptr<Plan> plan = maker.make(e.variables, looked_for);
  if (plan == nullptr) {
    // Detected at evaluation, if it ever happens: a filter that is never decided.
    throw EvaluationError{"the quantifier cannot be decided: " + maker.why_not()};
  }
  made.plan = plan.get();
  m_.plans_.push_back(std::move(plan));
  Code* code = m_.new_code();
  *code = std::move(made);
  return code;
}

}  // namespace px::mcrl2
