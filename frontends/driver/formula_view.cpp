#include "frontends/driver/formula_view.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/interp/evaluator.h"
#include "engine/ltl/connective.h"
#include "symmetry/detect/lift.h"

namespace px::driver {
namespace {

using ltl::Connective;
using Part = ir::Automaton::Part;
using StepTest = ir::Automaton::StepTest;
using Truth = std::optional<bool>;  // unset: unknown
using Column = std::vector<Truth>;

// Enough for any run that a person inspects: parts times places of the word.
constexpr size_t kMostValues = 50'000'000;

Truth opposite(Truth a) {
  return a ? Truth(!*a) : a;
}
Truth both(Truth a, Truth b) {
  if (a == Truth(false) || b == Truth(false)) return false;
  return a && b ? Truth(true) : Truth();
}
Truth either(Truth a, Truth b) {
  return opposite(both(opposite(a), opposite(b)));
}

bool is_past(Connective connective) {
  switch (connective) {
    case Connective::Previous:
    case Connective::Historically:
    case Connective::Once:
    case Connective::Since:
    case Connective::Trigger: return true;
    default: return false;
  }
}

std::string_view kind_of(const Part& part) {
  if (!part.connective) return "atom";
  switch (*part.connective) {
    case Connective::Not: return "not";
    case Connective::And: return "and";
    case Connective::Or: return "or";
    case Connective::Implies: return "implies";
    case Connective::Iff: return "iff";
    case Connective::Next: return "next";
    case Connective::Always: return "always";
    case Connective::Eventually: return "eventually";
    case Connective::Until: return "until";
    case Connective::WeakUntil: return "weak until";
    case Connective::Release: return "release";
    case Connective::Previous: return "previous";
    case Connective::Historically: return "historically";
    case Connective::Once: return "once";
    case Connective::Since: return "since";
    case Connective::Trigger: return "trigger";
  }
  PX_UNREACHABLE("connective");
}

// The states of a run as a word: place p is a state of the run, the place after the last one is `back`. The values of
// past operators may differ from round to round of a cycle, but they are stable after as many rounds as the nesting
// depth of past operators; so that many rounds are unrolled.
class Word {
 public:
  Word(const Trace& trace, size_t rounds) : last_(trace.steps.size()) {
    ends_open_ = trace.loop == Trace::kNoLoop;
    stays_ = trace.loop == last_;
    const size_t begin = ends_open_ || stays_ ? last_ : trace.loop;
    const size_t length = ends_open_ || stays_ ? 1 : last_ - begin;
    for (size_t s = 0; s < begin; ++s) states_.push_back(s);
    if (ends_open_ || stays_) rounds = 1;
    for (size_t r = 0; r < rounds; ++r) {
      for (size_t s = begin; s < begin + length; ++s) states_.push_back(s);
    }
    back_ = states_.size() - length;
  }

  size_t size() const { return states_.size(); }
  size_t state(size_t place) const { return states_[place]; }
  bool ends_open() const { return ends_open_; }
  size_t back() const { return back_; }
  // Whether the run stutters in this state forever.
  bool rests_in(size_t state) const { return stays_ && state == last_; }
  // The place of the run after this many steps.
  size_t after(size_t steps) const { return steps < size() ? steps : back_; }

 private:
  const size_t last_;
  std::vector<size_t> states_;
  size_t back_ = 0;
  bool ends_open_ = false;
  bool stays_ = false;
};

// The values of atoms in the states of a run.
class Atoms {
 public:
  Atoms(const interp::Interpreter& interpreter, const Trace& trace)
      : interpreter_(interpreter),
        program_(interpreter.program()),
        trace_(trace),
        hidden_(ir::bits_of(program_, interpreter.layout(), [](const ir::Variable& v) { return v.hidden; })) {
    // A mark that was simplified away is reset after each step, so it is not part of the searched state.
    auto marking = std::make_shared<ir::Program>(program_);
    bool differs = false;
    for (ir::Variable& variable : marking->variables) {
      differs = differs || (variable.hidden && variable.transient);
      if (variable.hidden) variable.transient = false;
    }
    if (!differs || symmetry::has_sequences(program_))
      return;  // handles of sequences mean nothing to another interpreter
    Result<std::unique_ptr<interp::Interpreter>> made = interp::Interpreter::make(std::move(marking));
    if (made) marking_ = std::move(*made);
  }

  Column column(const Part& part) {
    Column column(trace_.steps.size() + 1);
    for (size_t s = 0; s < column.size(); ++s) {
      if (const bool* always = std::get_if<bool>(&part.atom)) column[s] = *always;
      if (const auto* holds = std::get_if<ir::ExprId>(&part.atom)) column[s] = condition(*holds, s);
      if (const auto* test = std::get_if<StepTest>(&part.atom)) column[s] = step(*test, s);
    }
    return column;
  }

 private:
  const std::vector<uint64_t>& state(size_t number) const {
    return number == 0 ? trace_.initial : trace_.steps[number - 1].state();
  }

  Truth condition(ir::ExprId holds, size_t number) {
    interp::Evaluator evaluator(program_, interpreter_.layout(), interpreter_.sequences());
    interp::PackedState at = state(number);
    std::vector<Event> ignored;
    evaluator.state = &at;
    evaluator.bindings.assign(program_.bindings.size(), 0);
    evaluator.events = &ignored;
    const std::optional<int64_t> value = evaluator.value(holds);
    return value ? Truth(*value != 0) : Truth();
  }

  bool is_same_state(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) const {
    for (size_t w = 0; w < a.size(); ++w) {
      if (((a[w] ^ b[w]) & ~hidden_[w]) != 0) return false;
    }
    return true;
  }

  // Steps are computed once for all atoms that need them.
  const Explanation& explanation(size_t number) {
    if (explained_.empty()) explained_.resize(trace_.steps.size() + 1);
    if (!explained_[number]) explained_[number] = stepper().explain(state(number).data());
    return *explained_[number];
  }

  bool is_taken(const TraceStep& step, size_t number) const {
    if (number >= trace_.steps.size()) return false;
    const TraceStep& taken = trace_.steps[number];
    return step.micro_steps.front().action == taken.micro_steps.front().action &&
           step.micro_steps.front().arguments == taken.micro_steps.front().arguments &&
           is_same_state(step.state(), taken.state());
  }

  Truth step(const StepTest& test, size_t number) {
    const std::vector<TraceStep>& steps = explanation(number).steps;
    switch (test.kind) {
      case StepTest::Kind::Stops: return steps.empty();
      case StepTest::Kind::Stays:
        return std::all_of(steps.begin(), steps.end(),
                           [&](const TraceStep& step) { return is_same_state(step.state(), state(number)); });
      case StepTest::Kind::Taken:
      case StepTest::Kind::Possible: break;
    }
    const std::vector<uint64_t> mark =
        ir::bits_of(stepper().program(), interpreter_.layout(),
                    [&](const ir::Variable& v) { return v.name == test.mark && !v.transient; });
    if (std::all_of(mark.begin(), mark.end(), [](uint64_t word) { return word == 0; })) return {};
    return std::any_of(steps.begin(), steps.end(), [&](const TraceStep& step) {
      bool set = false;
      for (size_t w = 0; w < mark.size(); ++w) set = set || (step.state()[w] & mark[w]) != 0;
      return set && (test.kind == StepTest::Kind::Possible || is_taken(step, number));
    });
  }

  const interp::Interpreter& stepper() const { return marking_ ? *marking_ : interpreter_; }

  const interp::Interpreter& interpreter_;
  const ir::Program& program_;
  const Trace& trace_;
  std::unique_ptr<interp::Interpreter>
      marking_;  // of the same program with all marks kept; null if it keeps them anyway
  const std::vector<uint64_t> hidden_;
  std::vector<std::optional<Explanation>> explained_;
};

// Evaluates one part after the other, each along the whole word.
class WordReader {
 public:
  WordReader(const ir::Automaton& automaton, const Word& word) : automaton_(automaton), word_(word) {}

  void atom(const Column& by_state) {
    Column column(word_.size());
    for (size_t p = 0; p < word_.size(); ++p) column[p] = by_state[word_.state(p)];
    columns_.push_back(std::move(column));
  }

  void joined(const Part& part) {
    const Column& left = columns_[part.operands.front()];
    const Column& right = columns_[part.operands.back()];
    const Column always(word_.size(), true);
    const Column never(word_.size(), false);
    switch (*part.connective) {
      case Connective::Not:
        return columns_.push_back(of_states(left, left, [](Truth a, Truth) { return opposite(a); }));
      case Connective::And: return columns_.push_back(all_of(part, both));
      case Connective::Or: return columns_.push_back(all_of(part, either));
      case Connective::Implies:
        return columns_.push_back(of_states(left, right, [](Truth a, Truth b) { return either(opposite(a), b); }));
      case Connective::Iff:
        return columns_.push_back(
            of_states(left, right, [](Truth a, Truth b) { return a && b ? Truth(*a == *b) : Truth(); }));
      case Connective::Next: return columns_.push_back(next(left));
      case Connective::Always: return columns_.push_back(future(never, left, true));
      case Connective::Eventually: return columns_.push_back(future(always, left, false));
      case Connective::Until: return columns_.push_back(future(left, right, false));
      case Connective::WeakUntil:
        // f W g is g R (f or g).
        return columns_.push_back(future(right, of_states(left, right, either), true));
      case Connective::Release: return columns_.push_back(future(left, right, true));
      case Connective::Previous: return columns_.push_back(previous(left));
      case Connective::Historically: return columns_.push_back(past(never, left, true));
      case Connective::Once: return columns_.push_back(past(always, left, false));
      case Connective::Since: return columns_.push_back(past(left, right, false));
      case Connective::Trigger: return columns_.push_back(past(left, right, true));
    }
    PX_UNREACHABLE("connective");
  }

  const Column& last() const { return columns_.back(); }

 private:
  template <class Join>
  static Column of_states(const Column& left, const Column& right, const Join& join) {
    Column result(left.size());
    for (size_t p = 0; p < left.size(); ++p) result[p] = join(left[p], right[p]);
    return result;
  }

  template <class Join>
  Column all_of(const Part& part, const Join& join) const {
    Column result = columns_[part.operands.front()];
    for (const uint32_t operand : part.operands) result = of_states(result, columns_[operand], join);
    return result;
  }

  bool is_end_of_path(size_t place) const { return automaton_.paths_end && word_.rests_in(word_.state(place)); }

  Column next(const Column& of) const {
    Column result(of.begin() + 1, of.end());
    result.push_back(word_.ends_open() ? Truth() : of[word_.back()]);
    for (size_t p = 0; p < result.size(); ++p) {
      if (is_end_of_path(p)) result[p] = false;
    }
    return result;
  }

  // `holds` released by `release`, if `forever`; otherwise `holds` eventually, with `release` true until then.
  Column future(const Column& release, const Column& holds, bool forever) const {
    Column result(holds.size());
    const auto round = [&](size_t begin, Truth after) {
      for (size_t p = holds.size(); p-- > begin;) {
        after = result[p] =
            forever ? both(holds[p], either(release[p], after)) : either(holds[p], both(release[p], after));
      }
      return after;
    };
    // Compute a fixpoint: evaluate as if the cycle repeats with this value, then once more with the result.
    const Truth at_back = word_.ends_open() ? Truth() : round(word_.back(), forever);
    round(0, at_back);
    return result;
  }

  Column previous(const Column& of) const {
    Column result = {Truth(false)};
    result.insert(result.end(), of.begin(), of.end() - 1);
    return result;
  }

  Column past(const Column& release, const Column& holds, bool forever) const {
    Column result(holds.size());
    Truth before = forever;
    for (size_t p = 0; p < holds.size(); ++p) {
      before = result[p] =
          forever ? both(holds[p], either(release[p], before)) : either(holds[p], both(release[p], before));
    }
    return result;
  }

  const ir::Automaton& automaton_;
  const Word& word_;
  std::vector<Column> columns_;
};

// The nesting depth of past operators.
size_t past_depth(const std::vector<Part>& parts) {
  std::vector<size_t> depth(parts.size(), 0);
  for (size_t p = 0; p < parts.size(); ++p) {
    for (const uint32_t operand : parts[p].operands) depth[p] = std::max(depth[p], depth[operand]);
    if (parts[p].connective && is_past(*parts[p].connective)) ++depth[p];
  }
  return depth.back();
}

}  // namespace

std::optional<FormulaView> show_formula(const interp::Interpreter& interpreter, const Trace& trace) {
  const ir::Program& program = interpreter.program();
  if (program.automata.empty() || program.automata.front().formula.empty()) return {};
  const ir::Automaton& automaton = program.automata.front();
  const std::vector<Part>& parts = automaton.formula;
  const Word word(trace, past_depth(parts) + 1);
  if (word.size() * parts.size() > kMostValues) return {};
  Atoms atoms(interpreter, trace);
  WordReader reader(automaton, word);
  FormulaView view;
  for (const Part& part : parts) {
    if (part.connective) {
      reader.joined(part);
    } else {
      reader.atom(atoms.column(part));
    }
    FormulaView::Part shown{part.text, kind_of(part), part.operands, part.span, {}};
    for (size_t s = 0; s <= trace.steps.size(); ++s) shown.holds.push_back(reader.last()[word.after(s)]);
    view.parts.push_back(std::move(shown));
  }
  return view;
}

}  // namespace px::driver
