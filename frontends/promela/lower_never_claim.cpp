// Never claims to automata of the Program.
//
// A never claim says what must not happen: a run of it beside the model that passes an accepting state for ever, or
// that comes to the end of the claim, is an error. So it is an automaton already: one edge per step, guarded by the
// step's condition. The end of the claim, and what a failing assertion in it leads to, is an accepting state that is
// never left.
//
// Variables of the claim are no part of the model's state, so they go into the automaton: its states are the reachable
// pairs of a point of the claim and values of its variables. Where a value comes from the model there is one edge per
// value that it can have, guarded by having it. Prints are left out, they concern nobody. Claims that have arrays or
// channels of their own, use _pid, d_step or unless, or would have too many states are not lowered.
#include <algorithm>

#include "engine/ir/fold.h"
#include "frontends/promela/lowerer.h"

namespace px::promela {

using ir::Op;

namespace {

constexpr size_t kMostClaimStates = 2000;
constexpr size_t kMostClaimEdges = 20'000;
constexpr uint32_t kViolated = UINT32_MAX;  // until its number is known

bool is_print(const Stmt& stmt) {
  return stmt.kind == StmtKind::Print || stmt.kind == StmtKind::PrintMtype;
}

}  // namespace

struct Lowerer::ClaimWork {
  using Key = std::pair<uint32_t, std::map<VariableId, int32_t>>;  // point of the claim, values of its variables
  ProctypeId claim;
  ir::Automaton result;
  std::map<Key, uint32_t> numbers;
  std::vector<Key> waiting;
  uint32_t from = 0;

  bool is_too_large() const { return numbers.size() > kMostClaimStates || result.edges.size() > kMostClaimEdges; }
};

// Whether the claim can be lowered. Needs claim_values_ to name its variables.
bool Lowerer::is_plain_claim(const Automaton& claim) const {
  for (const uint32_t number : claim.reachable) {
    for (const Transition& transition : claim.states[number].transitions) {
      if (transition.d_step || transition.escape != 0) return false;
      for (const Step& step : transition.steps) {
        const Element& element = input_.graph.elements[step.element];
        if (element.kind != ElementKind::Statement || !element.stmt.valid() || element.is_skip) continue;
        const Stmt& stmt = model_.stmts[element.stmt];
        if (stmt.kind == StmtKind::Else || is_print(stmt)) continue;
        const bool looks = stmt.kind == StmtKind::Condition || stmt.kind == StmtKind::Assert;
        const bool assigns =
            stmt.kind == StmtKind::Assign && claim_values_.contains(model_.exprs[stmt.target].place.variable);
        if (!(looks || assigns) || !is_about_state(stmt.args[0])) return false;
      }
    }
  }
  return true;
}

// The variables of a claim with their first values; nothing if they are not all plain numbers.
std::optional<std::map<VariableId, int32_t>> Lowerer::claim_variables(ProctypeId claim) {
  std::map<VariableId, int32_t> values;
  for (const VariableId id : model_.proctypes[claim].locals) {
    const Variable& variable = model_.variables[id];
    if (variable.is_array || !variable.type.is_scalar()) return {};
    std::optional<int64_t> value = 0;
    if (variable.initial.valid()) {
      if (!is_about_state(variable.initial)) return {};
      value = constant_of(number_of({nullptr, claim, {}}, variable.initial));
    }
    if (!value) return {};
    values[id] = wrapped(variable.type, *value);
  }
  return values;
}

// The value of an expression that reads nothing.
std::optional<int64_t> Lowerer::constant_of(ir::ExprId id) const {
  const ir::Expr& expr = builder_.program().exprs[id];
  if (expr.op == Op::Const) return expr.value;
  const int operands = ir::op_operands(expr.op);
  if (operands == 0 || expr.op == Op::Read || ir::op_is_quantifier(expr.op)) return {};
  int64_t values[3] = {0, 0, 0};
  for (int i = 0; i < operands; ++i) {
    const std::optional<int64_t> value = constant_of(expr.operands[i]);
    if (!value) return {};
    values[i] = *value;
  }
  return ir::fold_operation(expr.op, values[0], values[1], values[2]);
}

uint32_t Lowerer::claim_state(ClaimWork& work, uint32_t number) {
  const Automaton& claim = automaton(work.claim);
  if (number == 0 || number == claim.end) return kViolated;
  const auto [known, added] =
      work.numbers.insert({{number, claim_values_}, static_cast<uint32_t>(work.numbers.size())});
  if (added) {
    std::string name = location_name(work.claim, number);
    for (const auto& [variable, value] : claim_values_) {
      name += ' ' + model_.variables[variable].name + '=' + std::to_string(value);
    }
    work.result.states.push_back(std::move(name));
    work.result.accepting.push_back(claim.states[number].accept);
    work.waiting.push_back(known->first);
  }
  return known->second;
}

void Lowerer::add_claim_edge(ClaimWork& work, uint32_t to, const std::vector<ir::ExprId>& holding, SourceSpan place) {
  std::vector<ir::ExprId> all;
  for (const ir::ExprId condition : holding) {
    const std::optional<int64_t> value = constant_of(condition);
    if (value && *value == 0) return;
    if (!value) all.push_back(builder_.clone(condition));
  }
  work.result.edges.push_back({work.from, to, builder_.all_of(all), place});
}

// The edges of a transition from its step number `next` on, with the conditions that held before.
void Lowerer::run_claim(ClaimWork& work, const Transition& transition, size_t next, std::vector<ir::ExprId> holding,
                        SourceSpan place) {
  const Context nobody{nullptr, work.claim, {}};
  for (; next < transition.steps.size() && !work.is_too_large(); ++next) {
    const Step& step = transition.steps[next];
    const Element& element = input_.graph.elements[step.element];
    const bool acts = element.kind == ElementKind::Statement && element.stmt.valid() && !element.is_skip;
    const Stmt* stmt = acts ? &model_.stmts[element.stmt] : nullptr;
    if (stmt != nullptr && !place.known()) place = stmt->span;
    if (stmt != nullptr && stmt->kind == StmtKind::Assign) {
      return assign_in_claim(work, transition, next, std::move(holding), place);
    }
    if (stmt != nullptr && (stmt->kind == StmtKind::Condition || stmt->kind == StmtKind::Assert)) {
      const ir::ExprId condition = truth_of(nobody, stmt->args[0]);
      if (stmt->kind == StmtKind::Assert) {
        std::vector<ir::ExprId> failing = holding;
        failing.push_back(builder_.unary(Op::Not, builder_.clone(condition)));
        add_claim_edge(work, kViolated, failing, stmt->span);
      }
      const std::optional<int64_t> known = constant_of(condition);
      if (known && *known == 0) return;
      holding.push_back(condition);
    }
    for (const VariableId dead : step.resets) claim_values_[dead] = 0;
  }
  add_claim_edge(work, claim_state(work, transition.to), holding, place);
}

// An assignment to a variable of the claim: to the value, or to each that the right side can have.
void Lowerer::assign_in_claim(ClaimWork& work, const Transition& transition, size_t next,
                              std::vector<ir::ExprId> holding, SourceSpan place) {
  const Step& step = transition.steps[next];
  const Stmt& stmt = model_.stmts[input_.graph.elements[step.element].stmt];
  const VariableId target = model_.exprs[stmt.target].place.variable;
  const Type type = model_.variables[target].type;
  const ir::ExprId value = number_of({nullptr, work.claim, {}}, stmt.args[0]);
  const std::map<VariableId, int32_t> before = claim_values_;
  const auto go_on = [&](int64_t chosen, std::vector<ir::ExprId> conditions) {
    claim_values_ = before;
    claim_values_[target] = wrapped(type, chosen);
    for (const VariableId dead : step.resets) claim_values_[dead] = 0;
    run_claim(work, transition, next + 1, std::move(conditions), place);
  };
  if (const std::optional<int64_t> constant = constant_of(value)) return go_on(*constant, std::move(holding));
  const ir::ExprId wrapped_value = builder_.wrap(value, builder_.int_type(least_value(type), greatest_value(type)));
  for (int64_t v = least_value(type); v <= greatest_value(type) && !work.is_too_large(); ++v) {
    std::vector<ir::ExprId> conditions = holding;
    conditions.push_back(builder_.binary(Op::Eq, builder_.clone(wrapped_value), builder_.integer(v)));
    go_on(v, std::move(conditions));
  }
}

void Lowerer::make_claim(ProctypeId id) {
  const Automaton& claim = automaton(id);
  const auto first_values = claim_variables(id);
  if (!first_values) return;
  claim_values_ = *first_values;
  ClaimWork work;
  work.claim = id;
  work.result.name = model_.proctypes[id].name;
  work.result.span = model_.proctypes[id].span;
  if (is_plain_claim(claim)) claim_state(work, claim.start);
  while (!work.waiting.empty() && !work.is_too_large()) {
    const ClaimWork::Key key = work.waiting.back();
    work.waiting.pop_back();
    work.from = work.numbers.at(key);
    const AutomatonState& state = claim.states[key.first];
    for (const Transition& transition : state.transitions) {
      claim_values_ = key.second;
      std::vector<ir::ExprId> holding;
      if (is_else(transition)) {
        const ir::ExprId nothing = nothing_else({nullptr, id, {}}, state, transition);
        if (nothing.valid()) holding.push_back(nothing);
      }
      run_claim(work, transition, 0, std::move(holding), {});
    }
  }
  claim_values_.clear();
  if (work.numbers.empty() || work.is_too_large()) return;
  const auto violated = static_cast<uint32_t>(work.result.states.size());
  work.result.states.emplace_back("violated");
  work.result.accepting.push_back(true);
  for (ir::Automaton::Edge& edge : work.result.edges) edge.to = edge.to == kViolated ? violated : edge.to;
  work.result.edges.push_back({violated, violated, builder_.boolean(true), work.result.span});
  builder_.automaton(std::move(work.result));
}

}  // namespace px::promela
