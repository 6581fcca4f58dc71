#include "frontends/driver/find_traces.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "engine/explore/replay.h"
#include "engine/explore/trace_builder.h"

namespace px::driver {
namespace {

// What decided the error, in terms of the model as written: after the last step, or in the middle of it.
void find_reasons(const WrittenModel& written, const Event& event, Trace& trace) {
  bool found = false;
  for (size_t back = 0; back <= std::min<size_t>(trace.steps.size(), 1); ++back) {
    const size_t taken = trace.steps.size() - back;
    const std::vector<uint64_t>& state = taken == 0 ? trace.initial : trace.steps[taken - 1].state();
    const size_t before = back == 0 ? 0 : trace.steps.back().micro_steps.size();
    const Explanation explanation = written.interpreter->explain(state.data());
    for (const Explanation::LocatedEvent& located : explanation.events) {
      const bool same = located.event.kind == event.kind && located.event.error == event.error &&
                        located.action == trace.failing_action && located.arguments == trace.failing_arguments;
      if (!same || located.before.size() != before) continue;
      const bool exactly = located.event.statement == event.statement;
      if (found && !exactly) continue;  // one image of the event is enough
      found = true;
      trace.because = located.because;
      trace.seen_in = located.seen_in;
      if (exactly) return;
    }
  }
}

// Whoever reads it gets a run of their own model, whatever was searched.
Trace as_written(const WrittenModel& written, const Trace& searched, const Event& event) {
  Trace trace = searched;
  trace.initial = written.state(searched.initial);
  for (TraceStep& step : trace.steps) {
    for (MicroStep& micro : step.micro_steps) micro.state = written.state(micro.state);
  }
  const auto problem = replay_problem(*written.interpreter, *written.interpreter, trace, event.kind);
  if (problem) throw std::logic_error("a counterexample is no run of the model as written: " + *problem);
  trace.because.clear();
  find_reasons(written, event, trace);
  return trace;
}

// The run to one error, or an empty one if it cannot be found.
Trace checked_trace(const ModelExecution& execution, const SearchOutcome& outcome, const FoundViolation& found) {
  if (found.in_initial_states) return {};
  const TraceSources sources{*execution.system, *execution.interpreter, *execution.reducer, *execution.full_reducer};
  Trace trace = build_trace(sources, outcome, found);
  if (trace.empty()) return trace;
  const auto problem = replay_problem(*execution.interpreter, *execution.interpreter, trace, found.event.kind);
  if (problem) throw std::logic_error("a counterexample does not replay: " + *problem);
  return execution.written.translation ? as_written(execution.written, trace, found.event) : trace;
}

// The place of an error in a list, or the end.
template <class List>
auto find_error(List& list, const FoundViolation& error) {
  return std::find_if(list.begin(), list.end(), [&](const FoundViolation& other) {
    return ViolationLog::key_of(other.event) == ViolationLog::key_of(error.event);
  });
}

// Up to so many states the second search has one thread: it takes a fraction of a second, and the same run is shown
// every time. Among several threads timing decides which of the shortest runs it is.
constexpr uint64_t kStatesForOneThread = 500'000;

class TraceFinder {
 public:
  TraceFinder(const ModelSource& source, const ModelExecution& execution, const TraceOptions& options,
              SearchOutcome& outcome)
      : source_(source),
        execution_(execution),
        options_(options),
        search_(options.search),
        outcome_(outcome),
        traces_(outcome.found.size()) {}

  // From what the search itself kept.
  void from_parents() {
    for (size_t i = 0; i < traces_.size(); ++i) traces_[i] = checked_trace(execution_, outcome_, outcome_.found[i]);
  }

  bool complete() const {
    for (size_t i = 0; i < traces_.size(); ++i) {
      if (traces_[i].empty() && !outcome_.found[i].in_initial_states) return false;
    }
    return true;
  }

  // By searches that keep states and parents. One that goes level by level gives a shortest run, but may take far
  // longer than the search that found the error: by as much as a breadth of states is more than a depth. One that goes
  // as the first did finds some run in about its time. So what is likely to end soon is tried first, and the other
  // within a budget.
  void by_second_search() {
    outcome_.table.reset();
    const double budget = std::max(kLeastBudget, kBudgetShare * outcome_.result.seconds);
    const bool breadth_first = search_.order == SearchOrder::Levels;
    const bool small = outcome_.result.states <= kStatesForOneThread;
    if (!small && !breadth_first) look(search_.order, 0);
    if (complete() && options_.on_note) {
      options_.on_note(
          fmt::format("a run to the error was found, of {} steps; looking for a shorter one for at most "
                      "{:.0f} s",
                      traces_.empty() ? 0 : traces_.front().steps.size(), budget));
    }
    look(SearchOrder::Levels, breadth_first ? 0 : budget);
    if (!complete() && !breadth_first && (small || ended_)) look(SearchOrder::WorkStealing, 0);
  }

  std::vector<Trace> take() { return std::move(traces_); }

  // Why some traces are missing; empty if none are.
  std::string missing() const {
    if (complete()) return {};
    const bool ended = second_stop_ != StopReason::None && second_stop_ != StopReason::FirstError;
    const bool lossy = outcome_.result.guarantee != Guarantee::Exact;
    if (ended) {
      return fmt::format("the second search, which looks for the run, ended first ({}){}",
                         stop_reason_name(second_stop_),
                         search_.keep_parents ? "" : "; --trace on keeps it in the first");
    }
    if (lossy) {
      return "the strategy merged states that are not symmetric on the way; --strategy none finds the run";
    }
    throw std::logic_error("no run was found to an error of an exact search");
  }

 private:
  static constexpr double kLeastBudget = 10;  // seconds
  static constexpr double kBudgetShare = 3;   // of the time of the first search

  // In this order, for at most so many seconds (0: as long as there is time). What it finds replaces what there is.
  void look(SearchOrder order, double seconds) {
    SearchOptions search = search_;
    search.keep_parents = true;
    search.order = order;
    search.store = TableKind::Exact;
    search.max_states = UINT64_MAX;
    search.max_seconds = seconds;
    search.growth = execution_.may_grow ? GrowthPolicy::Ignore : GrowthPolicy::Report;
    search.profile = false;
    search.checkpoint = nullptr;
    search.resume = nullptr;
    search.on_first_error = nullptr;
    if (outcome_.result.states <= kStatesForOneThread) search.threads = 1;
    const Result<SearchOutcome> second = explore(*execution_.system, *execution_.reducer, search);
    if (!second) return;
    outcome_.result.seconds += second->result.seconds;
    outcome_.result.peak_memory_bytes = std::max(outcome_.result.peak_memory_bytes, second->result.peak_memory_bytes);
    second_stop_ = second->result.stop;
    ended_ = second_stop_ != StopReason::None && second_stop_ != StopReason::FirstError;
    if (!search.all_errors) return replace_errors(*second);
    for (size_t i = 0; i < traces_.size(); ++i) {
      const auto same = find_error(second->found, outcome_.found[i]);
      if (same == second->found.end()) continue;
      Trace trace = checked_trace(execution_, *second, *same);
      if (traces_[i].empty() || (!trace.empty() && trace.steps.size() < traces_[i].steps.size())) {
        traces_[i] = std::move(trace);
      }
    }
  }

  // The first errors of another search, in place of those there are, unless these have runs and the others have not.
  void replace_errors(const SearchOutcome& second) {
    if (second.found.empty()) return;
    std::vector<Trace> traces;
    for (const FoundViolation& found : second.found) traces.push_back(checked_trace(execution_, second, found));
    const auto is_empty = [](const Trace& trace) { return trace.empty(); };
    if (std::all_of(traces.begin(), traces.end(), is_empty) && !std::all_of(traces_.begin(), traces_.end(), is_empty)) {
      return;
    }
    outcome_.found = second.found;
    outcome_.result.violations = second.result.violations;
    reword(source_, outcome_);
    traces_ = std::move(traces);
  }

  const ModelSource& source_;
  const ModelExecution& execution_;
  const TraceOptions& options_;
  const SearchOptions& search_;
  SearchOutcome& outcome_;
  std::vector<Trace> traces_;
  StopReason second_stop_ = StopReason::None;
  bool ended_ = false;  // the last search, by a limit
};

// The errors of one translation of the model, with their traces.
void add_errors(const ModelSource& source, const std::shared_ptr<const ModelExecution>& execution,
                const TraceOptions& options, SearchOutcome& outcome, FoundTraces& found) {
  std::vector<Trace> traces(outcome.found.size());
  if (options.mode != TraceMode::Off && !outcome.found.empty()) {
    TraceFinder finder(source, *execution, options, outcome);
    if (options.mode == TraceMode::On && options.search.keep_parents && outcome.table) finder.from_parents();
    // A lossy store or approximate strategy may have kept parents that no run goes through.
    if (!finder.complete()) finder.by_second_search();
    if (std::string missing = finder.missing(); !missing.empty()) found.missing = std::move(missing);
    traces = finder.take();
  }
  for (size_t i = 0; i < outcome.found.size(); ++i) {
    found.errors.push_back({outcome.result.violations[i], outcome.found[i].event, std::move(traces[i]), execution});
  }
}

// Drops errors beyond the first `most` (0: all) of the search and of earlier ones; says how many.
size_t keep_first(size_t most, RefinedSearch& search) {
  const size_t own = search.outcome.found.size();
  const size_t all = own + search.earlier.size();
  if (most == 0 || all <= most) return 0;
  if (own > most) {
    search.outcome.found.resize(most);
    search.outcome.result.violations.resize(most);
  }
  search.earlier.resize(most - std::min(own, most));
  return all - most;
}

}  // namespace

FoundTraces find_traces(const ModelSource& source, RefinedSearch& search, const TraceOptions& options) {
  FoundTraces found;
  found.not_listed = keep_first(options.max_errors, search);
  add_errors(source, search.execution, options, search.outcome, found);
  // All errors of one earlier search at a time: they share a second search.
  for (size_t i = 0; i < search.earlier.size();) {
    const std::shared_ptr<const ModelExecution> execution = search.earlier[i].execution;
    SearchOutcome outcome;
    outcome.result.guarantee = search.outcome.result.guarantee;
    outcome.result.states = search.outcome.result.states;
    for (; i < search.earlier.size() && search.earlier[i].execution == execution; ++i) {
      outcome.found.push_back(search.earlier[i].found);
      outcome.result.violations.push_back(search.earlier[i].violation);
    }
    add_errors(source, execution, options, outcome, found);
  }
  return found;
}

}  // namespace px::driver
