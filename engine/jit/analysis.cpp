#include "engine/jit/analysis.h"

#include <algorithm>
#include <limits>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"

namespace px::jit {

using ir::ActionId;
using ir::Block;
using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Place;
using ir::PlaceId;
using ir::Statement;
using ir::StatementId;
using Kind = ir::Statement::Kind;

Analysis::Analysis(const ir::Program& program) : program_(program) {
  leaving_.resize(program.locations.size());
  expr_weight_.resize(program.exprs.size());
  expr_range_.resize(program.exprs.size());
  expr_may_fail_.resize(program.exprs.size());
  expr_done_.resize(program.exprs.size());
  place_weight_.resize(program.places.size());
  place_done_.resize(program.places.size());
  place_may_fail_.resize(program.places.size());
  statement_weight_.resize(program.statements.size());
  statement_done_.resize(program.statements.size());
  writes_.resize(program.statements.size());
  branches_.resize(program.statements.size());
  goes_.resize(program.statements.size());
  action_weight_.resize(program.actions.size());
  family_weight_.resize(program.families.size());
  tests_can_move_.resize(program.families.size());
  holds_control_.resize(program.families.size());
  find_bindings();
  visit_exprs();
  visit_actions();
  count_outcomes();
}

// ---- Bindings: a binding is known if it denotes the elements of a domain wherever it is introduced.

void Analysis::bind(ir::BindingId binding, const ir::Domain& domain) {
  const int64_t first = program_.domain_first(domain);
  const Interval range{first, first + std::max<int64_t>(program_.domain_size(domain), 1) - 1};
  Interval& known = binding_range_[binding.value];
  known = binding_known_[binding.value] ? known.join(range) : range;
  binding_known_[binding.value] = true;
}

void Analysis::find_bindings() {
  binding_range_.resize(program_.bindings.size());
  binding_known_.resize(program_.bindings.size());
  for (const Expr& e : program_.exprs) {
    if (ir::op_is_quantifier(e.op)) bind(e.binding, e.domain);
  }
  for (const ir::Action& action : program_.actions) {
    for (const ir::Parameter& p : action.parameters) bind(p.binding, p.domain);
  }
  for (const Statement& s : program_.statements) {
    if (s.kind == Kind::For || s.kind == Kind::Choose) bind(s.binding, s.domain);
  }
  for (const Statement& s : program_.statements) {
    if (s.kind == Kind::Let) binding_range_[s.binding.value] = Interval{};
  }
}

// ---- Expressions and places

void Analysis::visit_exprs() {
  for (uint32_t i = 0; i < program_.exprs.size(); ++i) visit_expr(ExprId(i));
  for (uint32_t i = 0; i < program_.statements.size(); ++i) visit_statement(StatementId(i));
}

void Analysis::visit_expr(ExprId id) {
  if (expr_done_[id.value]) return;
  expr_done_[id.value] = true;
  const Expr& e = program_.exprs[id];
  uint64_t weight = 1;
  if (e.place.valid()) {
    visit_place(e.place);
    weight += place_weight_[e.place.value];
  }
  for (ExprId operand : e.operands) {
    if (!operand.valid()) continue;
    visit_expr(operand);
    weight += expr_weight_[operand.value];
  }
  if (ir::op_is_quantifier(e.op)) weight = 4 + (weight + 2) * std::min<uint64_t>(program_.domain_size(e.domain), 8);
  if (e.op == Op::Fix) weight *= 4;
  if (e.op == Op::Timeout) uses_timeout_ = true;
  if (e.op == Op::CanMove) {
    tests_can_move_[e.family.value] = true;
    weight += 8;
  }
  expr_weight_[id.value] = weight;
  const IntervalResult result = range_of(e);
  expr_range_[id.value] = result.range;
  expr_may_fail_[id.value] = result.may_fail || operands_may_fail(e);
}

bool Analysis::operands_may_fail(const Expr& e) const {
  if (e.place.valid() && place_may_fail(e.place)) return true;
  return std::any_of(std::begin(e.operands), std::end(e.operands),
                     [&](ExprId operand) { return operand.valid() && may_fail(operand); });
}

IntervalResult Analysis::range_of(const Expr& e) const {
  const auto operand = [&](int i) { return e.operands[i].valid() ? range(e.operands[i]) : Interval::of(0); };
  switch (e.op) {
    case Op::Const: return {Interval::of(e.value)};
    case Op::Binding: return {binding_range_[e.binding.value]};
    case Op::Read: return {type_range(program_.places[e.place].type)};
    case Op::QueueLength: return {{0, program_.types[program_.places[e.place].type].capacity}};
    case Op::Wrap: return {ir::interval_of_wrap(operand(0), type_range(e.type))};
    case Op::If: return {operand(1).join(operand(2))};
    case Op::IndexOf: return {operand(0)};
    case Op::ElementAt: return {type_range(e.type), !operand(0).within(type_range(e.type))};
    case Op::SetOf: {
      const ir::Domain& domain = program_.types[e.type].domain;
      const int64_t first = program_.domain_first(domain);
      const int64_t size = program_.domain_size(domain);
      return {ir::interval_of_singleton(size), !operand(0).within(first, first + size - 1)};
    }
    case Op::Let: return {operand(1)};
    case Op::Fix:
    case Op::Collect: return {type_range(e.type)};
    case Op::Check: return {operand(1), true};
    case Op::Count: return {{0, program_.domain_size(e.domain)}};
    case Op::LocationIndex: return {{-1, static_cast<int64_t>(program_.families[e.family].locations.size()) - 1}};
    case Op::CanMove: return {Interval::truth(), true};
    // Must be evaluated only where the model says so: a new sequence stays in the table.
    case Op::SeqLength: return {{0, std::numeric_limits<int64_t>::max()}, true};
    case Op::SeqAt:
    case Op::SeqAppend:
    case Op::SeqPrepend:
    case Op::SeqTail:
    case Op::SeqFront:
    case Op::SeqConcat: return {type_range(e.type), true};
    case Op::Call: return {type_range(e.type), true};
    case Op::Sum: {
      const Interval item = operand(1).join(Interval::of(0));
      return ir::interval_operation(Op::Mul, item, {0, program_.domain_size(e.domain)});
    }
    case Op::Product: return {Interval{}, true};
    case Op::The: return {type_range(e.type), true};
    case Op::Min:
    case Op::Max: return {operand(1), true};
    case Op::At:
    case Op::Timeout:
    case Op::Member:
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::Subset:
    case Op::Card:
    case Op::With:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_TRUTH_QUANTIFIER_OPS: return ir::interval_operation(e.op, operand(0), operand(1));
  }
  PX_UNREACHABLE("operation");
}

void Analysis::visit_place(PlaceId id) {
  if (place_done_[id.value]) return;
  place_done_[id.value] = true;
  const Place& place = program_.places[id];
  uint64_t weight = 1;
  bool fails = false;
  if (place.parent.valid()) {
    visit_place(place.parent);
    weight += place_weight_[place.parent.value];
    fails = place_may_fail(place.parent);
  }
  if (place.index.valid()) {
    visit_expr(place.index);
    weight += 1 + expr_weight_[place.index.value];
    const ir::Type& type = program_.types[program_.places[place.parent].type];
    const int64_t first = program_.domain_first(type.domain);
    fails |= may_fail(place.index) || place.kind == Place::Kind::Item ||
             !range(place.index).within(first, first + program_.domain_size(type.domain) - 1);
  }
  place_weight_[id.value] = weight;
  place_may_fail_[id.value] = fails;
}

bool Analysis::place_may_fail(PlaceId id) const {
  return place_may_fail_[id.value] != 0;
}

bool Analysis::mentions(ExprId id, ir::BindingId binding) const {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Binding) return e.binding == binding;
  for (PlaceId p = e.place; p.valid(); p = program_.places[p].parent) {
    if (program_.places[p].index.valid() && mentions(program_.places[p].index, binding)) return true;
  }
  return std::any_of(std::begin(e.operands), std::end(e.operands),
                     [&](ExprId operand) { return operand.valid() && mentions(operand, binding); });
}

// ---- Statements and actions

void Analysis::visit_statement(StatementId id) {
  if (statement_done_[id.value]) return;
  statement_done_[id.value] = true;
  const Statement& s = program_.statements[id];
  uint64_t weight = 2;
  for (PlaceId place : s.places) {
    visit_place(place);
    weight += 4 + place_weight_[place.value];
  }
  for (ExprId expr : s.exprs) weight += expr_weight_[expr.value];
  bool writes = !s.places.empty() || s.kind == Kind::Goto;
  bool branches = s.kind == Kind::Choose || s.kind == Kind::Either;
  bool goes = s.kind == Kind::Goto;
  for (const Block& block : s.blocks) {
    for (StatementId inner : block) {
      visit_statement(inner);
      weight += statement_weight_[inner.value];
      writes |= this->writes(inner);
      branches |= this->branches(inner);
      goes |= goes_[inner.value] != 0;
    }
  }
  statement_weight_[id.value] = weight;
  writes_[id.value] = writes;
  branches_[id.value] = branches;
  goes_[id.value] = goes;
}

uint64_t Analysis::weight(const Block& block) const {
  uint64_t sum = 0;
  for (StatementId s : block) sum += statement_weight_[s.value];
  return sum;
}

bool Analysis::branches(const Block& block) const {
  return std::any_of(block.begin(), block.end(), [&](StatementId s) { return branches(s); });
}

bool Analysis::goes(const Block& block) const {
  return std::any_of(block.begin(), block.end(), [&](StatementId s) { return goes_[s.value] != 0; });
}

uint64_t Analysis::location_weight(ir::LocationId location) const {
  uint64_t sum = 1;
  for (ActionId action : leaving(location)) sum += action_weight(action);
  return sum;
}

uint64_t Analysis::program_weight() const {
  uint64_t sum = 0;
  for (uint64_t weight : action_weight_) sum += weight;
  return sum;
}

uint64_t Analysis::outcomes_of(const ir::Action& action) const {
  if (branches(action.body)) return 0;
  uint64_t outcomes = 1;
  for (uint32_t p = 0; p < action.parameters.size(); ++p) {
    if (!action.movers.empty() && action.movers.front().parameter == p) continue;
    outcomes *= std::max<uint64_t>(program_.domain_size(action.parameters[p].domain), 1);
    if (outcomes > kCountedAction) return 0;
  }
  return outcomes;
}

void Analysis::count_outcomes() {
  for (const ir::Action& action : program_.actions) action_outcomes_.push_back(outcomes_of(action));
  for (ActionId action : free_actions_) counted_outcomes_ += action_outcomes_[action.value];
  for (const ir::Family& family : program_.families) {
    uint64_t most = 0;
    for (ir::LocationId location : family.locations) {
      uint64_t sum = 0;
      for (ActionId action : leaving(location)) sum += action_outcomes_[action.value];
      most = std::max(most, sum);
    }
    counted_outcomes_ += most * family.count;
  }
  if (counted_outcomes_ <= kCountedState) return;
  std::fill(action_outcomes_.begin(), action_outcomes_.end(), 0);
  counted_outcomes_ = 0;
}

void Analysis::visit_actions() {
  for (uint32_t a = 0; a < program_.actions.size(); ++a) {
    const ir::Action& action = program_.actions[ActionId(a)];
    action_weight_[a] = 8 + 4 * action.parameters.size() + weight(action.guard) + weight(action.body);
    if (action.movers.empty()) {
      free_actions_.push_back(ActionId(a));
      continue;
    }
    const ir::Location& from = program_.locations[action.movers.front().from];
    leaving_[action.movers.front().from.value].push_back(ActionId(a));
    family_weight_[from.family.value] += action_weight_[a];
    const ir::Location& to = program_.locations[action.movers.back().to];
    if (program_.control_after(action) != ir::Control::Release) {
      holds_control_[to.family.value] = program_.families[to.family].count != 0;
      any_holds_control_ = true;
    }
  }
}

}  // namespace px::jit
