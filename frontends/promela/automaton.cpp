#include "frontends/promela/automaton.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::promela {
namespace {

// If a goto leaves or bridges atomic sequences, its atomicity is that of its target label.
std::vector<Element> with_gotos_patched(const ControlGraph& graph) {
  std::vector<Element> elements(graph.elements.begin(), graph.elements.end());
  for (Element& element : elements) {
    if (element.kind != ElementKind::Goto || !(element.atomic || element.ends_atomic)) continue;
    const Element& target = graph.elements[element.target];
    const bool stays = target.atomic || target.ends_atomic;
    element.atomic = stays;
    element.ends_atomic = !stays;
  }
  return elements;
}

// A state before choices and blocks are eliminated.
struct RawState {
  bool present = false;
  bool choice = false;  // a choice or block: has only targets
  std::vector<uint32_t> targets;
  Transition transition;          // of any other state
  std::vector<uint32_t> escapes;  // states in which the active escapes begin
};

class Linker {
 public:
  Linker(const Model& model, const ControlGraph& graph, const OptimisationPlan* plan, uint32_t state_count)
      : model_(model), graph_(graph), plan_(plan), raw_(state_count), states_(state_count) {}

  void visit(PartId part);
  void flatten();
  void add_escapes();
  void propagate_end();
  std::vector<AutomatonState> take() { return std::move(states_); }
  const std::vector<ElementId>& d_steps() const { return d_steps_; }
  uint32_t state_reached(ElementId from, bool atomic) const {
    return from.valid() ? graph_.elements[reached_point(graph_, from, atomic)].state : 0;
  }

 private:
  void visit_element(ElementId id);
  void add_choice(const Element& element, const std::vector<PartId>& parts, bool options);
  void add_step(ElementId id);
  void add_d_step(ElementId id);
  void add_escape_starts(const Element& element);
  std::vector<Step> chain(ElementId first, uint32_t& target) const;
  bool continues_chain(const Element& element, uint32_t id, uint32_t target) const;
  bool is_never(ElementId start) const;
  void expand(uint32_t state, std::vector<uint32_t>& simple, std::vector<bool>& open);
  void pass_labels(uint32_t from, uint32_t to);

  const Model& model_;
  const ControlGraph& graph_;
  const OptimisationPlan* plan_;  // none inside a d_step
  std::vector<RawState> raw_;
  std::vector<AutomatonState> states_;
  std::vector<std::vector<uint32_t>> escapes_;  // for each transition of a state
  std::vector<ElementId> d_steps_;
};

void Linker::visit(PartId id) {
  const Part& part = graph_.parts[id];
  for (ElementId element = part.first; element.valid(); element = graph_.elements[element].next) {
    if (!raw_[graph_.elements[element].state].present) visit_element(element);
    if (element == part.last) break;
  }
}

void Linker::visit_element(ElementId id) {
  const Element& element = graph_.elements[id];
  AutomatonState& state = states_[element.state];
  raw_[element.state].present = true;
  state.accept |= has_label(model_, element, LabelKind::Accept);
  state.end |= has_label(model_, element, LabelKind::End) || element.kind == ElementKind::End;
  state.progress |= has_label(model_, element, LabelKind::Progress);
  if (element.stmt.valid()) state.span = model_.stmts[element.stmt].span;
  switch (element.kind) {
    case ElementKind::Unless: return visit(element.parts[0]);
    case ElementKind::If:
    case ElementKind::Do: return add_choice(element, element.parts, true);
    case ElementKind::Atomic:
    case ElementKind::Block: return add_choice(element, element.parts, false);
    case ElementKind::DStep: return add_d_step(id);
    default: return add_step(id);
  }
}

// An option that begins with the constant false can never be taken.
bool Linker::is_never(ElementId start) const {
  const Element& element = graph_.elements[start];
  if (element.kind != ElementKind::Statement || element.is_skip || !element.escapes.empty()) return false;
  const Stmt& stmt = model_.stmts[element.stmt];
  if (stmt.kind != StmtKind::Condition) return false;
  const Expr& expr = model_.exprs[stmt.args[0]];
  return expr.kind == ExprKind::Constant && expr.value == 0;
}

void Linker::add_choice(const Element& element, const std::vector<PartId>& parts, bool options) {
  RawState& raw = raw_[element.state];
  raw.choice = true;
  for (const PartId part : parts) {
    const ElementId start = start_point(graph_, graph_.parts[part].first);
    if (!options || !is_never(start)) raw.targets.push_back(graph_.elements[start].state);
  }
  for (const PartId part : parts) visit(part);
}

void Linker::add_escape_starts(const Element& element) {
  if (element.kind == ElementKind::Join) return;
  for (const PartId escape : element.escapes) {
    raw_[element.state].escapes.push_back(state_reached(graph_.parts[escape].first, element.atomic));
  }
  for (const PartId escape : element.escapes) visit(escape);
}

void Linker::add_d_step(ElementId id) {
  const Element& element = graph_.elements[id];
  Transition& transition = raw_[element.state].transition;
  transition.id = element.id;
  transition.to = state_reached(element.next, element.atomic);
  transition.steps = {{id, {}}};
  transition.atomic = element.atomic;
  transition.leaves_atomic = element.ends_atomic;
  transition.d_step = true;
  d_steps_.push_back(id);
  add_escape_starts(element);
}

void Linker::add_step(ElementId id) {
  const Element& element = graph_.elements[id];
  Transition& transition = raw_[element.state].transition;
  const ElementId follow = element.kind == ElementKind::Goto ? element.target : element.next;
  transition.id = element.id;
  transition.to = element.kind == ElementKind::End ? 0 : state_reached(follow, element.atomic);
  const ElementPlan none;
  const ElementPlan& plan = plan_ != nullptr ? plan_->elements[id.value] : none;
  uint32_t target = plan.merge_start != 0 ? plan.merge_start : plan.merge;
  if (target != 0) {
    transition.steps = chain(id, target);
    transition.to = target;
  } else {
    transition.steps = {{id, plan.resets}};
  }
  const Element& last = graph_.elements[transition.steps.back().element];
  transition.atomic = last.atomic;
  transition.leaves_atomic = last.ends_atomic;
  add_escape_starts(element);
}

bool Linker::continues_chain(const Element& element, uint32_t id, uint32_t target) const {
  switch (element.kind) {
    case ElementKind::Join:
    case ElementKind::Exit:
    case ElementKind::Goto: return true;
    case ElementKind::Statement:
      return plan_->elements[id].merge == target || state_reached(element.next, element.atomic) == target;
    default: return false;
  }
}

// The elements executed at once from `first` up to the state `target`, including joins and gotos in between: the last
// of them decides whether the step stays atomic. SPIN walks the text in the same way, but if a goto at the start of an
// unless leads elsewhere, it gets lost and drops statements ("bad hop" in its output); here the step ends there.
std::vector<Step> Linker::chain(ElementId first, uint32_t& target) const {
  std::vector<Step> steps;
  for (ElementId id = first;;) {
    steps.push_back({id, plan_->elements[id.value].resets});
    const Element& element = graph_.elements[id];
    const bool jump = element.kind == ElementKind::Goto;
    if (jump && graph_.elements[element.target].state == target) return steps;
    id = jump ? reached_point(graph_, element.target, element.atomic, target) : element.next;
    if (id.valid() && graph_.elements[id].kind == ElementKind::Unless) id = reached_point(graph_, id, false, target);
    if (!id.valid() || graph_.elements[id].state == target) return steps;
    if (!continues_chain(graph_.elements[id], id.value, target) || steps.size() > raw_.size()) {
      target = state_reached(id, false);
      return steps;
    }
  }
}

void Linker::pass_labels(uint32_t from, uint32_t to) {
  states_[to].accept |= states_[from].accept;
  states_[to].end |= states_[from].end;
  states_[to].progress |= states_[from].progress;
}

// The simple states in which the options of a choice begin, including those of nested choices.
void Linker::expand(uint32_t state, std::vector<uint32_t>& simple, std::vector<bool>& open) {
  if (open[state]) return;
  open[state] = true;
  for (const uint32_t target : raw_[state].targets) {
    if (!raw_[target].choice) {
      simple.push_back(target);
      continue;
    }
    const size_t first = simple.size();
    expand(target, simple, open);
    for (size_t i = first; i < simple.size(); ++i) pass_labels(target, simple[i]);
  }
  open[state] = false;
}

void Linker::flatten() {
  std::vector<std::vector<uint32_t>> sources(raw_.size());
  std::vector<bool> open(raw_.size());
  for (uint32_t state = 1; state < raw_.size(); ++state) {
    if (!raw_[state].present) continue;
    if (raw_[state].choice) {
      expand(state, sources[state], open);
    } else if (!raw_[state].transition.steps.empty()) {
      sources[state] = {state};
    }
  }
  escapes_.resize(raw_.size());
  for (uint32_t state = 1; state < raw_.size(); ++state) {
    for (const uint32_t source : sources[state]) {
      states_[state].transitions.push_back(raw_[source].transition);
      if (raw_[state].choice) pass_labels(source, raw_[source].transition.to);
      escapes_[state].insert(escapes_[state].end(), raw_[source].escapes.begin(), raw_[source].escapes.end());
    }
  }
}

// Each new escape goes to the front, so that the outermost escapes, which come last here, are tried first.
void Linker::add_escapes() {
  for (uint32_t number = 1; number < states_.size(); ++number) {
    std::vector<Transition>& transitions = states_[number].transitions;
    const std::vector<uint32_t> escapes(escapes_[number].rbegin(), escapes_[number].rend());
    for (const uint32_t escape : escapes) {
      const std::vector<Transition> offered = states_[escape].transitions;
      for (const Transition& transition : offered) {
        const bool known = std::any_of(transitions.begin(), transitions.end(),
                                       [&](const Transition& other) { return other.id == transition.id; });
        if (known) continue;
        Transition copy = transition;
        copy.escape = escape;
        transitions.insert(transitions.begin(), std::move(copy));
      }
    }
  }
}

// If a valid end state is only followed by a join, the next state is a valid end state, too.
void Linker::propagate_end() {
  for (uint32_t number = 1; number < states_.size(); ++number) {
    const AutomatonState& state = states_[number];
    if (!state.end || state.transitions.size() != 1) continue;
    const Transition& only = state.transitions.front();
    if (graph_.elements[only.steps.front().element].kind == ElementKind::Join) states_[only.to].end = true;
  }
}

void visit_reachable(Automaton& automaton) {
  std::vector<bool> seen(automaton.states.size());
  std::vector<uint32_t> work = {automaton.start};
  while (!work.empty()) {
    const uint32_t state = work.back();
    work.pop_back();
    if (state == 0 || seen[state]) continue;
    seen[state] = true;
    automaton.reachable.push_back(state);
    const std::vector<Transition>& transitions = automaton.states[state].transitions;
    for (auto transition = transitions.rbegin(); transition != transitions.rend(); ++transition) {
      work.push_back(transition->to);
    }
  }
}

DStepBody link_d_step(const Model& model, const ControlGraph& graph, ElementId id, uint32_t state_count) {
  const Element& element = graph.elements[id];
  Linker linker(model, graph, nullptr, state_count);
  linker.visit(element.parts[0]);
  linker.flatten();
  DStepBody body;
  body.element = id;
  body.start = graph.elements[start_point(graph, graph.parts[element.parts[0]].first)].state;
  body.exit = linker.state_reached(element.next, false);
  body.states = linker.take();
  return body;
}

Automaton link(const Model& model, const ControlGraph& graph, const OptimisationPlan& plan, const ControlBody& body) {
  Linker linker(model, graph, &plan, body.state_count);
  linker.visit(body.whole);
  linker.flatten();
  linker.add_escapes();
  linker.propagate_end();
  Automaton automaton;
  automaton.proctype = body.proctype;
  automaton.start = linker.state_reached(graph.parts[body.whole].first, false);
  automaton.end = graph.elements[graph.parts[body.whole].last].state;
  automaton.states = linker.take();
  for (const ElementId d_step : linker.d_steps()) {
    automaton.d_steps.push_back(link_d_step(model, graph, d_step, body.state_count));
  }
  visit_reachable(automaton);
  return automaton;
}

bool is_true(const Model& model, const Element& element) {
  if (element.kind != ElementKind::Statement) return false;
  if (element.is_skip) return true;
  const Stmt& stmt = model.stmts[element.stmt];
  if (stmt.kind != StmtKind::Condition) return false;
  const Expr& expr = model.exprs[stmt.args[0]];
  return expr.kind == ExprKind::Constant && expr.value == 1;
}

void check_states(const Model& model, const ControlGraph& graph, const Automaton& automaton, Diagnostics& diagnostics) {
  const bool claim = model.proctypes[automaton.proctype].kind == ProctypeKind::Never;
  for (uint32_t number = 1; number < automaton.states.size(); ++number) {
    size_t elses = 0;
    for (const Transition& transition : automaton.states[number].transitions) {
      const Element& first = graph.elements[transition.steps.front().element];
      if (!first.stmt.valid()) continue;
      const Stmt& stmt = model.stmts[first.stmt];
      if (!claim && transition.to == number && is_true(model, first)) {
        diagnostics.add(DiagnosticKind::EndlessGoto, stmt.span, "this is a loop that does nothing",
                        "give the option a condition, or leave it out");
      }
      const bool is_else = first.kind == ElementKind::Statement && !first.is_skip && stmt.kind == StmtKind::Else;
      if (is_else && ++elses == 2) {
        diagnostics.add(DiagnosticKind::AmbiguousElse, stmt.span, "two else belong to the same choice",
                        "a choice that starts an option is merged with the enclosing choice");
      }
    }
  }
}

}  // namespace

std::vector<Automaton> build_automata(const Model& model, const ControlGraph& graph, const OptimisationPlan& plan,
                                      Diagnostics& diagnostics) {
  ControlGraph patched = graph;
  const std::vector<Element> elements = with_gotos_patched(graph);
  std::copy(elements.begin(), elements.end(), patched.elements.begin());
  std::vector<Automaton> automata;
  for (const ControlBody& body : patched.bodies) {
    automata.push_back(link(model, patched, plan, body));
    check_states(model, patched, automata.back(), diagnostics);
  }
  return automata;
}

const DStepBody& d_step_of(const Automaton& automaton, const Transition& transition) {
  const auto found = std::find_if(automaton.d_steps.begin(), automaton.d_steps.end(), [&](const DStepBody& body) {
    return body.element == transition.steps.front().element;
  });
  PX_CHECK(found != automaton.d_steps.end());
  return *found;
}

std::string dump(const Model& model, const ControlGraph& graph, const Automaton& automaton) {
  const Proctype& proctype = model.proctypes[automaton.proctype];
  std::string text = (proctype.is_process() ? "proctype " : "claim ") + proctype.name + '\n';
  for (const uint32_t number : automaton.reachable) {
    const AutomatonState& state = automaton.states[number];
    for (const Transition& transition : state.transitions) {
      text += "state " + std::to_string(number) + " -> state " + std::to_string(transition.to) + " [id " +
              std::to_string(transition.id);
      if (transition.escape != 0) text += " org " + std::to_string(transition.escape);
      text += "] [";
      const bool compound = transition.d_step || transition.steps.size() > 1;
      text += transition.atomic || (compound && transition.leaves_atomic) ? 'A' : transition.d_step ? 'D' : '-';
      text += state.accept ? 'a' : '-';
      text += state.end ? 'e' : '-';
      text += state.progress ? 'p' : '-';
      text += "] " + text_of(model, graph.elements[transition.steps.front().element]) + '\n';
      if (transition.steps.size() == 1 && transition.steps.front().resets.empty()) continue;
      for (const Step& step : transition.steps) {
        text += "    " + text_of(model, graph.elements[step.element]);
        for (const VariableId variable : step.resets) text += " reset " + model.variables[variable].name;
        text += '\n';
      }
    }
  }
  return text;
}

}  // namespace px::promela
