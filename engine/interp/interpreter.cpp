#include "engine/interp/interpreter.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/base/check.h"
#include "engine/interp/evaluator.h"
#include "engine/interp/held_path.h"
#include "engine/interp/witness.h"

namespace px::interp {
namespace {

using ir::Action;
using ir::ActionId;
using ir::LocationId;

// Finds the successors of one state at a time.
//
// Atomic sequences can be very long (a loop in a d_step), so they are not followed by recursion. Instead, the outcomes
// of an action wait on a stack, the first on top; the topmost either is a successor or is replaced by its own outcomes.
class Stepper {
 public:
  Stepper(const ir::Program& program, const ir::Layout& layout, SequenceTable& sequences, bool uses_timeout)
      : program_(program),
        layout_(layout),
        sequences_(sequences),
        evaluator_(program, layout, sequences),
        uses_timeout_(uses_timeout) {
    transient_bits_ = ir::bits_of(program, layout, [](const ir::Variable& v) { return v.transient; });
    for (uint32_t a = 0; a < program.actions.size(); ++a) {
      const Action& action = program.actions[ActionId(a)];
      if (action.movers.empty()) {
        free_actions_.push_back(ActionId(a));
      } else {
        by_location_[action.movers.front().from.value].push_back(ActionId(a));
      }
    }
  }

  // Called for each successor with the actions that led to it (empty unless recording).
  std::function<void(const PackedState&, const std::vector<MicroStep>&)> on_successor;
  std::function<void(const Event&, const std::vector<MicroStep>&)> on_event;
  // The reasons of the event being reported, and the state in which it was observed (empty unless recording).
  std::vector<Observation> because;
  PackedState seen_in;
  // The action that caused the event being reported; invalid for events of a state as such.
  ActionId current_action;
  std::vector<int64_t> current_arguments;
  void work_within(const Allowance* allowance) { evaluator_.allowance = allowance; }
  Effort effort;
  ActionCoverage* coverage = nullptr;

  // From now on, successors and events come with the steps that led to them.
  void start_recording() {
    record_ = true;
    evaluator_.on_event = [this] {
      reasons_.resize(events_.size());
      reasons_.back() = {Witness(program_, layout_, sequences_, evaluator_).of_event(events_.back()),
                         *evaluator_.state};
    };
  }

  bool is_tired() const { return taken_ >= effort.most_steps; }

  void check(const PackedState& state) {
    current_action = ActionId();
    for (uint32_t i = 0; i < program_.invariants.size(); ++i) {
      PackedState current = state;
      begin(current);
      const std::optional<int64_t> holds = evaluator_.value(program_.invariants[i].condition);
      if (holds && *holds == 0) {
        Event event;
        event.kind = Event::Kind::Invariant;
        event.index = i;
        events_.push_back(event);
        if (evaluator_.on_event) evaluator_.on_event();
      }
      flush_events();
    }
  }

  void expand(const PackedState& state) {
    check(state);
    evaluator_.timeout = false;
    moved_ = false;
    made_ = 0;
    try_all(state);
    if (!moved_ && uses_timeout_) {
      evaluator_.timeout = true;
      try_all(state);
      evaluator_.timeout = false;
    }
    if (!moved_) check_deadlock(state);
  }

  void expand_by(const PackedState& state, const Part& part) {
    check(state);
    evaluator_.timeout = false;
    moved_ = false;
    made_ = 0;
    try_all(state, &part);
  }

 private:
  // The process that holds control in an outcome.
  struct Holder {
    ir::FamilyId family;  // invalid: no process
    int64_t element = 0;
    bool deterministic = false;
  };

  // An outcome of an action that is still to be emitted or expanded.
  struct Outcome {
    PackedState state;
    Holder holder;
    size_t depth = 0;                   // the number of actions that led to it
    MicroStep step;                     // the last of these actions; only while recording
    bool within_deterministic = false;  // taken within a deterministic sequence
  };

  // A displayed run ends where a cycle closes, if the cycle has at most this many states.
  static constexpr size_t kMaxShown = 1000;

  bool enough() const { return made_ >= effort.most_successors || taken_ >= effort.most_steps; }
  // The cost of a state in the set: a tree node and the words.
  uint64_t bytes_of_seen() const { return 96 + layout_.words() * sizeof(uint64_t); }

  void emit(const PackedState& state) {
    if (enough()) return;
    ++made_;
    on_successor(state, path_.steps());
  }

  void begin(PackedState& state) {
    evaluator_.state = &state;
    evaluator_.events = &events_;
  }

  void flush_events() {
    reasons_.resize(events_.size());
    met_ += events_.size();
    for (size_t i = 0; i < events_.size(); ++i) {
      // A growth counts as a step, which exists once there is room for it.
      moved_ |= program_.deadlock.errors_move || events_[i].kind == Event::Kind::Growth;
      because = std::move(reasons_[i].seen);
      seen_in = std::move(reasons_[i].state);
      on_event(events_[i], path_.steps());
    }
    events_.clear();
    reasons_.clear();
  }

  // Tries all actions, or those of a part.
  void try_all(const PackedState& state, const Part* part = nullptr) {
    for (ActionId action : free_actions_) {
      if (part == nullptr || part->free_actions->test(action.value)) try_action(state, action, 0, 0);
    }
    size_t process = 0;
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const ir::Family& family = program_.families[ir::FamilyId(f)];
      if (!family.is_process()) continue;
      for (int64_t e = family.first; e < family.first + family.count; ++e) {
        if (part != nullptr && !part->processes->test(process++)) continue;
        for (ActionId action : leaving(state, ir::FamilyId(f), e)) try_action(state, action, e, 0);
      }
    }
  }

  const std::vector<ActionId>& leaving(const PackedState& state, ir::FamilyId family, int64_t element) {
    PackedState current = state;
    begin(current);
    return by_location_[evaluator_.location_of(family, element).value];
  }

  // Tries one action for all arguments (those with the first mover given); `depth` counts the steps of an atomic
  // sequence so far. Stops after the first outcome if `only_first`; returns the number of outcomes. Outcomes of the
  // expanded state are followed at once, those of a held state when the search expands it.
  uint64_t try_action(const PackedState& state, ActionId id, int64_t first_mover, size_t depth,
                      bool only_first = false) {
    const Action& action = program_.actions[id];
    uint64_t outcomes = 0;
    PackedState current = state;
    evaluator_.for_each_argument(action, first_mover, [&] {
      if (enough()) return true;
      current = state;
      begin(current);
      const std::vector<int64_t> arguments = evaluator_.bindings;
      if (record_) set_current(id, arguments);
      const bool enabled = evaluator_.enabled(action);
      flush_events();
      if (!enabled) return false;
      ActionRecord record;
      std::set<PackedState> seen;  // of a distinct action
      evaluator_.record = record_ ? &record : nullptr;
      evaluator_.run(action.body, [&] {
        if ((only_first && outcomes != 0) || enough()) return;
        const std::vector<int64_t> bindings = evaluator_.bindings;
        if (action.distinct) {
          if (!seen.insert(current).second) return;
          if (evaluator_.allowance != nullptr) evaluator_.allowance->ask_for(seen.size() * bytes_of_seen());
          for (size_t w = 0; w < current.size(); ++w) current[w] &= ~transient_bits_[w];
        }
        ++outcomes;
        take(action, id, arguments, current, record, depth);
        waiting_.back().within_deterministic = only_first;
        if (depth == 0) follow();
        // The continuation worked on copies; restore what the body's other outcomes need.
        evaluator_.bindings = bindings;
        begin(current);
        evaluator_.record = record_ ? &record : nullptr;
        if (record_) set_current(id, arguments);
      });
      flush_events();
      current_action = ActionId();
      evaluator_.bindings = arguments;
      return only_first && outcomes != 0;
    });
    return outcomes;
  }

  // One outcome of an action: moves the movers to their targets.
  void take(const Action& action, ActionId id, const std::vector<int64_t>& arguments, const PackedState& outcome,
            const ActionRecord& record, size_t depth) {
    Outcome made;
    made.state = outcome;
    made.depth = depth + 1;
    begin(made.state);
    flush_events();
    moved_ = true;
    ++taken_;
    if (coverage != nullptr) coverage->mark(id);
    const ir::Control control = program_.control_after(action);
    for (const ir::Mover& mover : action.movers) {
      const ir::FamilyId family = program_.locations[mover.to].family;
      const int64_t process = arguments[action.parameters[mover.parameter].binding.value];
      evaluator_.set_location(family, process, mover.to);
      if (control != ir::Control::Release) made.holder = {family, process, control == ir::Control::Deterministic};
    }
    if (record_) made.step = step_of(action, id, arguments, record, made.state);
    waiting_.push_back(std::move(made));
  }

  // Emits or expands all waiting outcomes.
  void follow() {
    const bool timeout = std::exchange(evaluator_.timeout, false);
    while (!waiting_.empty()) {
      Outcome next = std::move(waiting_.back());
      waiting_.pop_back();
      if (enough()) continue;
      held_.cut(next.depth - 1);
      if (record_) {
        path_.cut(next.depth - 1);
        path_.push(std::move(next.step), next.within_deterministic);
      }
      if (next.holder.family.valid()) {
        expand_held(next);
      } else {
        emit(next.state);
      }
    }
    held_.cut(0);
    path_.clear();
    evaluator_.timeout = timeout;
  }

  void expand_held(const Outcome& held) {
    const Holder& holder = held.holder;
    if (held_.comes_back(held.state, holder.family, holder.element, held.depth)) {
      if (record_) {
        current_action = path_.steps().back().action;
        current_arguments = path_.steps().back().arguments;
      }
      Event event;
      event.kind = Event::Kind::RuntimeError;
      event.error = Event::Error::AtomicCycle;
      events_.push_back(event);
      return flush_events();
    }
    current_action = ActionId();
    const LocationId location = [&] {
      PackedState current = held.state;
      begin(current);
      return evaluator_.location_of(holder.family, holder.element);
    }();
    if (evaluator_.allowance != nullptr)
      evaluator_.allowance->ask_for((waiting_.size() + held_.kept()) * bytes_of_seen());
    const size_t below = waiting_.size();
    const uint64_t met_before = met_;
    const bool moved_outside = std::exchange(moved_, false);
    uint64_t outcomes = 0;
    for (ActionId action : by_location_[location.value]) {
      const uint64_t met = met_;
      outcomes += try_action(held.state, action, holder.element, held.depth, holder.deterministic);
      // An option that cannot be evaluated ends the path: the sequence would not go on with the next option, or with
      // `else`.
      if (holder.deterministic && (outcomes != 0 || met_ != met)) break;
    }
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(below), waiting_.end());
    const bool shown = record_ && held_.kept() < kMaxShown;
    if (waiting_.size() != below + 1 || met_ != met_before || shown) held_.keep(held.depth);
    if (outcomes == 0 && !moved_) end_sequence(held.state, holder, location);
    moved_ = moved_ || moved_outside;
  }

  // The holder of control cannot move.
  void end_sequence(const PackedState& state, const Holder& holder, LocationId location) {
    current_action = ActionId();
    if (!holder.deterministic) return emit(state);
    Event event;
    event.kind = Event::Kind::Blocked;
    event.location = location;
    events_.push_back(event);
    flush_events();
  }

  void set_current(ActionId id, const std::vector<int64_t>& bindings) {
    current_action = id;
    current_arguments.clear();
    for (const ir::Parameter& p : program_.actions[id].parameters) {
      current_arguments.push_back(bindings[p.binding.value]);
    }
  }

  MicroStep step_of(const Action& action, ActionId id, const std::vector<int64_t>& arguments,
                    const ActionRecord& record, const PackedState& state) const {
    MicroStep step;
    step.action = id;
    for (const ir::Parameter& p : action.parameters) step.arguments.push_back(arguments[p.binding.value]);
    step.output = record.output;
    step.queue_events = record.queue_events;
    step.state = state;
    return step;
  }

  void check_deadlock(const PackedState& state) {
    if (!program_.deadlock.check) return;
    current_action = ActionId();
    PackedState current = state;
    begin(current);
    bool all_may_stop = true;
    bool any_process = false;
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const ir::Family& family = program_.families[ir::FamilyId(f)];
      if (!family.is_process()) continue;
      for (int64_t e = family.first; e < family.first + family.count; ++e) {
        any_process = true;
        all_may_stop &= program_.locations[evaluator_.location_of(ir::FamilyId(f), e)].valid_end;
      }
    }
    if (any_process && all_may_stop) return;
    if (program_.deadlock.allowed.valid() && evaluator_.value(program_.deadlock.allowed).value_or(0)) return;
    Event event;
    event.kind = Event::Kind::Deadlock;
    events_.push_back(event);
    flush_events();
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  SequenceTable& sequences_;
  Evaluator evaluator_;
  bool record_ = false;
  struct Reasons {
    std::vector<Observation> seen;
    PackedState state;
  };
  std::vector<Reasons> reasons_;  // of events_, while recording
  bool uses_timeout_;
  std::vector<ActionId> free_actions_;
  std::unordered_map<uint32_t, std::vector<ActionId>> by_location_;
  std::vector<Event> events_;
  RecordedPath path_;
  std::vector<Outcome> waiting_;
  HeldPath held_;
  PackedState transient_bits_;
  bool moved_ = false;  // there was an outcome or an event
  uint64_t made_ = 0;   // successors of the state being expanded
  uint64_t taken_ = 0;  // actions in total
  uint64_t met_ = 0;    // events in total
};

class InterpretedGenerator final : public SuccessorGenerator {
 public:
  InterpretedGenerator(const ir::Program& program, const ir::Layout& layout, SequenceTable& sequences,
                       bool uses_timeout, const Effort& effort, ActionCoverage* coverage)
      : words_(layout.words()), stepper_(program, layout, sequences, uses_timeout) {
    stepper_.effort = effort;
    stepper_.coverage = coverage;
  }

  void mark_in(ActionCoverage& coverage) override { stepper_.coverage = &coverage; }

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    size_t i = 0;
    while (i < count && (i == 0 || out.count() < enough) && !out.cut_short) {
      within_allowance(out, static_cast<uint32_t>(i),
                       [&] { stepper_.expand(PackedState(states + i * words_, states + (i + 1) * words_)); });
      ++i;
    }
    return i;
  }

  void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out) override {
    within_allowance(out, source, [&] { stepper_.expand_by(PackedState(state, state + words_), part); });
  }

  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override {
    for (size_t i = 0; i < count && !out.cut_short; ++i) {
      within_allowance(out, static_cast<uint32_t>(i),
                       [&] { stepper_.check(PackedState(states + i * words_, states + (i + 1) * words_)); });
    }
  }

 private:
  template <class Work>
  void within_allowance(SuccessorBatch& out, uint32_t source, const Work& work) {
    direct_to(out, source);
    stepper_.work_within(out.allowance);
    try {
      work();
      out.cut_short |= stepper_.is_tired();
    } catch (const Allowance::UsedUp&) {
      out.cut_short = true;
    }
  }

  void direct_to(SuccessorBatch& out, uint32_t source) {
    stepper_.on_successor = [&out, source](const PackedState& state, const std::vector<MicroStep>&) {
      out.states.insert(out.states.end(), state.begin(), state.end());
      out.sources.push_back(source);
      if (out.allowance != nullptr) out.allowance->ask_for(out.bytes());
    };
    stepper_.on_event = [&out, source](Event event, const std::vector<MicroStep>&) {
      event.state = source;
      out.events.push_back(event);
    };
  }

  size_t words_;
  Stepper stepper_;
};

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const ir::Program> program, ir::Layout layout)
    : program_(std::move(program)), layout_(std::move(layout)), sequences_(std::make_unique<SequenceTable>()) {
  uses_timeout_ = std::any_of(program_->exprs.begin(), program_->exprs.end(),
                              [](const ir::Expr& e) { return e.op == ir::Op::Timeout; });
}

Result<std::unique_ptr<Interpreter>> Interpreter::make(std::shared_ptr<const ir::Program> program) {
  Result<ir::Layout> layout = ir::Layout::make(*program);
  if (!layout) return layout.failure();
  return std::unique_ptr<Interpreter>(new Interpreter(std::move(program), std::move(*layout)));
}

void Interpreter::initial_states(SuccessorBatch& out) const {
  merged_initial_states(out, nullptr);
}

// Writes the state before `init` runs.
void Interpreter::start(Evaluator& evaluator) const {
  ir::write_initial_values(*program_, layout_, evaluator.state->data());
  for (uint32_t f = 0; f < program_->families.size(); ++f) {
    const ir::Family& family = program_->families[ir::FamilyId(f)];
    if (!family.is_process()) continue;
    for (uint32_t i = 0; i < family.count; ++i) {
      evaluator.set_location(ir::FamilyId(f), family.first + i, family.initial[i]);
    }
  }
}

bool Interpreter::has_initial_state() const {
  struct Found {};
  Evaluator evaluator(*program_, layout_, *sequences_);
  PackedState state(words(), 0);
  std::vector<Event> events;
  evaluator.state = &state;
  evaluator.events = &events;
  start(evaluator);
  try {
    evaluator.run(program_->init, [] { throw Found{}; });
  } catch (const Found&) {
    return true;
  }
  return false;
}

void Interpreter::merged_initial_states(SuccessorBatch& out, const Merge& merge) const {
  Evaluator evaluator(*program_, layout_, *sequences_);
  PackedState state(words(), 0);
  std::vector<Event> events;
  evaluator.state = &state;
  evaluator.events = &events;
  evaluator.allowance = out.allowance;
  start(evaluator);
  try {
    run_init(evaluator, merge, out);
  } catch (const Allowance::UsedUp&) {
    out.cut_short = true;
  }
  out.events.insert(out.events.end(), events.begin(), events.end());
}

// In stages: each ends with a Solve, the last at the end of the block.
void Interpreter::run_init(Evaluator& evaluator, const Merge& merge, SuccessorBatch& out) const {
  PackedState& state = *evaluator.state;
  SuccessorBatch before(words());
  before.states.assign(state.begin(), state.end());
  before.sources.push_back(0);
  for (size_t from = 0;;) {
    size_t to = from;
    while (to < program_->init.size() && program_->statements[program_->init[to]].kind != ir::Statement::Kind::Solve)
      ++to;
    const bool last = to == program_->init.size();
    const ir::Block stage(program_->init.begin() + static_cast<std::ptrdiff_t>(from),
                          program_->init.begin() + static_cast<std::ptrdiff_t>(last ? to : to + 1));
    SuccessorBatch after(words());
    for (uint32_t i = 0; i < before.count(); ++i) {
      state.assign(before.state(i), before.state(i) + words());
      evaluator.run(stage, [&] {
        after.states.insert(after.states.end(), state.begin(), state.end());
        after.sources.push_back(0);
        if (out.allowance != nullptr) out.allowance->ask_for(before.bytes() + after.bytes());
      });
    }
    if (merge && !last) merge(after);
    std::swap(before, after);
    if (last) break;
    from = to + 1;
  }
  out.states.insert(out.states.end(), before.states.begin(), before.states.end());
  out.sources.insert(out.sources.end(), before.sources.begin(), before.sources.end());
}

std::unique_ptr<SuccessorGenerator> Interpreter::make_generator() const {
  return make_generator_within({});
}

std::unique_ptr<SuccessorGenerator> Interpreter::make_generator_within(const Effort& effort) const {
  return std::make_unique<InterpretedGenerator>(*program_, layout_, *sequences_, uses_timeout_, effort, coverage_);
}

Explanation Interpreter::explain(const uint64_t* state) const {
  return *explain_within({}, state);
}

std::optional<Explanation> Interpreter::explain_within(const Effort& effort, const uint64_t* state) const {
  Explanation explanation;
  Stepper stepper(*program_, layout_, *sequences_, uses_timeout_);
  stepper.effort = effort;
  stepper.start_recording();
  stepper.on_successor = [&](const PackedState&, const std::vector<MicroStep>& path) {
    explanation.steps.push_back(TraceStep{path});
  };
  stepper.on_event = [&](const Event& event, const std::vector<MicroStep>& path) {
    explanation.events.push_back(
        {event, path, stepper.current_action, stepper.current_arguments, stepper.because, stepper.seen_in});
  };
  stepper.expand(PackedState(state, state + words()));
  if (stepper.is_tired()) return std::nullopt;
  return explanation;
}

std::vector<StuckProcess> Interpreter::stuck(const uint64_t* state) const {
  std::vector<StuckProcess> all;
  for (uint32_t f = 0; f < program_->families.size(); ++f) {
    const ir::Family& family = program_->families[ir::FamilyId(f)];
    for (int64_t e = family.first; family.is_process() && e < family.first + family.count; ++e) {
      StuckProcess process = stuck_process(state, ir::FamilyId(f), e);
      if (!program_->locations[process.location].valid_end) all.push_back(std::move(process));
    }
  }
  return all;
}

StuckProcess Interpreter::stuck_process(const uint64_t* state, ir::FamilyId family, int64_t element) const {
  PackedState current(state, state + words());
  std::vector<Event> ignored;
  Evaluator evaluator(*program_, layout_, *sequences_);
  evaluator.state = &current;
  evaluator.events = &ignored;
  StuckProcess process{family, element, evaluator.location_of(family, element), {}};
  for (uint32_t a = 0; a < program_->actions.size(); ++a) {
    add_ways(evaluator, ir::ActionId(a), process);
  }
  return process;
}

void Interpreter::add_ways(Evaluator& evaluator, ir::ActionId id, StuckProcess& process) const {
  const ir::Action& action = program_->actions[id];
  for (uint32_t m = 0; m < action.movers.size(); ++m) {
    if (action.movers[m].from != process.location) continue;
    StuckProcess::Way way{id, m, {}};
    if (action.parameters.size() == 1) {
      evaluator.bindings[action.parameters.front().binding.value] = process.element;
      way.because = Witness(*program_, layout_, *sequences_, evaluator).of_condition(action.guard, false);
    }
    process.ways.push_back(std::move(way));
  }
}

}  // namespace px::interp
