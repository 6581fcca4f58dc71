// A trail names statements, while a run here consists of steps of one or more statements. A depth-first search over
// (state, number of matched lines, and for a cycle its first state) follows the trail: from a state it takes the steps
// whose statements are the next lines. Usually there is one. Visited pairs are not tried again, so the search ends
// after at most as many explanations as there are such pairs.
//
// Lines and statements agree up to merging. SPIN writes one line for merged statements, pexplore's own trails one for
// each of them; so after the first statement of a step, the lines of further statements of the same process may be
// missing. A verifier built by `spin -o3` merges nothing, so other processes move between its statements: if the
// translated model has no such run, the command `replay` translates the model again without SPIN's optimisations, and
// follows the trail there.
//
// A run through a claim is a run of the product of model and claim. The claim's moves are not compared with the trail:
// any moves of the claim that make it accept the run will do, since they prove the same.
#include "frontends/driver/spin_trail.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <unordered_set>

#include "engine/liveness/product.h"
#include "frontends/driver/properties.h"
#include "frontends/driver/state_view.h"

namespace px::driver {
namespace {

// Parses three numbers separated by colons.
std::optional<std::array<int64_t, 3>> numbers_of(std::string_view line) {
  std::array<int64_t, 3> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (!line.starts_with(':')) return std::nullopt;
      line.remove_prefix(1);
    }
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), numbers[i]);
    if (error != std::errc()) return std::nullopt;
    line.remove_prefix(static_cast<size_t>(end - line.data()));
  }
  while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
  if (!line.empty()) return std::nullopt;
  return numbers;
}

std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

constexpr int64_t kCycle = -1, kClaim = -2, kLastMark = -8;
constexpr int64_t kMaxPid = 255;

Failure bad_line(const std::string& path, uint32_t number, std::string_view line) {
  return Failure(DiagnosticKind::UsageError,
                 fmt::format("'{}', line {}: '{}' is not a step of a trail", path, number, line),
                 "a line of a trail is step:process:statement, as SPIN's verifier writes it");
}

struct Position {
  std::vector<uint64_t> state;
  size_t line = 0;              // number of matched lines
  std::vector<uint64_t> cycle;  // the first state of the cycle, once it has begun
  size_t cycle_step = 0;        // number of steps before it
  bool accepted = false;        // within the cycle

  std::string key() const {
    std::string text(reinterpret_cast<const char*>(&line), sizeof line);
    text += accepted ? '1' : '0';
    text.append(reinterpret_cast<const char*>(state.data()), state.size() * sizeof(uint64_t));
    text.append(reinterpret_cast<const char*>(cycle.data()), cycle.size() * sizeof(uint64_t));
    return text;
  }
};

// Matches lines with statements.
class Matcher {
 public:
  Matcher(const ir::Program& program, const std::vector<uint32_t>& pids, const SpinTrail& trail)
      : program_(program), pids_(pids), trail_(trail) {}

  // The number of matched lines after the action; unset if it does not match.
  std::optional<size_t> after(ir::ActionId id, const std::vector<int64_t>& arguments, size_t line) const {
    const ir::Action& action = program_.actions[id];
    uint32_t last = ir::Origin::kNoNumber;  // the mover of the last statement that has a line
    for (const ir::Origin& origin : action.origins) {
      if (origin.number == ir::Origin::kNoNumber) continue;
      const auto process = static_cast<size_t>(arguments[action.movers[origin.mover].parameter]);
      if (is_next(line, pids_.at(process), origin.number)) {
        ++line;
      } else if (origin.mover != last) {
        return std::nullopt;
      }
      last = origin.mover;
    }
    return line;
  }

  std::optional<size_t> after(const std::vector<MicroStep>& steps, size_t line) const {
    std::optional<size_t> done = line;
    for (size_t i = 0; done && i < steps.size(); ++i) done = after(steps[i].action, steps[i].arguments, *done);
    return done;
  }

 private:
  bool is_next(size_t line, uint32_t pid, uint32_t statement) const {
    return line < trail_.lines.size() && trail_.lines[line].pid == pid && trail_.lines[line].statement == statement;
  }

  const ir::Program& program_;
  const std::vector<uint32_t>& pids_;
  const SpinTrail& trail_;
};

// The system to follow: the model alone, or its product with a claim.
struct Followed {
  std::shared_ptr<ModelExecution> execution;
  std::shared_ptr<ModelExecution> moves{};  // of the claim; null: no claim
  liveness::Acceptance acceptance = liveness::Acceptance::Labels;

  const interp::Interpreter& interpreter() const { return *execution->interpreter; }
};

class Follower {
 public:
  Follower(const Followed& followed, const SpinTrail& trail)
      : followed_(followed),
        trail_(trail),
        program_(followed.interpreter().program()),
        matcher_(program_, followed.execution->process_ids, trail) {
    const ir::Layout& layout = followed.interpreter().layout();
    if (followed.moves) {
      product_.emplace(followed.interpreter(), *followed.moves->interpreter);
      claim_.emplace(program_, layout);
      stays_accepting_ = liveness::accepting_all(program_, program_.automata.front());
    }
    marks_.emplace(program_, layout, followed.acceptance);
  }

  FollowedTrail run() {
    SuccessorBatch initial(followed_.execution->system->words());
    followed_.interpreter().initial_states(initial);
    for (uint32_t i = 0; i < initial.count() && !met(); ++i) {
      begin({initial.state(i), initial.state(i) + followed_.execution->system->words()});
    }
    if (!met() && !complete_ && early_.error) {
      best_ = std::move(early_);
      best_.left = trail_.lines.size() - farthest_;
    } else if (!met() && !complete_) {
      best_.problem = why_not();
    }
    best_.execution = followed_.execution;
    best_.done = farthest_;
    return std::move(best_);
  }

  const std::vector<uint32_t>& growth() const { return growth_; }

 private:
  struct Candidate {
    TraceStep step;
    Position next;
  };
  struct Frame {
    Position at;
    std::vector<Candidate> todo;  // the next one is last
    bool has_step = false;        // whether the path reached it by a step
  };

  bool met() const { return best_.error.has_value(); }
  bool wants_cycle() const { return trail_.cycle != SpinTrail::kNoCycle; }
  bool at_end(const Position& at) const { return at.line == trail_.lines.size(); }

  void begin(std::vector<uint64_t> state) {
    initial_ = state;
    path_.clear();
    Position first;
    first.state = std::move(state);
    enter(std::move(first), false);
    while (!frames_.empty() && !met()) {
      if (frames_.back().todo.empty()) {
        if (frames_.back().has_step) path_.pop_back();
        frames_.pop_back();
        continue;
      }
      Candidate next = std::move(frames_.back().todo.back());
      frames_.back().todo.pop_back();
      const bool has_step = !next.step.micro_steps.empty();
      if (has_step) path_.push_back(std::move(next.step));
      if (!enter(std::move(next.next), has_step) && has_step) path_.pop_back();
    }
    frames_.clear();
  }

  // Continues from a state, unless it was visited before.
  bool enter(Position at, bool has_step) {
    if (at.line == trail_.cycle && at.cycle.empty()) {
      at.cycle = at.state;
      at.cycle_step = path_.size();
    }
    if (!at.cycle.empty() && accepts(at.state)) at.accepted = true;
    if (!seen_.insert(at.key()).second) return false;
    if (at_end(at)) remember_complete(at);
    if (!followed_.moves && !wants_cycle()) {
      expand_model(at, has_step);
    } else {
      expand_cycle(at, has_step);
    }
    return true;
  }

  // Without claim and cycle: the run ends in an error of the model.
  void expand_model(const Position& at, bool has_step) {
    Explanation explanation = followed_.interpreter().explain(at.state.data());
    for (const Explanation::LocatedEvent& located : explanation.events) {
      if (located.event.kind == Event::Kind::Growth) {
        growth_.push_back(located.event.index);
      } else if (ends_here(located, at.line)) {
        return meet(located, best_);
      }
    }
    Frame frame{at, {}, has_step};
    for (TraceStep& step : explanation.steps) {
      std::vector<uint64_t> state = step.state();
      add(frame, std::move(step), std::move(state));
    }
    for (size_t i = 0; frame.todo.empty() && i < explanation.events.size(); ++i) {
      const Explanation::LocatedEvent& located = explanation.events[i];
      const bool ends_run = located.event.kind == Event::Kind::RuntimeError && lines_after(located, at.line);
      if (ends_run && at.line >= farthest_) meet(located, early_);
    }
    push(std::move(frame), explanation.steps);
  }

  // With a claim, or with a cycle through labels.
  void expand_cycle(const Position& at, bool has_step) {
    const std::vector<liveness::ExplainedStep> steps =
        product_ ? product_->steps(at.state.data())
                 : liveness::ProductExplainer(followed_.interpreter()).steps(at.state.data());
    if (at_end(at) && wants_cycle() && at.accepted && at.state == at.cycle) return meet_liveness(at.cycle_step);
    Frame frame{at, {}, has_step};
    std::vector<TraceStep> possible;
    for (const liveness::ExplainedStep& step : steps) {
      if (at_end(at) && claim_ && !wants_cycle() && stays_accepting_[claim_->get(step.state.data())]) {
        return meet_liveness(Trace::kNoLoop);
      }
      possible.push_back({step.micro_steps});
      add(frame, {step.micro_steps}, step.state);
    }
    push(std::move(frame), possible);
  }

  void add(Frame& frame, TraceStep step, std::vector<uint64_t> state) {
    const std::optional<size_t> line = matcher_.after(step.micro_steps, frame.at.line);
    if (!line) return;
    Position next;
    next.state = std::move(state);
    next.line = *line;
    next.cycle = frame.at.cycle;
    next.cycle_step = frame.at.cycle_step;
    next.accepted = frame.at.accepted;
    frame.todo.push_back({std::move(step), std::move(next)});
  }

  void push(Frame frame, const std::vector<TraceStep>& possible) {
    std::reverse(frame.todo.begin(), frame.todo.end());
    if (frame.todo.empty() && frame.at.line >= farthest_ && !complete_) {
      farthest_ = frame.at.line;
      best_.trace = trace_so_far();
      possible_.clear();
      for (const TraceStep& step : possible) possible_.push_back(text_of(step, frame.at.state));
    }
    frames_.push_back(std::move(frame));
  }

  std::string text_of(const TraceStep& step, const std::vector<uint64_t>& before) const {
    if (step.micro_steps.empty()) return "nothing";
    const ir::Layout& layout = followed_.interpreter().layout();
    const StepView view =
        show_step(program_, layout, step.micro_steps.front(), show_state(program_, layout, before.data()));
    std::string text;
    for (const PartView& part : view.parts) text += (text.empty() ? "" : ", ") + part.process + ": " + part.text;
    return text.empty() ? view.action : text;
  }

  Trace trace_so_far() const {
    Trace trace;
    trace.initial = initial_;
    trace.steps = path_;
    return trace;
  }

  void remember_complete(const Position& at) {
    if (complete_) return;
    complete_ = true;
    best_.trace = trace_so_far();
    if (!at.cycle.empty() && at.state == at.cycle) best_.trace.loop = at.cycle_step;
  }

  // The number of matched lines when the event occurs.
  std::optional<size_t> lines_after(const Explanation::LocatedEvent& located, size_t line) const {
    const std::optional<size_t> done = matcher_.after(located.before, line);
    if (!done || !located.action.valid()) return done;
    return matcher_.after(located.action, located.arguments, *done);
  }

  bool ends_here(const Explanation::LocatedEvent& located, size_t line) const {
    return lines_after(located, line) == trail_.lines.size();
  }

  void meet(const Explanation::LocatedEvent& located, FollowedTrail& run) const {
    run.trace = trace_so_far();
    Explanation::end_in(located, run.trace);
    run.event = located.event;
    run.error = Violation{};
    run.error->kind = violation_of(located.event, program_);
    run.error->message = describe(located.event, program_);
    run.error->span = span_of(located.event, program_);
  }

  void meet_liveness(size_t loop) {
    best_.trace = trace_so_far();
    best_.trace.loop = loop;
    best_.error = Violation{};
    best_.error->kind = ViolationKind::Liveness;
  }

  bool accepts(const std::vector<uint64_t>& state) const {
    SuccessorBatch none(followed_.execution->system->words());
    uint32_t mark = 0;
    std::vector<uint32_t> edges;
    marks_->mark(state.data(), 1, none, &mark, edges);
    return mark != 0;
  }

  std::string why_not() const {
    if (farthest_ >= trail_.lines.size()) return "it ends before its cycle is closed";
    const SpinTrail::Line& line = trail_.lines[farthest_];
    std::string text = fmt::format("line {} of the trail, statement {} of process {}, cannot be taken", line.line,
                                   line.statement, line.pid);
    if (possible_.empty()) return text + ": nothing can move here";
    text += "; what can be:";
    for (const std::string& possible : possible_) text += "\n    " + possible;
    return text;
  }

  const Followed& followed_;
  const SpinTrail& trail_;
  const ir::Program& program_;
  Matcher matcher_;
  std::optional<liveness::ProductExplainer> product_;
  std::optional<liveness::ClaimField> claim_;
  std::vector<bool> stays_accepting_;
  std::optional<liveness::ProductMarks> marks_;
  std::vector<uint64_t> initial_;
  std::vector<TraceStep> path_;
  std::vector<Frame> frames_;
  std::unordered_set<std::string> seen_;
  std::vector<uint32_t> growth_;
  FollowedTrail best_;
  FollowedTrail early_;  // the farthest error of the model after which SPIN continues
  bool complete_ = false;
  size_t farthest_ = 0;
  std::vector<std::string> possible_;  // the possible steps where none matches
};

Result<std::shared_ptr<ModelExecution>> make(const Refinement& refinement, ir::Program program) {
  ReductionOptions none;
  none.strategy = "none";
  auto made = make_program_execution(refinement.execution, none,
                                     std::make_shared<const ir::Program>(std::move(program)), refinement.sources);
  if (!made) return made.failure();
  (*made)->process_ids = refinement.source.process_ids();
  run_as_written(**made);
  return made;
}

// The run of a trail with a claim or a cycle: a run of the product with the first property that it violates.
Result<std::optional<FollowedTrail>> follow_infinite(const Refinement& refinement, const SpinTrail& trail) {
  const ir::Program& written = *refinement.source.program();
  std::vector<Property> properties = trail.claim ? refinement.source.properties() : std::vector<Property>();
  if (!trail.claim) properties.push_back({"acceptance", "acceptance", Property::Kind::Labels, 0, {}});
  for (const Property& property : properties) {
    const bool claims = property.kind != Property::Kind::Labels;
    auto execution =
        make(refinement, claims ? liveness::with_claim(written, property.automaton) : liveness::without_claim(written));
    if (!execution) return execution.failure();
    Followed followed{*execution};
    followed.acceptance = acceptance_of(property);
    if (claims) {
      auto moves = make(refinement, liveness::claim_moves((*execution)->interpreter->program()));
      if (!moves) return moves.failure();
      followed.moves = *moves;
    }
    FollowedTrail run = Follower(followed, trail).run();
    if (!run.error) continue;
    run.error->message = message_of(property, run.trace.loop == Trace::kNoLoop ? nullptr : &run.trace);
    run.error->span = property.span;
    return std::optional(std::move(run));
  }
  return std::optional<FollowedTrail>();
}

// Continues from the model alone to its infinite runs, if the trail describes one.
Result<FollowedTrail> follow_once(const Refinement& refinement, const SpinTrail& trail) {
  SpinTrail finite = trail;
  finite.cycle = SpinTrail::kNoCycle;
  for (;;) {
    auto execution = make(refinement, *refinement.source.program());
    if (!execution) return execution.failure();
    // Try the model alone first: the run must be one of its runs, and even with a claim it may end in an error of the
    // model.
    Followed model{*execution};
    Follower follower(model, finite);
    FollowedTrail run = follower.run();
    if (!run.problem.empty() && !follower.growth().empty() && refinement.source.may_grow()) {
      if (const Result<void> refined = refinement.source.refine(follower.growth()); !refined) return refined.failure();
      continue;
    }
    const bool infinite = trail.cycle != SpinTrail::kNoCycle;
    if (!run.problem.empty() || (run.error && !infinite) || (!trail.claim && !infinite)) return run;
    Result<std::optional<FollowedTrail>> accepted = follow_infinite(refinement, trail);
    if (!accepted) return accepted.failure();
    if (*accepted) return std::move(**accepted);
    run.error.reset();
    run.event.reset();
    return run;
  }
}

}  // namespace

bool looks_like_spin_trail(std::string_view text) {
  std::string_view line;
  while (line.empty() && !text.empty()) line = take_line(text);
  return numbers_of(line).has_value();
}

Result<SpinTrail> read_spin_trail(const std::string& path, std::string_view text) {
  SpinTrail trail;
  for (uint32_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (line.find_first_not_of(" \r\t") == std::string_view::npos) continue;
    const auto numbers = numbers_of(line);
    if (!numbers) return bad_line(path, number, line);
    const auto [step, pid, statement] = *numbers;
    if (step == kCycle) trail.cycle = trail.lines.size();
    if (step == kClaim) trail.claim = true;
    if (step < 0 && step >= kLastMark) continue;
    if (step < 0 || pid < 0 || pid > kMaxPid || statement < 0 || statement > INT32_MAX) {
      return bad_line(path, number, line);
    }
    if (trail.claim && pid == 0) continue;
    trail.lines.push_back(
        {static_cast<uint32_t>(pid) - (trail.claim ? 1 : 0), static_cast<uint32_t>(statement), number});
  }
  return trail;
}

Result<FollowedTrail> follow_spin_trail(const Refinement& refinement, const SpinTrail& trail) {
  Result<FollowedTrail> run = follow_once(refinement, trail);
  const bool all_but_one = run && !run->problem.empty() && run->done + 1 == trail.lines.size();
  if (!all_but_one) return run;
  // Breadth-first verifiers, and those that continue after an error, end trails with a step that was never taken:
  // SPIN's simulator reports "transition failed" there.
  SpinTrail shorter = trail;
  shorter.lines.pop_back();
  Result<FollowedTrail> other = follow_once(refinement, shorter);
  if (!other || !other->problem.empty() || !other->error) return run;
  other->left = 1;
  return other;
}

}  // namespace px::driver
