#include "frontends/driver/find_traces.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "engine/explore/replay.h"
#include "engine/explore/trace_builder.h"

namespace px::driver {
namespace {

// The states on the way of a step, as written.
std::vector<std::vector<uint64_t>> written_states(const WrittenModel& written, const TraceStep& step) {
  std::vector<std::vector<uint64_t>> states;
  for (const MicroStep& micro : step.micro_steps) states.push_back(written.state(micro.state));
  return states;
}

// The same step of the model as written. What is one action of the searched model may be several of it.
TraceStep written_step(const WrittenModel& written, const std::vector<uint64_t>& from, const TraceStep& searched) {
  const std::vector<std::vector<uint64_t>> states = written_states(written, searched);
  Explanation explanation = written.interpreter->explain(from.data());
  const auto leads_there = [&](const TraceStep& step) { return step.state() == states.back(); };
  const auto same_way = [&](const TraceStep& step) {
    return std::equal(step.micro_steps.begin(), step.micro_steps.end(), searched.micro_steps.begin(),
                      searched.micro_steps.end(),
                      [](const MicroStep& a, const MicroStep& b) {
                        return a.action == b.action && a.arguments == b.arguments;
                      }) &&
           leads_there(step);
  };
  auto found = std::find_if(explanation.steps.begin(), explanation.steps.end(), same_way);
  if (found == explanation.steps.end()) {
    found = std::find_if(explanation.steps.begin(), explanation.steps.end(), leads_there);
  }
  if (found == explanation.steps.end())
    throw std::logic_error("a step of a counterexample is none of the model as written");
  return std::move(*found);
}

// Ends the trace, whose steps are complete, in the error, and says what decided it. Texts that became part of another
// action are copies, so the place in the source tells which error it is.
void end_in_error(const ModelExecution& execution, const Trace& searched, const Event& event, Trace& trace) {
  const WrittenModel& written = execution.written;
  const std::vector<uint64_t>& state = trace.steps.empty() ? trace.initial : trace.steps.back().state();
  const Explanation explanation = written.interpreter->explain(state.data());
  const SourceSpan place = span_of(event, execution.interpreter->program());
  const Explanation::LocatedEvent* best = nullptr;
  const auto rank = [&](const Explanation::LocatedEvent& located) {
    const bool same_action =
        located.action == searched.failing_action && located.arguments == searched.failing_arguments;
    return 2 * (span_of(located.event, written.program()) == place) + same_action;
  };
  for (const Explanation::LocatedEvent& located : explanation.events) {
    if (located.event.kind != event.kind || located.event.error != event.error) continue;
    if (best == nullptr || rank(located) > rank(*best)) best = &located;
  }
  if (best == nullptr) throw std::logic_error("a counterexample does not end in the error of the model as written");
  if (!best->before.empty()) trace.steps.push_back(TraceStep{best->before});
  trace.failing_action = best->action;
  trace.failing_arguments = best->arguments;
  trace.because = best->because;
  trace.seen_in = best->seen_in;
}

// The reader gets a run of the model as written, whatever was searched.
Trace as_written(const ModelExecution& execution, const Trace& searched, const Event& event) {
  const WrittenModel& written = execution.written;
  Trace trace;
  trace.initial = written.state(searched.initial);
  std::vector<uint64_t> state = searched.initial;
  for (const TraceStep& step : searched.steps) {
    // The last one may be the beginning of a step in which the error is met.
    const Explanation explanation = execution.interpreter->explain(state.data());
    const bool whole = std::any_of(explanation.steps.begin(), explanation.steps.end(),
                                   [&](const TraceStep& other) { return other.state() == step.state(); });
    if (!whole) break;
    const std::vector<uint64_t>& from = trace.steps.empty() ? trace.initial : trace.steps.back().state();
    trace.steps.push_back(written_step(written, from, step));
    state = step.state();
  }
  end_in_error(execution, searched, event, trace);
  const auto problem = replay_problem(*written.interpreter, *written.interpreter, trace, event.kind);
  if (problem) throw std::logic_error("a counterexample is no run of the model as written: " + *problem);
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
  return execution.written.translation ? as_written(execution, trace, found.event) : trace;
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
  TraceFinder(const ModelSource& source, const ModelExecution& execution, const SearchOptions& search,
              SearchOutcome& outcome)
      : source_(source), execution_(execution), search_(search), outcome_(outcome), traces_(outcome.found.size()) {}

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

  // By a search that goes level by level and keeps states and parents.
  void by_second_search() {
    outcome_.table.reset();
    SearchOptions search = search_;
    search.keep_parents = true;
    search.leave_time_for_runs = false;
    search.order = SearchOrder::Levels;
    search.store = TableKind::Exact;
    search.max_states = UINT64_MAX;
    search.growth = execution_.may_grow ? GrowthPolicy::Ignore : GrowthPolicy::Report;
    search.profile = false;
    if (outcome_.result.states <= kStatesForOneThread) search.threads = 1;
    const Result<SearchOutcome> second = explore(*execution_.system, *execution_.reducer, search);
    if (!second) return;
    outcome_.result.seconds += second->result.seconds;
    second_stop_ = second->result.stop;
    if (!search.all_errors && !second->found.empty()) {
      outcome_.found = second->found;
      outcome_.result.violations = second->result.violations;
      reword(source_, outcome_);
      traces_.assign(outcome_.found.size(), {});
    }
    for (size_t i = 0; i < traces_.size(); ++i) {
      const auto same = find_error(second->found, outcome_.found[i]);
      if (same == second->found.end() || !traces_[i].empty()) continue;
      traces_[i] = checked_trace(execution_, *second, *same);
    }
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
  const ModelSource& source_;
  const ModelExecution& execution_;
  const SearchOptions& search_;
  SearchOutcome& outcome_;
  std::vector<Trace> traces_;
  StopReason second_stop_ = StopReason::None;
};

// The errors of one translation of the model, with their traces.
void add_errors(const ModelSource& source, const std::shared_ptr<const ModelExecution>& execution,
                const TraceOptions& options, SearchOutcome& outcome, FoundTraces& found) {
  std::vector<Trace> traces(outcome.found.size());
  if (options.mode != TraceMode::Off && !outcome.found.empty()) {
    TraceFinder finder(source, *execution, options.search, outcome);
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
