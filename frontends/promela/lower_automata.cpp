// Lowers transitions of the automata to actions.
//
// An action leaves the location of a state for one transition: the first statement of the step determines when it is
// executable, and all its statements form the body. Conditions that SPIN evaluates at run time become part of the
// guard: `else` (no other transition of this state is executable), escapes of `unless` (no step of an escape listed
// before is executable), `provided`, and priorities (no process of higher priority is enabled). One action per possible
// first statement enters a d_step; the statements after it become actions at deterministic locations of their own.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/promela/lowerer.h"

namespace px::promela {

using ir::Op;

namespace {

// After macro expansion a statement may have megabytes of text, too long to read: show only its beginning and end.
std::string shown(const std::string& text) {
  constexpr size_t kLongest = 400;
  constexpr size_t kEnd = 100;
  if (text.size() <= kLongest) return text;
  return text.substr(0, kLongest - kEnd) + " ... " + text.substr(text.size() - kEnd);
}

// "((a) && (b))" as "(a) && (b)": SPIN prints conditions with one more pair than the user wrote.
std::string without_parentheses(std::string text) {
  const auto enclosed = [&text] {
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
    int open = 0;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (open == 0) return false;
    }
    return true;
  };
  while (enclosed()) text = text.substr(1, text.size() - 2);
  return text;
}

bool does_something(const Element& element) {
  return element.kind != ElementKind::Goto && element.kind != ElementKind::Join && element.kind != ElementKind::Exit;
}

}  // namespace

ModelLowering::ModelLowering(const LowerInput& input, Diagnostics& diagnostics)
    : input_(input),
      model_(input.model),
      diagnostics_(diagnostics),
      kinds_(input.model),
      builder_("promela"),
      // The numbers of channels follow those of processes.
      numbers_(input.slots, input.options.side_by_side && !kinds_.channels_are_numbers()),
      initial_(initial_processes(input.model)) {
  for (const Element& element : input.graph.elements) {
    if (element.labels.empty()) continue;
    const Label& label = model_.labels[element.labels.front()];
    labels_.try_emplace({label.proctype, element.state}, &label);
  }
}

Lowered lower(const LowerInput& input, Diagnostics& diagnostics) {
  return Lowerer(input, diagnostics).run();
}

Lowered Lowerer::run() {
  find_channels();
  make_processes();
  make_channels();
  initial_values_.emplace(model_, initial_, channel_numbers());
  make_variables();
  make_trace();
  for (const ProcessFamily& family : families_) {
    for (const ProctypeId proctype : family.proctypes) make_actions(family, proctype);
  }
  make_claims();
  make_end_rule();
  ControlStates states = control_states();
  const bool checks_trace = trace_.has_value();
  return {builder_.take(), std::move(growth_), std::move(states), numbers_.pids(), checks_trace, sees_ended_, {}};
}

// ---- Locations

ControlStates Lowerer::control_states() const {
  ControlStates states;
  const ir::Program& program = builder_.program();
  for (const ProcessFamily& family : families_) {
    for (const auto& [key, location] : family.locations) {
      states[{program.families[family.id].name, program.locations[location].name}] = {key.first, key.second};
    }
  }
  return states;
}

void DeclarationLowering::add_locations(ProcessFamily& family) {
  family.absent = builder_.location(family.id, "absent");
  builder_.location_info(family.absent).valid_end = true;
  builder_.location_info(family.absent).shown = ir::kNotRunning;
  for (const ProctypeId proctype : family.proctypes) {
    const Automaton& states = automaton(proctype);
    const std::string prefix = family.proctypes.size() == 1 ? "" : model_.proctypes[proctype].name + ".";
    for (const uint32_t state : states.reachable) {
      const AutomatonState& info = states.states[state];
      const ir::LocationId location =
          add_location(family, proctype, state, prefix + location_name(proctype, state), info);
      builder_.location_info(location).valid_end = info.end || state == states.end;
      if (state == states.end) builder_.location_info(location).shown = "its end";
    }
    for (const DStepBody& body : states.d_steps) {
      for (uint32_t state = 1; state < body.states.size(); ++state) {
        if (body.states[state].transitions.empty() || state == body.exit) continue;
        if (family.locations.contains({proctype, state})) continue;
        const std::string name = prefix + "d" + std::to_string(state);
        const ir::LocationId location = add_location(family, proctype, state, name, body.states[state]);
        builder_.location_info(location).deterministic = true;
      }
    }
  }
}

ir::LocationId DeclarationLowering::add_location(ProcessFamily& family, ProctypeId proctype, uint32_t state,
                                                 const std::string& name, const AutomatonState& info) {
  const ir::LocationId location = builder_.location(family.id, name, info.span);
  if (info.span.known()) {
    const Label* label = label_of(proctype, state);
    const std::string line = line_name(info.span);
    builder_.location_info(location).shown = label != nullptr ? label->name + " (" + line + ")" : line;
  }
  builder_.location_info(location).progress = info.progress;
  builder_.location_info(location).accepting = info.accept;
  family.locations[{proctype, state}] = location;
  return location;
}

// "line 7", or "queue.pmh:7" in an included file.
std::string ModelLowering::line_name(SourceSpan span) const {
  const std::vector<std::string>& included = model_.included;
  const bool elsewhere = span.file.value < included.size() && !included[span.file.value].empty();
  return (elsewhere ? included[span.file.value] + ':' : "line ") + std::to_string(span.line);
}

// The user's label if there is one, otherwise the number of the state.
std::string ModelLowering::location_name(ProctypeId proctype, uint32_t state) const {
  const Label* label = label_of(proctype, state);
  return (label != nullptr ? label->name + "_" : "s") + std::to_string(state);
}

const Label* ModelLowering::label_of(ProctypeId proctype, uint32_t state) const {
  const auto label = labels_.find({proctype, state});
  return label == labels_.end() ? nullptr : label->second;
}

// The state that a label is attached to; 0 if there is none.
uint32_t ModelLowering::state_of_label(LabelId id) const {
  for (const Element& element : input_.graph.elements) {
    if (std::find(element.labels.begin(), element.labels.end(), id) != element.labels.end()) return element.state;
  }
  return 0;
}

ir::LocationId StatementLowering::location(const Context& context, uint32_t state) const {
  return state == 0 ? context.family->absent : context.family->locations.at({context.proctype, state});
}

// ---- Executability of transitions

const Stmt* StatementLowering::first_statement(const Transition& transition) const {
  const Element& element = input_.graph.elements[transition.steps.front().element];
  return element.kind == ElementKind::Statement && element.stmt.valid() && !element.is_skip
             ? &model_.stmts[element.stmt]
             : nullptr;
}

bool TransitionLowering::is_else(const Transition& transition) const {
  const Stmt* stmt = first_statement(transition);
  return stmt != nullptr && stmt->kind == StmtKind::Else;
}

// Whether the first statement of the transition is executable, including rendezvous; absent: always.
ir::ExprId TransitionLowering::can_start(const Context& context, const AutomatonState& state,
                                         const Transition& transition, bool with_handshake) {
  if (transition.d_step) {
    const DStepBody& body = d_step_of(automaton(context.proctype), transition);
    const AutomatonState& start = body.states[body.start];
    Context within = context;
    within.d_step = true;
    std::vector<ir::ExprId> any;
    for (const Transition& inner : start.transitions) {
      const ir::ExprId condition = can_start(within, start, inner);
      if (!condition.valid()) return {};
      any.push_back(condition);
    }
    return builder_.any_of(any);
  }
  if (is_else(transition)) return nothing_else(context, state, transition);
  const Stmt* stmt = first_statement(transition);
  if (stmt == nullptr) return can_end(context, transition);
  const ir::ExprId buffered = executable(context, *stmt);
  if (stmt->kind != StmtKind::Send || !model_.features.rendezvous || !with_handshake || context.d_step) return buffered;
  const ir::ExprId handshake = has_partner(context, *stmt);
  return handshake.valid() ? builder_.binary(Op::Or, buffered, handshake) : buffered;
}

ir::ExprId TransitionLowering::can_end(const Context& context, const Transition& transition) {
  const Element& element = input_.graph.elements[transition.steps.front().element];
  if (element.kind != ElementKind::End) return {};
  return is_last_process(context);
}

// `else`: none of the state's transitions that SPIN tries before it is executable. (If a choice lies directly within an
// option of another choice, options of the outer one come after the `else` of the inner one and do not count.)
ir::ExprId TransitionLowering::nothing_else(const Context& context, const AutomatonState& state,
                                            const Transition& transition) {
  std::vector<ir::ExprId> none;
  for (const Transition& other : state.transitions) {
    if (&other == &transition) break;
    if (is_else(other)) continue;
    const ir::ExprId condition = can_start(context, state, other);
    if (!condition.valid()) return builder_.boolean(false);
    none.push_back(builder_.unary(Op::Not, condition));
  }
  return none.empty() ? ir::ExprId() : builder_.all_of(none);
}

// The conditions on every step of the process at this transition: escapes before it, provided, priorities.
void TransitionLowering::add_permission(const Context& context, const AutomatonState& state,
                                        const Transition& transition, std::vector<ir::ExprId>& conditions) {
  add_escapes_before(context, state, transition, conditions);
  add_turn(context, conditions);
}

void TransitionLowering::add_escapes_before(const Context& context, const AutomatonState& state,
                                            const Transition& transition, std::vector<ir::ExprId>& conditions) {
  for (const Transition& other : state.transitions) {
    if (&other == &transition) break;
    if (other.escape == 0 || other.escape == transition.escape) continue;
    const ir::ExprId condition = can_start(context, state, other);
    conditions.push_back(condition.valid() ? builder_.unary(Op::Not, condition) : builder_.boolean(false));
  }
}

void TransitionLowering::add_turn(const Context& context, std::vector<ir::ExprId>& conditions) {
  const Proctype& proctype = model_.proctypes[context.proctype];
  if (proctype.provided.valid()) conditions.push_back(truth_of(context, proctype.provided));
  if (model_.features.priority) conditions.push_back(nobody_more_urgent(context));
}

// In SPIN 6, only processes with the highest priority among the enabled ones may run.
ir::ExprId TransitionLowering::nobody_more_urgent(const Context& context) {
  std::vector<ir::ExprId> conditions;
  for (size_t f = 0; f < families_.size(); ++f) {
    const ProcessFamily& family = families_[f];
    const ir::BindingId q = builder_.binding_over("q", ir::Domain::of(family.id));
    const ir::ExprId theirs = builder_.read(builder_.index(builder_.place(priorities_.at(f)), builder_.use(q)));
    const ir::PlaceId mine =
        builder_.index(builder_.place(priorities_.at(family_number(context))), builder_.use(context.self));
    const ir::ExprId not_above = builder_.binary(Op::Le, theirs, builder_.read(mine));
    const ir::ExprId cannot = builder_.unary(Op::Not, builder_.can_move(builder_.use(q), family.id));
    conditions.push_back(
        builder_.quantifier(Op::Forall, q, ir::Domain::of(family.id), builder_.binary(Op::Or, not_above, cannot)));
  }
  return builder_.all_of(conditions);
}

// ---- Actions

void TransitionLowering::make_actions(const ProcessFamily& family, ProctypeId proctype) {
  const Automaton& states = automaton(proctype);
  for (const uint32_t number : states.reachable) {
    const AutomatonState& state = states.states[number];
    const Context context{&family, proctype, {}};
    add_offers(context, state, builder_.location_info(location(context, number)));
    for (const Transition& transition : state.transitions) {
      make_action(family, proctype, number, state, transition);
    }
  }
}

// A statement that can never be executed gets no action; a process that waits for it is reported as such.
void TransitionLowering::add_offers(const Context& context, const AutomatonState& state, ir::Location& location) const {
  for (const Transition& transition : state.transitions) {
    if (transition.d_step) continue;
    const Stmt* stmt = first_statement(transition);
    const bool waits = stmt != nullptr && (stmt->kind == StmtKind::Condition || stmt->kind == StmtKind::Send ||
                                           stmt->kind == StmtKind::Receive);
    if (waits) location.offers.push_back(origin_of(context, input_.graph.elements[transition.steps.front().element]));
  }
}

void TransitionLowering::make_action(const ProcessFamily& family, ProctypeId proctype, uint32_t number,
                                     const AutomatonState& state, const Transition& transition) {
  const Element& element = input_.graph.elements[transition.steps.front().element];
  if (element.kind == ElementKind::End && input_.options.keep_ended) return;
  if (transition.d_step) return enter_d_step(family, proctype, number, state, transition);
  const Stmt* stmt = first_statement(transition);
  const bool sends = stmt != nullptr && stmt->kind == StmtKind::Send;
  const bool receives = stmt != nullptr && stmt->kind == StmtKind::Receive;
  if (sends && may_be_rendezvous(*stmt)) {
    make_handshakes({&family, proctype, number, &state, &transition, stmt, nullptr, nullptr});
  }
  // For a rendezvous, the action is never enabled: its guard detects errors that occur even without a partner.
  if ((sends || receives) && !may_be_buffered(*stmt) && !may_fail_alone(*stmt)) return;
  const Context context = new_context(family, proctype);
  std::vector<ir::ExprId> conditions;
  add_permission(context, state, transition, conditions);
  const ir::ExprId start = is_else(transition) ? nothing_else(context, state, transition)
                           : stmt == nullptr   ? can_end(context, transition)
                                               : executable(context, *stmt);
  if (start.valid()) conditions.push_back(start);
  ir::Action action = new_action(context, transition);
  action.guard = guard_of(std::move(conditions));
  action.movers = {{0, location(context, number), location(context, transition.to), control_after(transition)}};
  for (const Step& step : transition.steps) run_step(context, step, action.body);
  if (element.kind == ElementKind::End) action.body = clear_process(context);
  if (transition.to == 0 && element.kind != ElementKind::End) clear_after(context, action.body);
  set_last(context, action.body);
  builder_.action(std::move(action));
}

// For a chain that continues to the end of the process, including `-end-`.
void TransitionLowering::clear_after(const Context& context, ir::Block& body) {
  const ir::Block clear = clear_process(context);
  body.insert(body.end(), clear.begin(), clear.end());
}

ModelLowering::Context StatementLowering::new_context(const ProcessFamily& family, ProctypeId proctype) {
  return {&family, proctype, builder_.binding_over("p", ir::Domain::of(family.id))};
}

ir::ExprId TransitionLowering::guard_of(std::vector<ir::ExprId> conditions) {
  return conditions.empty() ? ir::ExprId() : builder_.all_of(conditions);
}

ir::Action TransitionLowering::new_action(const Context& context, const Transition& transition) {
  ir::Action action;
  const Element& element = input_.graph.elements[transition.steps.front().element];
  action.name = model_.proctypes[context.proctype].name;
  action.parameters = {{context.self, ir::Domain::of(context.family->id)}};
  for (const Step& step : transition.steps) {
    const Element& part = input_.graph.elements[step.element];
    if (!does_something(part)) continue;
    action.origins.push_back(origin_of(context, part));
    action.label += (action.label.empty() ? "" : "; ") + action.origins.back().text;
  }
  action.span = element.stmt.valid() ? model_.stmts[element.stmt].span : model_.proctypes[context.proctype].span;
  return action;
}

ir::Origin TransitionLowering::origin_of(const Context& context, const Element& element) const {
  const bool ends = element.kind == ElementKind::End;
  const SourceSpan place =
      element.stmt.valid() ? model_.stmts[element.stmt].span : model_.proctypes[context.proctype].span;
  if (ends) return {0, element.id, "ends", place};
  std::string& text = element_texts_[&element];
  if (text.empty()) {
    const std::string* written = element.stmt.valid() ? &model_.stmts[element.stmt].written : nullptr;
    const bool known = written != nullptr && !written->empty();
    text = shown(known ? *written : without_parentheses(text_of(model_, element)));
  }
  return {0, element.id, text, place};
}

ir::Control TransitionLowering::control_after(const Transition& transition) {
  return transition.atomic ? ir::Control::Atomic : ir::Control::Release;
}

void TransitionLowering::run_step(const Context& context, const Step& step, ir::Block& body) {
  const Element& element = input_.graph.elements[step.element];
  if (element.kind == ElementKind::Statement && element.stmt.valid() && !element.is_skip) {
    execute(context, model_.stmts[element.stmt], body);
  }
  reset(context, step, body);
}

// Dead locals are reset to the value 0, which need not be all zero bits.
void TransitionLowering::reset(const Context& context, const Step& step, ir::Block& body) {
  for (const VariableId id : step.resets) {
    const auto local = locals_.find({family_number(context), id});
    if (local == locals_.end()) continue;
    const ir::PlaceId place = builder_.index(builder_.place(local->second), builder_.use(context.self));
    const Variable& variable = model_.variables[id];
    body.push_back(builder_.assign(place, stored(literal(0), variable.type, kinds_.of_variable(id)), variable.span));
  }
}

// Variables used only in d_steps are 0 between them.
void TransitionLowering::reset_scratch(ir::Block& body) {
  for (const auto& [id, lowered] : globals_) {
    if (!is_scratch(id)) continue;
    const Variable& variable = model_.variables[id];
    body.push_back(builder_.assign(builder_.place(lowered), stored(literal(0), variable.type, kinds_.of_variable(id)),
                                   variable.span));
  }
}

void TransitionLowering::set_last(const Context& context, ir::Block& body) {
  if (last_) body.push_back(builder_.assign(builder_.place(*last_), builder_.use(context.self)));
}

// ---- d_step

// Only the first executable transition is taken: in the first state, which is an ordinary one, the guard ensures this.
void TransitionLowering::enter_d_step(const ProcessFamily& family, ProctypeId proctype, uint32_t number,
                                      const AutomatonState& state, const Transition& transition) {
  const DStepBody& body = d_step_of(automaton(proctype), transition);
  const AutomatonState& start = body.states[body.start];
  for (const Transition& inner : start.transitions) {
    const Context context = new_context(family, proctype);
    Context within = context;
    within.d_step = true;
    std::vector<ir::ExprId> conditions;
    add_permission(context, state, transition, conditions);
    const ir::ExprId own = can_start(within, start, inner, false);
    if (own.valid()) conditions.push_back(own);
    for (const Transition& before : start.transitions) {
      if (&before == &inner) break;
      const ir::ExprId condition = can_start(within, start, before);
      conditions.push_back(condition.valid() ? builder_.unary(Op::Not, condition) : builder_.boolean(false));
    }
    add_d_step_action(context, number, inner, body, transition, guard_of(std::move(conditions)));
  }
  for (uint32_t inside = 1; inside < body.states.size(); ++inside) {
    const bool empty = body.states[inside].transitions.empty();
    if (empty || inside == body.exit || !is_inside(family, proctype, inside)) continue;
    for (const Transition& inner : body.states[inside].transitions) {
      Context context = new_context(family, proctype);
      context.d_step = true;
      // `else` is the last transition of its state, and only the first executable one is taken.
      const ir::ExprId guard = is_else(inner) ? ir::ExprId() : can_start(context, body.states[inside], inner);
      add_d_step_action(context, inside, inner, body, transition, guard);
    }
  }
}

// Whether the state got a location as a point inside a d_step, and whether its actions have yet to be created.
bool TransitionLowering::is_inside(const ProcessFamily& family, ProctypeId proctype, uint32_t state) {
  const auto found = family.locations.find({proctype, state});
  if (found == family.locations.end()) return false;
  if (!builder_.location_info(found->second).deterministic) return false;
  return d_step_states_made_.insert(found->second).second;
}

bool TransitionLowering::leaves_d_step(const Context& context, const Transition& inner, const DStepBody& body) const {
  return inner.to == body.exit || inner.to == 0 || !context.family->locations.contains({context.proctype, inner.to});
}

// SPIN treats the whole sequence as one statement: the action that enters it has its number, the others have none.
void TransitionLowering::number_as_d_step(ir::Action& action, const Transition& whole, bool enters) {
  for (ir::Origin& origin : action.origins) origin.number = ir::Origin::kNoNumber;
  if (!enters) return;
  if (action.origins.empty()) action.origins.push_back({0, 0, "d_step", action.span});
  action.origins.front().number = whole.id;
}

void TransitionLowering::add_d_step_action(const Context& context, uint32_t from, const Transition& inner,
                                           const DStepBody& body, const Transition& whole, ir::ExprId guard) {
  const bool leaves = leaves_d_step(context, inner, body);
  ir::Action action = new_action(context, inner);
  number_as_d_step(action, whole, !builder_.location_info(location(context, from)).deterministic);
  action.guard = guard;
  action.movers = {{0, location(context, from), location(context, leaves ? whole.to : inner.to),
                    leaves ? control_after(whole) : ir::Control::Deterministic}};
  for (const Step& step : inner.steps) run_step(context, step, action.body);
  if (leaves) {
    for (const Step& step : whole.steps) reset(context, step, action.body);
    reset_scratch(action.body);
    if (whole.to == 0) clear_after(context, action.body);
    set_last(context, action.body);
  }
  builder_.action(std::move(action));
}

}  // namespace px::promela
