// Variables that need not be in the state, or not with their value.
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

}  // namespace px::promela
