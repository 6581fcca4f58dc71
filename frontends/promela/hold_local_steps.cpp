// Sequential regions after [NG95]: a state in which all steps of a process are local is passed through without being
// stored, and without letting other processes move.
//
// A step is local if it reads and writes only the process' own variables. Then it neither enables nor disables a step
// of another process, and none enables or disables it, so their order does not matter. So in a state in which all steps
// of a process are local, these steps alone are a persistent set: every deadlock or failing assertion reachable from
// there is reachable by taking one of them first (and an assertion among them reads only the process' own variables, so
// it fails or holds in either order). However, a process must not cycle through such states forever without the others
// moving: at least one state of every cycle is not held. A process that is held where all its local steps block is not
// a special case: the search stores such a state and lets all processes move.
// and lets all processes move.
//
// Unlike statement merging this covers branches. If an option does not begin with a condition, the branch is a
// nondeterministic choice; such a state is stored, since holding several of them would multiply the paths between two
// stored states. Models that can observe the location of a process or the last mover (remote references, enabled,
// pc_value, _last, priorities, provided, progress) are left unchanged.
#include "frontends/promela/hold_local_steps.h"

#include <algorithm>

#include "frontends/promela/flow_graph.h"

namespace px::promela {
namespace {

bool may_be_watched(const Features& features) {
  return features.remote_variable || features.remote_label || features.enabled || features.pc_value || features.last ||
         features.priority || features.provided || features.non_progress;
}

class LocalStates {
 public:
  LocalStates(const Model& model, const ControlGraph& graph, const Automaton& automaton)
      : model_(model), graph_(graph), automaton_(automaton), local_(automaton.states.size()) {
    for (const uint32_t state : automaton.reachable) local_[state] = is_local(automaton.states[state]);
    break_circles();
  }

  bool operator[](uint32_t state) const { return state != 0 && local_[state]; }

 private:
  const Element& first(const Transition& transition) const { return graph_.elements[transition.steps.front().element]; }

  bool is_local(const AutomatonState& state) const {
    if (state.transitions.empty()) return false;
    const bool several = state.transitions.size() > 1;
    return std::all_of(state.transitions.begin(), state.transitions.end(), [&](const Transition& transition) {
      return is_local(transition) && (!several || begins_with_condition(transition));
    });
  }

  bool is_local(const Transition& transition) const {
    if (transition.d_step) return false;
    return std::all_of(transition.steps.begin(), transition.steps.end(), [&](const Step& step) {
      const Element& element = graph_.elements[step.element];
      return element.kind != ElementKind::End && is_private(model_, element);
    });
  }

  bool begins_with_condition(const Transition& transition) const {
    const Element& element = first(transition);
    if (element.kind != ElementKind::Statement || element.is_skip) return false;
    const Stmt& stmt = model_.stmts[element.stmt];
    if (stmt.kind == StmtKind::Else) return true;
    return stmt.kind == StmtKind::Condition && model_.exprs[stmt.args[0]].kind != ExprKind::Constant;
  }

  // Depth-first search among the local states; a state reached again on the current path is not held.
  void break_circles() {
    enum Mark : uint8_t { New, OnPath, Done };
    std::vector<Mark> marks(local_.size(), New);
    std::vector<bool> stored(local_.size());
    struct Visit {
      uint32_t state;
      size_t next;
    };
    for (const uint32_t root : automaton_.reachable) {
      if (!local_[root] || marks[root] != New) continue;
      std::vector<Visit> path = {{root, 0}};
      marks[root] = OnPath;
      while (!path.empty()) {
        const std::vector<Transition>& transitions = automaton_.states[path.back().state].transitions;
        if (path.back().next == transitions.size()) {
          marks[path.back().state] = Done;
          path.pop_back();
          continue;
        }
        const uint32_t to = transitions[path.back().next++].to;
        if (to == 0 || !local_[to]) continue;
        if (marks[to] == OnPath) stored[to] = true;
        if (marks[to] != New) continue;
        marks[to] = OnPath;
        path.push_back({to, 0});
      }
    }
    for (uint32_t state = 0; state < local_.size(); ++state) local_[state] = local_[state] && !stored[state];
  }

  const Model& model_;
  const ControlGraph& graph_;
  const Automaton& automaton_;
  std::vector<bool> local_;  // by state
};

}  // namespace

void hold_local_steps(const Model& model, const ControlGraph& graph, Automaton& automaton) {
  if (may_be_watched(model.features) || !model.proctypes[automaton.proctype].is_process()) return;
  const LocalStates local(model, graph, automaton);
  for (AutomatonState& state : automaton.states) {
    for (Transition& transition : state.transitions) transition.atomic |= local[transition.to];
  }
}

}  // namespace px::promela
