// Runs to the errors of one search, by further searches that keep parents.
//
// Idea. The search that found an error kept nothing that leads to it. A search by levels finds a shortest run, and most
// errors are near: it is tried first, for a time that is short beside the first search. An error that is far from the
// start may lie behind more states than there will ever be time for: a thousand steps deep on a grid of three counters
// it is behind 10^8 of them, where a search in depth went straight there. So when that time is over, the search is done
// once more in the order that found the error, which takes about as long as it did then and gives some run. Whoever
// follows is notified of that run; then a shorter one is searched for, by levels, within a budget.
//
// Guarantees for the run that is shown: it was replayed; it is a shortest one unless `doubt()` says otherwise.
// Partial-order reduction leaves out runs, shorter ones too: there it is a shortest one of those that are left.
//
// Cost: at most half, then once, then three times the time of the first search (10 seconds at least; beyond 10 minutes
// once more), in this order, each only if the one before did not find what is wanted. Among no more than
// kStatesForOneThread states each of these searches has one thread and gives the same run every time, unless it is
// ended by time. With all errors asked for, the search by levels needs no budget, as the first one saw all states in
// its time; it ends when it has found the last of the errors.
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
  // Called when every error has a run, and shorter ones are searched for within so many seconds.
  using OnRuns = std::function<void(const std::vector<Trace>& runs, double seconds)>;

  // May replace the errors of `outcome`, which outlives this, and gives back its table. `on_runs` may be empty.
  RunFinder(const ModelSource& source, const ModelExecution& execution, const SearchOptions& search,
            SearchOutcome& outcome, OnRuns on_runs);

  // From what the search itself kept.
  void from_parents();
  // True: every error that can have a run has one.
  bool complete() const;
  void search();

  std::vector<Trace> take() { return std::move(traces_); }
  // Why some traces are missing; empty if none are.
  std::string missing() const;
  // Why there may be shorter runs; empty: there are none, or shortest ones were not requested.
  std::string doubt() const { return doubt_; }

 private:
  using Clock = std::chrono::steady_clock;

  void search_in_all();
  void search_by_turns();
  void search_as_first();
  void look(SearchOrder order, TableKind store, double seconds);
  SearchOptions search_options(SearchOrder order, TableKind store, double seconds) const;
  void take_errors(const SearchOutcome& second);
  void take_runs(const SearchOutcome& second);
  Trace trace_to(const SearchOutcome& second, const FoundViolation& found);
  double seconds_left() const;
  bool stopped_by_user() const { return stop_ == StopReason::Signal; }

  const ModelSource& source_;
  const ModelExecution& execution_;
  const SearchOptions& search_;
  SearchOutcome& outcome_;
  const OnRuns on_runs_;
  const double first_seconds_;  // of the search that found the errors
  const Clock::time_point start_ = Clock::now();
  const bool interrupted_;  // already when this began
  std::vector<ViolationLog::Key> wanted_;
  std::vector<Trace> traces_;
  StopReason stop_ = StopReason::None;  // of the last search
  uint64_t too_long_ = 0;               // steps of a run that does not fit in memory
  std::string doubt_;
};

}  // namespace px::driver
