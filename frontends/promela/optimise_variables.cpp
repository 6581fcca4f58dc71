// Variables that can be removed from the state, or reset.
#include <algorithm>

#include "frontends/promela/optimise_passes.h"

namespace px::promela {
namespace {

bool is_candidate(const Variable& variable) {
  return variable.owner.valid() && variable.type.is_scalar();
}

bool contains(const std::vector<VariableId>& list, VariableId variable) {
  return std::find(list.begin(), list.end(), variable) != list.end();
}

// The states from which the variable may be read before it is written, by backward search from its reads.
class Liveness {
 public:
  explicit Liveness(const FlowGraph& flow) : flow_(flow), in_(flow.out.size()) {
    for (uint32_t i = 0; i < flow.edges.size(); ++i) in_[flow.edges[i].to].push_back(i);
  }

  std::vector<bool> live_states(VariableId variable) const {
    std::vector<bool> live(flow_.out.size());
    std::vector<uint32_t> work;
    const auto mark = [&](uint32_t state) {
      if (live[state]) return;
      live[state] = true;
      work.push_back(state);
    };
    for (const FlowEdge& edge : flow_.edges) {
      if (contains(edge.reads, variable)) mark(edge.from);
    }
    while (!work.empty()) {
      const uint32_t state = work.back();
      work.pop_back();
      for (const uint32_t index : in_[state]) {
        if (!contains(flow_.edges[index].writes, variable)) mark(flow_.edges[index].from);
      }
    }
    return live;
  }

 private:
  const FlowGraph& flow_;
  std::vector<std::vector<uint32_t>> in_;
};

bool assigns_zero(const Model& model, const Stmt& stmt) {
  if (stmt.kind != StmtKind::Assign) return false;
  const Expr& value = model.exprs[stmt.args[0]];
  return value.kind == ExprKind::Constant && value.value == 0;
}

}  // namespace

void hide_globals(const Model& model, bool also_unread, OptimisationPlan& plan) {
  plan.hidden.resize(model.variables.size());
  for (uint32_t i = 0; i < model.variables.size(); ++i) {
    const Variable& variable = model.variables[VariableId(i)];
    const bool unread = !variable.owner.valid() && variable.type.is_scalar() && !variable.is_read;
    plan.hidden[i] = variable.visibility == Visibility::Hidden || (also_unread && unread);
  }
}

namespace {

bool mentions(const Model& model, ExprId id, VariableId variable) {
  if (!id.valid()) return false;
  const Expr& expr = model.exprs[id];
  if (expr.kind == ExprKind::Variable && expr.place.variable == variable) return true;
  return mentions(model, expr.place.index, variable) ||
         std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) { return mentions(model, operand, variable); });
}

// Whether anything other than a statement reads the variable.
bool is_watched(const Model& model, VariableId id) {
  for (const Formula& formula : model.formulas) {
    if (formula.root.valid() && mentions(model, formula.root, id)) return true;
  }
  for (const Proctype& proctype : model.proctypes) {
    if (mentions(model, proctype.provided, id)) return true;
  }
  return std::any_of(model.variables.begin(), model.variables.end(),
                     [&](const Variable& variable) { return mentions(model, variable.initial, id); });
}

// Whether the variable occurs only inside d_steps, and is never live outside.
bool stays_in_d_steps(const ControlGraph& graph, const FlowGraph& flow, VariableId id) {
  const std::vector<bool> live = Liveness(flow).live_states(id);
  return std::all_of(flow.edges.begin(), flow.edges.end(), [&](const FlowEdge& edge) {
    if (edge.step.valid() && graph.elements[edge.step].in_d_step) return true;
    return !live[edge.from] && !contains(edge.reads, id) && !contains(edge.writes, id);
  });
}

}  // namespace

void find_scratch(const Model& model, const ControlGraph& graph, const std::vector<FlowGraph>& flows,
                  OptimisationPlan& plan) {
  plan.scratch.resize(model.variables.size());
  for (uint32_t v = 0; v < model.variables.size(); ++v) {
    const VariableId id(v);
    const Variable& variable = model.variables[id];
    const bool hidden = variable.visibility == Visibility::Hidden && variable.is_read && !variable.owner.valid();
    if (!hidden || !variable.type.is_scalar() || variable.is_array || is_watched(model, id)) continue;
    plan.scratch[v] = std::all_of(flows.begin(), flows.end(),
                                  [&](const FlowGraph& flow) { return stays_in_d_steps(graph, flow, id); });
  }
}

void reset_dead_locals(const Model& model, const ControlGraph& graph, const ControlBody& body, const FlowGraph& flow,
                       OptimisationPlan& plan) {
  const Liveness liveness(flow);
  for (const VariableId variable : model.proctypes[body.proctype].locals) {
    if (!is_candidate(model.variables[variable])) continue;
    const std::vector<bool> live = liveness.live_states(variable);
    for (const FlowEdge& edge : flow.edges) {
      const bool reads = contains(edge.reads, variable);
      const bool writes = contains(edge.writes, variable);
      if (live[edge.to] || (!reads && !writes) || graph.elements[edge.step].in_d_step) continue;
      const Stmt& stmt = model.stmts[graph.elements[edge.step].stmt];
      const bool may_block = stmt.kind == StmtKind::Condition || stmt.kind == StmtKind::Receive;
      if ((reads && may_block) || (writes && !assigns_zero(model, stmt))) {
        plan.elements[edge.step.value].resets.push_back(variable);
      }
    }
  }
}

namespace {

// Where the process arrives with a value of the variable: states in which it is live, and states reached from those
// without a statement (the options of a choice).
std::vector<bool> states_with_value(const FlowGraph& flow, const ControlGraph& graph, std::vector<bool> live) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const FlowEdge& edge : flow.edges) {
      const bool silent = !edge.step.valid() || graph.elements[edge.step].kind != ElementKind::Statement;
      if (!silent || !live[edge.from] || live[edge.to]) continue;
      live[edge.to] = changed = true;
    }
  }
  return live;
}

}  // namespace

void reset_wherever_dead(const Model& model, const ControlGraph& graph, const ControlBody& body, const FlowGraph& flow,
                         OptimisationPlan& plan) {
  const Proctype& proctype = model.proctypes[body.proctype];
  if (proctype.provided.valid()) return;
  const Liveness liveness(flow);
  for (const VariableId variable : proctype.locals) {
    if (!is_candidate(model.variables[variable]) || model.variables[variable].is_array) continue;
    const std::vector<bool> live = liveness.live_states(variable);
    const std::vector<bool> valued = states_with_value(flow, graph, live);
    for (const FlowEdge& edge : flow.edges) {
      const bool step = edge.step.valid() && graph.elements[edge.step].kind == ElementKind::Statement;
      if (!step || live[edge.to] || graph.elements[edge.step].in_d_step) continue;
      std::vector<VariableId>& resets = plan.elements[edge.step.value].resets;
      const bool written = contains(edge.writes, variable);
      const Element& element = graph.elements[edge.step];
      if (written && !element.is_skip && assigns_zero(model, model.stmts[element.stmt])) continue;
      if ((valued[edge.from] || written) && !contains(resets, variable)) resets.push_back(variable);
    }
  }
}

}  // namespace px::promela
