// Lowers never claims to automata of the Program.
//
// A never claim describes what must not happen: a run of it in lockstep with the model that passes an accepting state
// infinitely often, or that reaches the end of the claim, is an error. So it is an automaton already: one edge per
// step, guarded by the step's condition. The end of the claim, and the target of a failing assertion in it, is an
// accepting state that is never left.
//
// Variables of the claim are not part of the model's state, so they become part of the automaton: its states are the
// reachable pairs of a control point of the claim and values of its variables. If a value, or the index of an assigned
// array cell, comes from the model, there is one edge per possible value, guarded by a test for that value. A d_step is
// one edge per path through it; blocking inside it is an error, like a false assertion. Escapes exclude the transitions
// after them. Prints are omitted: no process sees them; `_pid` is 0, as in SPIN. A claim that cannot become an
// automaton (because it sends, starts processes, uses timeout, has too many states, ...) is left out with a warning
// that states the reason.
#include <algorithm>

#include "engine/ir/fold.h"
#include "frontends/promela/claim_lowering.h"

namespace px::promela {

using ir::Op;

namespace {

constexpr size_t kMaxClaimStates = 2000;
constexpr size_t kMaxClaimEdges = 20'000;
constexpr size_t kMaxClaimSteps = 50'000;   // tried, over all paths
constexpr size_t kMaxClaimDepth = 200;      // statements of one path through a d_step
constexpr uint32_t kViolated = UINT32_MAX;  // until its number is known

bool is_print(const Stmt& stmt) {
  return stmt.kind == StmtKind::Print || stmt.kind == StmtKind::PrintMtype;
}

}  // namespace

struct ClaimLowering::ClaimWork {
  using Key = std::pair<uint32_t, ClaimValues>;  // control point of the claim, values of its variables
  ProctypeId claim;
  ir::Automaton result;
  std::map<Key, uint32_t> numbers;
  std::vector<Key> waiting;
  uint32_t from = 0;
  size_t steps = 0;
  size_t depth = 0;

  bool is_too_large() const {
    return numbers.size() > kMaxClaimStates || result.edges.size() > kMaxClaimEdges || steps > kMaxClaimSteps ||
           depth > kMaxClaimDepth;
  }
};

// The steps still to be executed before an edge is complete: those of a transition, then its continuation.
struct ClaimLowering::ClaimPath {
  const std::vector<Step>* steps = nullptr;
  size_t next = 0;
  std::vector<ir::ExprId> holding;  // the conditions collected so far
  SourceSpan place;
  std::function<void(const ClaimPath&)> after;
};

// Why and where a transition of the claim, or of a d_step in it, cannot be part of an automaton.
std::optional<ClaimLowering::LeftOut> ClaimLowering::outside_automata(const Transition& transition) const {
  if (transition.d_step) {
    return LeftOut{model_.stmts[input_.graph.elements[transition.steps.front().element].stmt].span,
                   "a d_step is nested in another one"};
  }
  for (const Step& step : transition.steps) {
    const Element& element = input_.graph.elements[step.element];
    if (element.kind != ElementKind::Statement || !element.stmt.valid() || element.is_skip) continue;
    const Stmt& stmt = model_.stmts[element.stmt];
    if (stmt.kind == StmtKind::Else || is_print(stmt)) continue;
    const bool looks = stmt.kind == StmtKind::Condition || stmt.kind == StmtKind::Assert;
    const bool assigns = stmt.kind == StmtKind::Assign;
    if (!looks && !assigns) return LeftOut{stmt.span, "it does more than observe and count"};
    if (assigns && !claim_values_.contains(model_.exprs[stmt.target].place.variable)) {
      return LeftOut{stmt.span, "it changes the model"};
    }
    if (!is_about_state(stmt.args[0]) || (assigns && !is_about_state(stmt.target))) {
      return LeftOut{stmt.span, "this cannot be decided from a state alone"};
    }
  }
  return {};
}

std::optional<ClaimLowering::LeftOut> ClaimLowering::outside_automata(const Automaton& claim) const {
  for (const uint32_t number : claim.reachable) {
    for (const Transition& transition : claim.states[number].transitions) {
      if (transition.d_step) continue;
      if (const auto reason = outside_automata(transition)) return reason;
    }
  }
  for (const DStepBody& body : claim.d_steps) {
    for (const AutomatonState& state : body.states) {
      for (const Transition& transition : state.transitions) {
        if (const auto reason = outside_automata(transition)) return reason;
      }
    }
  }
  return {};
}

// Initialises claim_values_ with the variables of a claim.
std::optional<ClaimLowering::LeftOut> ClaimLowering::set_claim_variables(ProctypeId claim) {
  claim_values_.clear();
  for (const VariableId id : model_.proctypes[claim].locals) {
    const Variable& variable = model_.variables[id];
    if (!variable.type.is_scalar()) return LeftOut{variable.span, "it has variables that are not numbers"};
    std::vector<int32_t> values;
    for (size_t i = 0; i < static_cast<size_t>(variable.is_array ? variable.length : 1); ++i) {
      const ExprId initial = i < variable.cell_initials.size() ? variable.cell_initials[i] : variable.initial;
      std::optional<int64_t> value = 0;
      if (initial.valid()) {
        if (!is_about_state(initial)) value.reset();
        if (value) value = constant_of(number_of({nullptr, claim, {}}, initial));
      }
      if (!value) return LeftOut{variable.span, "the initial value of '" + variable.name + "' is not constant"};
      values.push_back(wrapped(variable.type, *value));
    }
    claim_values_[id] = std::move(values);
  }
  return {};
}

// The value of a claim variable at the current point: if the index depends on the model, a case distinction.
Value ExpressionLowering::claim_variable(const Context& context, const Expr& expr, const std::vector<int32_t>& values) {
  const Variable& variable = model_.variables[expr.place.variable];
  if (!variable.is_array) return literal(values.front());
  const ir::ExprId index = number_of(context, expr.place.index);
  const std::optional<int64_t> known = constant_of(index);
  if (known && *known >= 0 && static_cast<size_t>(*known) < values.size()) {
    return literal(values[static_cast<size_t>(*known)]);
  }
  ir::ExprId value = builder_.integer(values.front());
  for (size_t i = 1; i < values.size(); ++i) {
    const ir::ExprId here = builder_.binary(Op::Eq, builder_.clone(index), builder_.integer(static_cast<int64_t>(i)));
    value = builder_.conditional(here, builder_.integer(values[i]), value);
  }
  const ir::ExprId within = builder_.binary(
      Op::And, builder_.binary(Op::Ge, builder_.clone(index), builder_.integer(0)),
      builder_.binary(Op::Lt, builder_.clone(index), builder_.integer(static_cast<int64_t>(values.size()))));
  const std::string text = "'" + text_of(model_, expr.place) + "' has no cell with this index";
  return number_value(builder_.check(within, value, text, expr.span), least_value(variable.type),
                      greatest_value(variable.type));
}

// The value of an expression that reads no variables.
std::optional<int64_t> ExpressionLowering::constant_of(ir::ExprId id) const {
  const ir::Expr& expr = builder_.program().exprs[id];
  if (expr.op == Op::Const) return expr.value;
  const int operands = ir::op_operands(expr.op);
  if (operands == 0 || expr.op == Op::Read || expr.op == Op::Check || ir::op_is_quantifier(expr.op)) return {};
  int64_t values[3] = {0, 0, 0};
  for (int i = 0; i < operands; ++i) {
    const std::optional<int64_t> value = constant_of(expr.operands[i]);
    if (!value) return {};
    values[i] = *value;
  }
  return ir::fold_operation(expr.op, values[0], values[1], values[2]);
}

uint32_t ClaimLowering::claim_state(ClaimWork& work, uint32_t number) {
  const Automaton& claim = automaton(work.claim);
  if (number == 0 || number == claim.end) return kViolated;
  const auto [known, added] =
      work.numbers.insert({{number, claim_values_}, static_cast<uint32_t>(work.numbers.size())});
  if (added) {
    std::string name = location_name(work.claim, number);
    for (const auto& [variable, values] : claim_values_) {
      name += ' ' + model_.variables[variable].name + '=';
      for (size_t i = 0; i < values.size(); ++i) name += (i == 0 ? "" : ",") + std::to_string(values[i]);
    }
    work.result.states.push_back(std::move(name));
    work.result.accepting.push_back(claim.states[number].accept);
    work.waiting.push_back(known->first);
  }
  return known->second;
}

void ClaimLowering::add_claim_edge(ClaimWork& work, uint32_t to, const std::vector<ir::ExprId>& holding,
                                   SourceSpan place) {
  std::vector<ir::ExprId> all;
  for (const ir::ExprId condition : holding) {
    const std::optional<int64_t> value = constant_of(condition);
    if (value && *value == 0) return;
    if (!value) all.push_back(builder_.clone(condition));
  }
  work.result.edges.push_back({work.from, to, builder_.all_of(all), place});
}

// Executes the steps of the path, splitting it into one path per outcome, and then its continuation.
void ClaimLowering::run_claim(ClaimWork& work, ClaimPath path) {
  const Context nobody{nullptr, work.claim, {}};
  for (; path.next < path.steps->size() && !work.is_too_large(); ++path.next) {
    const Step& step = (*path.steps)[path.next];
    const Element& element = input_.graph.elements[step.element];
    const bool acts = element.kind == ElementKind::Statement && element.stmt.valid() && !element.is_skip;
    const Stmt* stmt = acts ? &model_.stmts[element.stmt] : nullptr;
    ++work.steps;
    if (stmt != nullptr && !path.place.known()) path.place = stmt->span;
    if (stmt != nullptr && stmt->kind == StmtKind::Assign) return assign_in_claim(work, std::move(path));
    if (stmt != nullptr && (stmt->kind == StmtKind::Condition || stmt->kind == StmtKind::Assert)) {
      const ir::ExprId condition = truth_of(nobody, stmt->args[0]);
      if (stmt->kind == StmtKind::Assert) {
        std::vector<ir::ExprId> failing = path.holding;
        failing.push_back(builder_.unary(Op::Not, builder_.clone(condition)));
        add_claim_edge(work, kViolated, failing, stmt->span);
      }
      const std::optional<int64_t> known = constant_of(condition);
      if (known && *known == 0) return;
      path.holding.push_back(condition);
    }
    reset_in_claim(step);
  }
  if (!work.is_too_large()) path.after(path);
}

void ClaimLowering::reset_in_claim(const Step& step) {
  for (const VariableId dead : step.resets) claim_values_.at(dead) = {0};
}

// Continues with each value within the bounds that the expression can have.
void ClaimLowering::for_each_value(const ClaimWork& work, ir::ExprId value, int64_t lo, int64_t hi,
                                   const std::vector<ir::ExprId>& holding,
                                   const std::function<void(int64_t, std::vector<ir::ExprId>)>& go_on) {
  if (const std::optional<int64_t> constant = constant_of(value)) return go_on(*constant, holding);
  for (int64_t v = lo; v <= hi && !work.is_too_large(); ++v) {
    std::vector<ir::ExprId> conditions = holding;
    conditions.push_back(builder_.binary(Op::Eq, builder_.clone(value), builder_.integer(v)));
    go_on(v, std::move(conditions));
  }
}

// An assignment to a claim variable: one path for each possible cell and each possible value of the right-hand side.
void ClaimLowering::assign_in_claim(ClaimWork& work, ClaimPath path) {
  const Step& step = (*path.steps)[path.next];
  const Stmt& stmt = model_.stmts[input_.graph.elements[step.element].stmt];
  const Place& target = model_.exprs[stmt.target].place;
  const Type type = model_.variables[target.variable].type;
  const Context nobody{nullptr, work.claim, {}};
  ir::ExprId value = number_of(nobody, stmt.args[0]);
  if (!constant_of(value)) value = builder_.wrap(value, builder_.int_type(least_value(type), greatest_value(type)));
  const ClaimValues before = claim_values_;
  const auto cells = static_cast<int64_t>(before.at(target.variable).size());
  const ir::ExprId cell = target.index.valid() ? number_of(nobody, target.index) : builder_.integer(0);
  for_each_value(work, cell, 0, cells - 1, path.holding, [&](int64_t where, const std::vector<ir::ExprId>& there) {
    if (where < 0 || where >= cells) return add_claim_edge(work, kViolated, there, stmt.span);
    const auto go_on = [&](int64_t chosen, std::vector<ir::ExprId> holding) {
      claim_values_ = before;
      claim_values_.at(target.variable)[static_cast<size_t>(where)] = wrapped(type, chosen);
      reset_in_claim(step);
      run_claim(work, {path.steps, path.next + 1, std::move(holding), path.place, path.after});
    };
    for_each_value(work, value, least_value(type), greatest_value(type), there, go_on);
  });
}

// All paths through a d_step from one of its states, always taking the first executable transition.
void ClaimLowering::run_d_step_in_claim(ClaimWork& work, const DStepBody& body, uint32_t number, const ClaimPath& path,
                                        const std::function<void(const ClaimPath&)>& after) {
  const Context nobody{nullptr, work.claim, {}};
  const AutomatonState& state = body.states[number];
  const ClaimValues before = claim_values_;
  ClaimPath rest = path;  // none of the transitions has been taken
  bool always = false;
  ++work.depth;
  for (const Transition& transition : state.transitions) {
    if (work.is_too_large() || always) break;
    claim_values_ = before;
    ClaimPath taken = rest;
    const ir::ExprId start = can_start(nobody, state, transition);
    if (start.valid() && constant_of(start) == 0) continue;
    if (start.valid() && is_else(transition)) taken.holding.push_back(start);
    taken.steps = &transition.steps;
    taken.next = 0;
    const uint32_t to = transition.to;
    taken.after = [&, to](const ClaimPath& done) {
      if (to == body.exit || to == 0) return after(done);
      run_d_step_in_claim(work, body, to, done, after);
    };
    run_claim(work, taken);
    claim_values_ = before;
    always = !start.valid() || constant_of(start) == 1;
    if (!always) rest.holding.push_back(builder_.unary(Op::Not, builder_.clone(start)));
  }
  if (!work.is_too_large()) --work.depth;
  // Blocked in the middle; at its beginning the d_step is merely not executable.
  if (!always && number != body.start) add_claim_edge(work, kViolated, rest.holding, state.span);
}

void ClaimLowering::add_claim_edges(ClaimWork& work, const AutomatonState& state, const Transition& transition) {
  const Context nobody{nullptr, work.claim, {}};
  ClaimPath path;
  if (is_else(transition)) {
    const ir::ExprId nothing = nothing_else(nobody, state, transition);
    if (nothing.valid()) path.holding.push_back(nothing);
  }
  add_escapes_before(nobody, state, transition, path.holding);
  const auto complete = [&](const ClaimPath& done) {
    add_claim_edge(work, claim_state(work, transition.to), done.holding, done.place);
  };
  if (transition.d_step) {
    const DStepBody& body = d_step_of(automaton(work.claim), transition);
    return run_d_step_in_claim(work, body, body.start, path, complete);
  }
  path.steps = &transition.steps;
  path.after = complete;
  run_claim(work, std::move(path));
}

void ClaimLowering::make_claim(ProctypeId id) {
  in_claim_ = true;
  std::optional<LeftOut> reason = set_claim_variables(id);
  if (!reason) reason = outside_automata(automaton(id));
  if (!reason) {
    ClaimWork work;
    work.claim = id;
    work.result.name = model_.proctypes[id].name;
    work.result.span = model_.proctypes[id].span;
    reason = explore_claim(work);
  }
  in_claim_ = false;
  claim_values_.clear();
  if (!reason) return;
  diagnostics_.add(DiagnosticKind::NotChecked, reason->span, "the never claim has no automaton: " + reason->why,
                   "claims may have conditions, assertions, and assignments to variables of their own");
}

std::optional<ClaimLowering::LeftOut> ClaimLowering::explore_claim(ClaimWork& work) {
  const Automaton& claim = automaton(work.claim);
  claim_state(work, claim.start);
  while (!work.waiting.empty() && !work.is_too_large()) {
    const ClaimWork::Key key = work.waiting.back();
    work.waiting.pop_back();
    work.from = work.numbers.at(key);
    const AutomatonState& state = claim.states[key.first];
    for (const Transition& transition : state.transitions) {
      claim_values_ = key.second;
      if (!work.is_too_large()) add_claim_edges(work, state, transition);
    }
  }
  if (work.is_too_large()) {
    return LeftOut{work.result.span, "with the values of its variables it would be too large (more than " +
                                         std::to_string(kMaxClaimStates) + " states, " +
                                         std::to_string(kMaxClaimEdges) + " edges, or " +
                                         std::to_string(kMaxClaimDepth) + " statements in a d_step)"};
  }
  const auto violated = static_cast<uint32_t>(work.result.states.size());
  work.result.states.emplace_back("violated");
  work.result.accepting.push_back(true);
  for (ir::Automaton::Edge& edge : work.result.edges) edge.to = edge.to == kViolated ? violated : edge.to;
  work.result.edges.push_back({violated, violated, builder_.boolean(true), work.result.span});
  builder_.automaton(std::move(work.result));
  return {};
}

}  // namespace px::promela
