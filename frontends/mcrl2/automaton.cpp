#include "frontends/mcrl2/automaton.h"

#include <algorithm>
#include <set>

#include "frontends/mcrl2/code_maker.h"

namespace px::mcrl2 {
namespace {

using Kind = Process::Kind;

constexpr size_t kMaxHeight = 12;
constexpr size_t kMaxLocationsOfStacks = 2'000;  // for automata whose stacks are higher than half of the limit
constexpr size_t kMaxLocations = 100'000;
constexpr size_t kMaxSummands = 200'000;

bool sequential(const Spec& spec, const Process& p, std::set<ProcessId>& seen) {
  if (p.kind >= Kind::Parallel) return false;
  if (p.kind == Kind::Call && seen.insert(p.process).second) {
    const Process* body = spec.processes[p.process].body;
    if (body != nullptr && !sequential(spec, *body, seen)) return false;
  }
  return std::all_of(p.parts.begin(), p.parts.end(),
                     [&](const Process* part) { return sequential(spec, *part, seen); });
}

}  // namespace

bool is_sequential(const Spec& spec, const Process& process) {
  std::set<ProcessId> seen;
  return sequential(spec, process, seen);
}

void AutomatonMaker::wrong(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint) {
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
  throw Wrong{};
}

bool AutomatonMaker::make(const Process& process, Automaton& automaton) {
  automaton_ = &automaton;
  composed_ = !is_sequential(spec_, process);
  try {
    if (composed_) check_bounded(process);
    try {
      run(process);
    } catch (const TooHigh&) {
      if (composed_) {
        wrong(process.span, DiagnosticKind::Unsupported,
              "this process contains parallel compositions, and calls itself with something left to do after the call",
              "make the call the last part of its sequence, or put the parallel compositions outermost");
      }
      automaton = {};
      known_.clear();
      stacks_.clear();
      folds_ = true;
      const SortId numbers = spec_.sorts.basic(SortKind::Nat);
      frames_ = spec_.variables.add({"stack", spec_.sorts.container(SortKind::List, numbers)});
      run(process);
    }
  } catch (const Wrong&) {
    return false;
  }
  return true;
}

void AutomatonMaker::run(const Process& process) {
  Substitution own;
  for (const VariableId v : free(process, 0)) own[v] = spec_.use(v);
  if (folds_) below_ = no_frames();
  reach({{&process, 0, own}}, automaton_->start);
  uint32_t next = 0;
  uint32_t popped = 0;
  while (next < automaton_->locations.size() || (return_ != UINT32_MAX && popped < frame_kinds_.size())) {
    if (next == automaton_->locations.size()) {
      pop(popped++);
      continue;
    }
    from_ = next++;
    const Stack stack = stacks_[from_];
    if (stack.empty()) continue;
    if (folds_) below_ = spec_.use(frames_);
    Steps steps;
    steps_of(stack, {}, steps);
    add_summands(steps);
  }
}

void AutomatonMaker::steps_of(const Stack& stack, const Path& path, Steps& steps) {
  if (stack.empty()) return;
  const Rest& top = stack.back();
  Stack below(stack.begin(), stack.end() - 1);
  if (!top.parts.empty()) return composition_steps(top, below, path, steps);
  if (top.process->kind == Kind::Sequence && top.index + 1 < top.process->parts.size()) {
    below.push_back({top.process, top.index + 1, top.values});
  }
  const Process& first = top.process->kind == Kind::Sequence ? *top.process->parts[top.index] : *top.process;
  expand(first, top.values, below, path, steps);
}

// ---- Locations

// For an active composition, all stacks.
void AutomatonMaker::normalise(Stack& stack) {
  enter_calls(stack);
  if (stack.size() > kMaxHeight) {
    if (!folds_) throw TooHigh{};
    wrong(stack.back().process->span, DiagnosticKind::Unsupported,
          "unguarded recursion: this process calls itself before it performs an action",
          "put an action in front of the call");
  }
  if (stack.empty() || stack.back().process->kind < Kind::Parallel) return;
  Rest& top = stack.back();
  if (top.parts.empty()) top = begun(*top.process, top.values);
  for (Stack& part : top.parts) normalise(part);
}

// A call on top is expanded at once, also as the first part of a sequence; a sequence of one part is replaced by that
// part; delta drops everything after it.
void AutomatonMaker::enter_calls(Stack& stack) {
  std::vector<ProcessId> entered;
  while (!stack.empty()) {
    Rest& top = stack.back();
    if (top.process->kind == Kind::Sequence && top.index + 1 == top.process->parts.size()) {
      top.process = top.process->parts[top.index];
      top.index = 0;
      continue;
    }
    const bool sequence = top.process->kind == Kind::Sequence;
    const Process* const first = sequence ? top.process->parts[top.index] : top.process;
    if (first->kind == Kind::Delta) {  // nothing after it is ever executed
      stack = {{first, 0, {}}};
      return;
    }
    const bool opens = first->kind == Kind::Call || first->kind >= Kind::Parallel;
    if (sequence && opens && stack.size() <= kMaxHeight) {
      Rest opened{first, 0, top.values};
      ++top.index;
      stack.push_back(std::move(opened));
      continue;
    }
    if (top.process->kind != Kind::Call) return;
    const ProcessDefinition& called = spec_.processes[top.process->process];
    if (std::find(entered.begin(), entered.end(), top.process->process) != entered.end()) return;
    entered.push_back(top.process->process);
    Substitution values;
    for (size_t i = 0; i < called.parameters.size(); ++i) {
      values[called.parameters[i]] = substitute(spec_, top.process->arguments[i], top.values);
    }
    top = {called.body, 0, std::move(values)};
  }
}

VariableId AutomatonMaker::state_variable(VariableId variable, size_t height) {
  const auto known = state_variables_.find({variable, height});
  if (known != state_variables_.end()) return known->second;
  const Variable original = spec_.variables[variable];
  const VariableId made =
      spec_.variables.add({height == 0 ? original.name : original.name + "'" + std::to_string(height), original.sort});
  state_variables_[{variable, height}] = made;
  return made;
}

uint32_t AutomatonMaker::reach(Stack stack, Updates& updates) {
  normalise(stack);
  if (!folds_ && stack.size() > kMaxHeight / 2 && automaton_->locations.size() > kMaxLocationsOfStacks) throw TooHigh{};
  if (folds_ && !stack.empty()) {
    const Expr* frames = below_;
    for (size_t i = 0; i + 1 < stack.size(); ++i) frames = pushed(stack[i], frames);
    stack.erase(stack.begin(), stack.end() - 1);
    // Nothing after delta is ever resumed.
    if (stack.back().process->kind != Kind::Delta) updates.emplace_back(frames_, frames);
  }
  AutomatonLocation location;
  location.ended = stack.empty();
  if (!stack.empty()) location.span = stack.back().process->span;
  std::string name;
  size_t height = 0;
  bind_state(stack, height, location, updates, name);
  if (folds_ && !stack.empty() && stack.back().process->kind != Kind::Delta) location.variables.push_back(frames_);
  return add_location(std::move(name), std::move(location), std::move(stack));
}

// Rests are numbered across the whole tree: a variable of rest number n is the state variable (variable, n).
void AutomatonMaker::bind_state(Stack& stack, size_t& height, AutomatonLocation& location, Updates& updates,
                                std::string& name) {
  for (Rest& rest : stack) {
    if (!rest.parts.empty()) {
      name += '[' + std::to_string(reinterpret_cast<uintptr_t>(rest.process)) + '\n';
      for (Stack& part : rest.parts) {
        bind_state(part, height, location, updates, name);
        name += ",\n";
      }
      name += "]\n";
      continue;
    }
    name += key(*rest.process, rest.index, height) + '\n';
    Substitution own;
    for (const VariableId v : free(*rest.process, rest.index)) {
      const VariableId state = state_variable(v, height);
      const auto value = rest.values.find(v);
      if (value == rest.values.end()) continue;  // a global variable
      updates.emplace_back(state, value->second);
      own[v] = spec_.use(state);
      location.variables.push_back(state);
    }
    rest.values = std::move(own);
    ++height;
  }
}

uint32_t AutomatonMaker::add_location(std::string key, AutomatonLocation location, Stack stack) {
  const auto [known, is_new] = known_.emplace(std::move(key), static_cast<uint32_t>(automaton_->locations.size()));
  if (!is_new) return known->second;
  if (automaton_->locations.size() >= kMaxLocations) {
    wrong(location.span, DiagnosticKind::LimitExceeded,
          "this process has more than " + std::to_string(kMaxLocations) + " control locations", "");
  }
  location.name = location.ended ? "end" : "l" + std::to_string(automaton_->locations.size());
  automaton_->locations.push_back(std::move(location));
  stacks_.push_back(std::move(stack));
  return known->second;
}

// ---- Summands

void AutomatonMaker::expand(const Process& p, const Substitution& values, const Stack& below, const Path& path,
                            Steps& steps) {
  switch (p.kind) {
    case Kind::Delta: return;
    case Kind::Multi: {
      Step step{path, {}, below, p.span};
      for (const ActionCall& call : p.actions) {
        CombinedAction made{spec_.actions[call.action].name, spec_.actions[call.action].sorts, {}};
        for (const Expr* argument : call.arguments) made.arguments.push_back({0, substitute(spec_, argument, values)});
        step.actions.push_back(std::move(made));
      }
      steps.push_back(std::move(step));
      return;
    }
    case Kind::Choice:
      for (const Process* part : p.parts) expand(*part, values, below, path, steps);
      return;
    case Kind::Sequence: {
      Stack with_rest = below;
      with_rest.push_back({&p, 1, values});
      return expand(*p.parts[0], values, with_rest, path, steps);
    }
    case Kind::If: {
      const Expr* condition = substitute(spec_, p.condition, values);
      for (size_t i = 0; i < p.parts.size(); ++i) {
        Path chosen = path;
        chosen.conditions.push_back(i == 0 ? condition : negated(spec_, condition));
        if (!is_truth(chosen.conditions.back(), false)) expand(*p.parts[i], values, below, chosen, steps);
      }
      return;
    }
    case Kind::Sum: return expand_sum(p, values, below, path, steps);
    case Kind::Call: {
      if (std::find(path.calls.begin(), path.calls.end(), p.process) != path.calls.end()) {
        wrong(
            p.span, DiagnosticKind::Unsupported,
            "unguarded recursion: '" + spec_.processes[p.process].name + "' calls itself before it performs an action",
            "put an action in front of the call");
      }
      Path deeper = path;
      deeper.calls.push_back(p.process);
      const ProcessDefinition& called = spec_.processes[p.process];
      Substitution own;
      for (size_t i = 0; i < called.parameters.size(); ++i) {
        own[called.parameters[i]] = substitute(spec_, p.arguments[i], values);
      }
      return expand(*called.body, own, below, deeper, steps);
    }
    default: return composition_steps(begun(p, values), below, path, steps);
  }
}

void AutomatonMaker::expand_sum(const Process& p, const Substitution& values, const Stack& below, Path path,
                                Steps& steps) {
  Substitution own = values;
  for (const VariableId v : p.variables) {
    const VariableId fresh = spec_.variables.add(Variable(spec_.variables[v]));
    own[v] = spec_.use(fresh);
    path.sums.push_back(fresh);
  }
  expand(*p.parts[0], own, below, path, steps);
}

void AutomatonMaker::add_summands(const Steps& steps) {
  for (const Step& step : steps) {
    Summand summand;
    summand.from = from_;
    summand.sums = step.path.sums;
    summand.conditions = step.path.conditions;
    summand.span = step.span;
    summand.actions = step.actions;
    if (folds_ && step.after.empty()) {
      add_return(summand, false);
      add_return(std::move(summand), true);
      continue;
    }
    summand.to = reach(step.after, summand.updates);
    if (automaton_->summands.size() >= kMaxSummands) {
      wrong(step.span, DiagnosticKind::LimitExceeded,
            "this process has more than " + std::to_string(kMaxSummands) + " alternatives", "");
    }
    automaton_->summands.push_back(std::move(summand));
  }
}

// The stack below is the value of a variable: it may or may not be empty.
void AutomatonMaker::add_return(Summand summand, bool empty) {
  const Expr* condition = is_empty(below_);
  summand.conditions.push_back(empty ? condition : negated(spec_, condition));
  if (empty) {
    summand.to = reach({}, summand.updates);
  } else {
    summand.to = return_location();
    summand.updates.emplace_back(frames_, below_);
  }
  automaton_->summands.push_back(std::move(summand));
}

// ---- Keys and free variables

const std::vector<VariableId>& AutomatonMaker::free(const Process& p, size_t index) {
  const auto known = free_.find({&p, index});
  if (known != free_.end()) return known->second;
  std::vector<VariableId> bound;
  std::vector<VariableId> found;
  collect_free(p, index, bound, found);
  return free_[{&p, index}] = std::move(found);
}

void AutomatonMaker::collect_free(const Process& p, size_t index, std::vector<VariableId>& bound,
                                  std::vector<VariableId>& found) {
  const size_t outer = bound.size();
  bound.insert(bound.end(), p.variables.begin(), p.variables.end());
  const auto add = [&](const Expr* e) {
    std::vector<VariableId> own;
    free_variables(*e, own);
    for (const VariableId v : own) {
      const bool is_bound = std::find(bound.begin(), bound.end(), v) != bound.end();
      const bool is_global = std::find(spec_.globals.begin(), spec_.globals.end(), v) != spec_.globals.end();
      const bool is_found = std::find(found.begin(), found.end(), v) != found.end();
      if (!is_bound && !is_found && !is_global) found.push_back(v);
    }
  };
  if (p.condition != nullptr) add(p.condition);
  for (const Expr* argument : p.arguments) add(argument);
  for (const ActionCall& call : p.actions) {
    for (const Expr* argument : call.arguments) add(argument);
  }
  for (size_t i = index; i < p.parts.size(); ++i) collect_free(*p.parts[i], 0, bound, found);
  bound.resize(outer);
}

// Equal rests have equal keys, wherever they occur in the text.
std::string AutomatonMaker::key(const Process& p, size_t index, size_t height) {
  std::string out = std::to_string(height) + ':';
  std::map<VariableId, size_t> bound;
  write(p, index, bound, out);
  return out;
}

void AutomatonMaker::write(const Process& p, size_t index, std::map<VariableId, size_t>& bound, std::string& out) {
  out += '<' + std::to_string(static_cast<int>(p.kind)) + ' ';
  for (const VariableId v : p.variables) {
    bound.emplace(v, bound.size());
    out += 's' + std::to_string(spec_.variables[v].sort.value) + ' ';
  }
  if (p.kind == Kind::Call) out += 'p' + std::to_string(p.process.value);
  if (p.condition != nullptr) write(*p.condition, bound, out);
  for (const Expr* argument : p.arguments) write(*argument, bound, out);
  for (const ActionCall& call : p.actions) {
    out += 'a' + std::to_string(call.action.value);
    for (const Expr* argument : call.arguments) write(*argument, bound, out);
  }
  for (size_t i = index; i < p.parts.size(); ++i) write(*p.parts[i], 0, bound, out);
  out += '>';
}

void AutomatonMaker::write(const Expr& e, std::map<VariableId, size_t>& bound, std::string& out) {
  out += '(' + std::to_string(static_cast<int>(e.kind)) + ',' + std::to_string(static_cast<int>(e.builtin)) + ',' +
         e.text + ':' + std::to_string(e.sort.value);
  if (e.kind == Expr::Kind::Variable) {
    const auto known = bound.find(e.variable);
    out += known == bound.end() ? 'v' + std::to_string(e.variable.value) : 'b' + std::to_string(known->second);
  }
  if (e.symbol.valid()) out += 'y' + std::to_string(e.symbol.value);
  for (const VariableId v : e.variables) bound.emplace(v, bound.size());
  for (const Expr* part : e.parts) write(*part, bound, out);
  out += ')';
}

}  // namespace px::mcrl2
