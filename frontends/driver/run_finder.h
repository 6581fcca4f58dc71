// Runs to the errors of one search, by further searches that keep parents.
//
// Idea. The search that found an error kept no path to it. A breadth-first search finds a shortest run, and most errors
// are near: it is tried first, for a time that is short compared with the first search. But an error far from the
// initial state may lie behind more states than there will ever be time for: a thousand steps deep in a grid of three
// counters it lies behind 10^8 states, while a depth-first search went straight there. So when that time is over, the
// search is repeated in the order that found the error, which takes about as long as before and yields some run. A
// callback reports that run; then a breadth-first search looks for a shorter one within a time budget.
//
// Guarantees for the reported run: it was replayed, and it is a shortest one unless `doubt()` says otherwise.
// Partial-order reduction omits runs, including shorter ones: then it is a shortest one of those that remain.
//
// Cost: at most half, then once, then three times the time of the first search (10 seconds at least; once only beyond
// 10 minutes), in this order, each only if the previous one did not find the desired run. With no more than
// kStatesForOneThread states, each of these searches uses one thread and yields the same run every time, unless the
// time limit ends it. If all errors are requested, the breadth-first search needs no budget, since the first search
// visited all states in its time; it ends when it has found the last of the errors.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "frontends/driver/execution.h"
#include "frontends/driver/model_source.h"

namespace px::driver {

class RunFinder {
 public:
  // Called when every error has a run, and shorter ones are searched for within `seconds` seconds.
  using OnRuns = std::function<void(const std::vector<Trace>& runs, double seconds)>;

  // May replace the errors of `outcome`, which outlives this object, and frees its table. `on_runs` may be empty.
  RunFinder(const ModelSource& source, const ModelExecution& execution, const explore::SearchOptions& search,
            explore::SearchOutcome& outcome, OnRuns on_runs);

  // Takes the runs from the parents that the search kept.
  void from_parents();
  // Whether every error that can have a run has one.
  bool complete() const;
  void search();

  std::vector<Trace> take() { return std::move(traces_); }
  // Why some traces are missing; empty if none are.
  std::string missing() const;
  // Why shorter runs may exist; empty: none exist, or shortest ones were not requested.
  std::string doubt() const { return doubt_; }

 private:
  using Clock = std::chrono::steady_clock;

  void search_in_all();
  void search_by_turns();
  void search_as_first();
  void look(frontier::SearchOrder order, store::TableKind store, double seconds);
  explore::SearchOptions search_options(frontier::SearchOrder order, store::TableKind store, double seconds) const;
  void take_errors(const explore::SearchOutcome& second);
  void take_runs(const explore::SearchOutcome& second);
  Trace trace_to(const explore::SearchOutcome& second, const explore::FoundViolation& found);
  double seconds_left() const;
  bool stopped_by_user() const { return stop_ == StopReason::Signal; }

  const ModelSource& source_;
  const ModelExecution& execution_;
  const explore::SearchOptions& search_;
  explore::SearchOutcome& outcome_;
  const OnRuns on_runs_;
  const double first_seconds_;  // of the search that found the errors
  const Clock::time_point start_ = Clock::now();
  const bool interrupted_;  // even before this object was created
  std::vector<explore::ViolationLog::Key> wanted_;
  std::vector<Trace> traces_;
  StopReason stop_ = StopReason::None;  // of the last search
  uint64_t too_long_ = 0;               // steps of a run that does not fit in memory
  std::string doubt_;
};

}  // namespace px::driver
