#include "frontends/promela/coverage.h"

#include <algorithm>

namespace px::promela {
namespace {

// Collects all proctypes that a `run` in the expression starts.
void add_started(const Model& model, ExprId id, std::vector<ProctypeId>& started) {
  if (!id.valid()) return;
  const Expr& expr = model.exprs[id];
  if (expr.kind == ExprKind::Run) started.push_back(expr.proctype);
  for (const ExprId operand : expr.operands) add_started(model, operand, started);
}

class CoverageOfProctype {
 public:
  CoverageOfProctype(const Model& model, const ControlGraph& graph, const Automaton& automaton)
      : model_(model), graph_(graph), automaton_(automaton), reached_(automaton.states.size()) {
    mark_always_reached();
  }

  void start() { stand_at(automaton_.start); }
  void take(const TakenStep& step);
  ProctypeCoverage result() const;

 private:
  const Element& first(const Transition& transition) const { return graph_.elements[transition.steps.front().element]; }
  bool is_choice(uint32_t state) const;
  std::vector<bool> states_that_begin_steps() const;
  void mark_always_reached();
  void mark_always_reached(PartId part);
  bool is_generic(const Element& element) const;
  void mark(uint32_t state) { reached_[state] = true; }
  void stand_at(uint32_t state);
  bool is_reached(uint32_t state) const;
  SourceSpan place(const Element& element) const;

  const Model& model_;
  const ControlGraph& graph_;
  const Automaton& automaton_;
  std::vector<bool> reached_;  // by state
};

bool CoverageOfProctype::is_choice(uint32_t state) const {
  const std::vector<Transition>& transitions = automaton_.states[state].transitions;
  return std::any_of(transitions.begin(), transitions.end(),
                     [&](const Transition& t) { return t.escape == 0 && first(t).state != state; });
}

// States before statements, except those that occur only as later parts of merged steps.
std::vector<bool> CoverageOfProctype::states_that_begin_steps() const {
  std::vector<bool> begins(automaton_.states.size(), true);
  for (const AutomatonState& state : automaton_.states) {
    for (const Transition& transition : state.transitions) {
      for (size_t i = 1; i < transition.steps.size(); ++i) {
        begins[graph_.elements[transition.steps[i].element].state] = false;
      }
    }
  }
  for (const uint32_t state : automaton_.reachable) {
    for (const Transition& transition : automaton_.states[state].transitions) begins[first(transition).state] = true;
  }
  return begins;
}

void CoverageOfProctype::mark_always_reached() {
  mark_always_reached(graph_.bodies[automaton_.proctype.value].whole);
  const std::vector<bool> begins = states_that_begin_steps();
  for (uint32_t state = 1; state < automaton_.states.size(); ++state) {
    for (const Transition& transition : automaton_.states[state].transitions) {
      if (transition.escape != 0) continue;
      const uint32_t begin = first(transition).state;
      if (begin != state) mark(begin);
      if (begins[begin] && transition.steps.size() > 1) mark(graph_.elements[transition.steps[1].element].state);
    }
  }
}

// Elements without code of their own in SPIN's verifier: jumps, joins, else, and constantly true conditions.
bool CoverageOfProctype::is_generic(const Element& element) const {
  if (element.kind == ElementKind::Goto || element.kind == ElementKind::Join || element.kind == ElementKind::Exit) {
    return true;
  }
  if (element.kind != ElementKind::Statement) return false;
  if (element.is_skip) return true;
  const Stmt& stmt = model_.stmts[element.stmt];
  if (stmt.kind == StmtKind::Else) return true;
  if (stmt.kind != StmtKind::Condition) return false;
  const Expr& expr = model_.exprs[stmt.args[0]];
  return expr.kind == ExprKind::Constant && expr.value == 1;
}

void CoverageOfProctype::mark_always_reached(PartId id) {
  const Part& part = graph_.parts[id];
  for (ElementId at = part.first; at.valid(); at = graph_.elements[at].next) {
    const Element& element = graph_.elements[at];
    if (is_generic(element)) mark(element.state);
    const bool is_choice = element.kind == ElementKind::If || element.kind == ElementKind::Do ||
                           element.kind == ElementKind::Atomic || element.kind == ElementKind::Block;
    for (const PartId inner : element.parts) {
      if (is_choice) mark(graph_.elements[start_point(graph_, graph_.parts[inner].first)].state);
      if (element.kind != ElementKind::DStep) mark_always_reached(inner);
    }
    if (at == part.last) break;
  }
}

// Records that a process reached a state, before all of its statements; a d_step counts as taken as soon as it is
// tried.
void CoverageOfProctype::stand_at(uint32_t state) {
  if (state == 0) return;
  mark(state);
  for (const Transition& transition : automaton_.states[state].transitions) {
    mark(first(transition).state);
    if (transition.d_step && transition.to != 0) mark(transition.to);
  }
}

void CoverageOfProctype::take(const TakenStep& step) {
  const uint32_t from = step.from.state;
  for (const Transition& transition : automaton_.states[from].transitions) {
    const bool listed = std::find(step.elements.begin(), step.elements.end(), transition.id) != step.elements.end();
    const bool jump = step.elements.empty() && transition.to == step.to.state;
    if (!listed && !jump) continue;
    for (const Step& part : transition.steps) mark(graph_.elements[part.element].state);
    stand_at(transition.to);
  }
  stand_at(from);
}

bool CoverageOfProctype::is_reached(uint32_t state) const {
  if (reached_[state]) return true;
  if (!is_choice(state)) return false;
  const uint32_t behind = automaton_.states[state].transitions.back().to;
  return behind != 0 && reached_[behind];
}

SourceSpan CoverageOfProctype::place(const Element& element) const {
  if (element.stmt.valid()) return model_.stmts[element.stmt].span;
  return model_.proctypes[automaton_.proctype].end;
}

ProctypeCoverage CoverageOfProctype::result() const {
  ProctypeCoverage coverage;
  coverage.proctype = automaton_.proctype;
  coverage.states = static_cast<uint32_t>(automaton_.states.size()) - 1;
  for (uint32_t state = 1; state < automaton_.states.size(); ++state) {
    const std::vector<Transition>& transitions = automaton_.states[state].transitions;
    if (transitions.empty() || is_reached(state)) continue;
    const auto option = std::find_if(transitions.begin(), transitions.end(),
                                     [](const Transition& transition) { return transition.escape == 0; });
    const SourceSpan span = option == transitions.end() ? SourceSpan() : place(first(*option));
    for (const Transition& transition : transitions) {
      if (first(transition).kind == ElementKind::Join) break;
      coverage.unreached.push_back({state, span, text_of(model_, first(transition))});
    }
    if (first(transitions.front()).kind != ElementKind::Join) ++coverage.unreached_states;
  }
  return coverage;
}

}  // namespace

std::vector<TakenStep> taken_steps(const ir::Program& program, const std::vector<bool>& taken,
                                   const ControlStates& states) {
  std::vector<TakenStep> steps;
  const auto state_of = [&](ir::LocationId id) {
    const ir::Location& location = program.locations[id];
    const auto found = states.find({program.families[location.family].name, location.name});
    return found == states.end() ? ControlState() : found->second;
  };
  for (uint32_t a = 0; a < program.actions.size(); ++a) {
    if (!taken[a]) continue;
    const ir::Action& action = program.actions[ir::ActionId(a)];
    for (uint32_t m = 0; m < action.movers.size(); ++m) {
      TakenStep step{state_of(action.movers[m].from), state_of(action.movers[m].to), {}};
      for (const ir::Origin& origin : action.origins) {
        if (origin.mover == m && origin.number != ir::Origin::kNoNumber) step.elements.push_back(origin.number);
      }
      if (step.from.state != 0) steps.push_back(std::move(step));
    }
  }
  return steps;
}

std::vector<ProctypeCoverage> find_unreached(const Model& model, const ControlGraph& graph,
                                             const std::vector<Automaton>& automata,
                                             const std::vector<TakenStep>& steps) {
  std::vector<CoverageOfProctype> coverage;
  for (const Automaton& automaton : automata) coverage.emplace_back(model, graph, automaton);
  for (const ProctypeId initial : initial_processes(model)) coverage[initial.value].start();
  std::vector<const Element*> by_number;
  for (const Element& element : graph.elements) {
    if (by_number.size() <= element.id) by_number.resize(element.id + 1);
    by_number[element.id] = &element;
  }
  std::vector<ProctypeId> started;
  for (const TakenStep& step : steps) {
    coverage[step.from.proctype.value].take(step);
    for (const uint32_t number : step.elements) {
      const Element* element = number < by_number.size() ? by_number[number] : nullptr;
      if (element == nullptr || !element->stmt.valid()) continue;
      for (const ExprId arg : model.stmts[element->stmt].args) add_started(model, arg, started);
    }
  }
  for (const ProctypeId proctype : started) coverage[proctype.value].start();
  std::vector<ProctypeCoverage> result;
  for (uint32_t p = 0; p < automata.size(); ++p) {
    if (model.proctypes[automata[p].proctype].is_process()) result.push_back(coverage[p].result());
  }
  return result;
}

}  // namespace px::promela
