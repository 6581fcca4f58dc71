// Sequential regions after [NG95]: states of a process at which everything it can do is local are passed without being
// stored, and without letting other processes move.
//
// A step is local if it reads and writes nothing but the process' own variables. Then it neither enables nor disables
// a step of another process, nor is it enabled or disabled by one, and the order of the two does not matter. So at a
// state where all steps of a process are local, these steps alone are a persistent set: whatever deadlock or failing
// assertion can be reached from there can be reached by taking one of them first (and an assertion among them looks at
// the process' own variables only, so it fails or holds in either order). What must not happen is that a process goes
// round in a circle of such states and the others never move: at least one state of every circle is left as it is.
// A process that is held where its local steps are all blocked is not a special case: the search stores such a state
// and lets all processes move.
//
// Unlike statement merging this covers branches. Where options begin with something else than a condition, which of
// them is taken is a choice; such a state is stored, since holding several of them would multiply the paths between
// two stored states. Models that can see where a process stands or who moved last (remote references, enabled,
// pc_value, _last, priorities, provided, progress) are left alone.
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

  // Depth-first search among the local states; where it reaches its own path, the state reached is not held.
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
