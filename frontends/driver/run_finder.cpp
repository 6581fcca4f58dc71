#include "frontends/driver/run_finder.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>
#include <utility>

#include "frontends/driver/checked_trace.h"
#include "frontends/driver/refinement.h"

namespace px::driver {
namespace {

// Up to this many states, a search for runs uses one thread: it takes a fraction of a second, and always shows the same
// run. With several threads, timing decides which of the shortest runs is found.
constexpr uint64_t kStatesForOneThread = 500'000;

// Seconds: for the first breadth-first attempt, for a shorter run than the known one, and after the user has pressed
// Ctrl-C; the shares refer to the time of the first search.
constexpr double kLeastTry = 1;
constexpr double kTryShare = 0.5;
constexpr double kLeastBudget = 10;
constexpr double kBudgetShare = 3;
constexpr double kMuch = 600;  // beyond this, as much as the first search took
constexpr double kAfterInterruption = 5;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// For each step of a run that is built, replayed and shown, besides its states.
constexpr uint64_t kBytesPerStep = 2048;
constexpr uint64_t kStatesPerStep = 8;

double budget_after(double first_seconds) {
  return std::max({kLeastBudget, std::min(kBudgetShare * first_seconds, kMuch), first_seconds});
}

bool ended_by_limit(StopReason stop) {
  return stop != StopReason::None && stop != StopReason::FirstError;
}

// Iterator to an error in a list, or the end.
auto find_error(const std::vector<explore::FoundViolation>& list, const explore::FoundViolation& error) {
  return std::find_if(list.begin(), list.end(), [&](const explore::FoundViolation& other) {
    return explore::ViolationLog::key_of(other.event) == explore::ViolationLog::key_of(error.event);
  });
}

uint64_t steps_to(const explore::SearchOutcome& outcome, const explore::FoundViolation& found) {
  uint64_t steps = 0;
  for (store::StateRef ref = found.source; ref != store::kNoState; ref = outcome.parent(ref)) ++steps;
  return steps;
}

bool is_better(const Trace& trace, const Trace& known) {
  return !trace.empty() && (known.empty() || trace.steps.size() < known.steps.size());
}

}  // namespace

RunFinder::RunFinder(const ModelSource& source, const ModelExecution& execution, const explore::SearchOptions& search,
                     explore::SearchOutcome& outcome, OnRuns on_runs)
    : source_(source),
      execution_(execution),
      search_(search),
      outcome_(outcome),
      on_runs_(std::move(on_runs)),
      first_seconds_(outcome.result.seconds),
      interrupted_(search.interrupted != nullptr && search.interrupted->load(std::memory_order_relaxed)),
      traces_(outcome.found.size()) {
  for (const explore::FoundViolation& found : outcome.found) {
    if (!found.in_initial_states) wanted_.push_back(explore::ViolationLog::key_of(found.event));
  }
}

void RunFinder::from_parents() {
  for (size_t i = 0; i < traces_.size(); ++i) traces_[i] = trace_to(outcome_, outcome_.found[i]);
}

bool RunFinder::complete() const {
  for (size_t i = 0; i < traces_.size(); ++i) {
    if (traces_[i].empty() && !outcome_.found[i].in_initial_states) return false;
  }
  return true;
}

void RunFinder::search() {
  outcome_.table.reset();
  const bool by_levels = search_.order == frontier::SearchOrder::Levels || search_.max_depth != UINT64_MAX;
  const bool saw_all = search_.all_errors && !ended_by_limit(outcome_.result.stop);
  by_levels || saw_all ? search_in_all() : search_by_turns();
}

// The first search went this way, or further.
void RunFinder::search_in_all() {
  look(frontier::SearchOrder::Levels, store::TableKind::Exact, kUnlimited);
  if (!complete() && stop_ == StopReason::MemoryLimit)
    look(frontier::SearchOrder::Levels, store::TableKind::Hash, kUnlimited);
}

void RunFinder::search_by_turns() {
  const double first_try = std::max(kLeastTry, kTryShare * first_seconds_);
  const bool has_time = seconds_left() > first_try + 1.5 * first_seconds_;
  if (has_time && !search_.all_errors) {
    look(frontier::SearchOrder::Levels, store::TableKind::Exact, first_try);
    if (stopped_by_user() || (complete() && !ended_by_limit(stop_))) return;
  }
  if (!complete()) search_as_first();
  if (stopped_by_user()) return;
  const double budget = std::min(budget_after(first_seconds_), seconds_left());
  const bool known = complete();
  if (known && on_runs_) on_runs_(traces_, budget);
  const Clock::time_point start = Clock::now();
  look(frontier::SearchOrder::Levels, store::TableKind::Exact, budget);
  if (!known || !ended_by_limit(stop_)) return;
  const std::chrono::duration<double> passed = Clock::now() - start;
  doubt_ = fmt::format("a shorter one was sought for {:.1f} s, until {}", passed.count(),
                       stop_ == StopReason::TimeLimit && passed.count() >= 0.99 * budget && budget < seconds_left()
                           ? std::string("the time for that was used up")
                           : fmt::format("the search ended ({})", stop_reason_name(stop_)));
}

// Full states that do not fit in memory may fit as fingerprints: the run is replayed, so a collision cannot go
// unnoticed.
void RunFinder::search_as_first() {
  look(search_.order, store::TableKind::Exact, kUnlimited);
  if (!complete() && stop_ == StopReason::MemoryLimit) look(search_.order, store::TableKind::Hash, kUnlimited);
}

// A run that it finds replaces the known one if that is longer.
void RunFinder::look(frontier::SearchOrder order, store::TableKind store, double seconds) {
  const Result<explore::SearchOutcome> second =
      explore::explore(*execution_.system, *execution_.reducer, search_options(order, store, seconds));
  stop_ = second ? second->result.stop : StopReason::MemoryLimit;
  if (!second) return;
  search_.all_errors ? take_runs(*second) : take_errors(*second);
}

explore::SearchOptions RunFinder::search_options(frontier::SearchOrder order, store::TableKind store,
                                                 double seconds) const {
  explore::SearchOptions search = search_;
  search.keep_parents = true;
  search.leave_time_for_runs = false;
  search.order = order;
  search.store = store;
  search.max_states = UINT64_MAX;
  search.growth = execution_.may_grow ? explore::GrowthPolicy::Ignore : explore::GrowthPolicy::Report;
  search.profile = false;
  search.on_first_error = nullptr;
  search.so_far = nullptr;  // its counts are not those of the result
  if (search.all_errors) search.enough = &wanted_;
  if (interrupted_) search.interrupted = nullptr;
  if (outcome_.result.states <= kStatesForOneThread) search.threads = 1;
  constexpr double kMin = 1e-3;
  const double limit = std::min(seconds, seconds_left());
  search.max_seconds = limit == kUnlimited ? 0 : std::max(limit, kMin);
  return search;
}

// Of the time limit for the whole process.
double RunFinder::seconds_left() const {
  const auto seconds_to = [](Clock::time_point end) {
    return std::chrono::duration<double>(end - Clock::now()).count();
  };
  const double passed = -seconds_to(start_);
  double left = interrupted_ ? kAfterInterruption - passed : kUnlimited;
  if (search_.deadline) {
    left = std::min(left, seconds_to(*search_.deadline));
  } else if (search_.max_seconds > 0) {
    left = std::min(left, search_.max_seconds - first_seconds_ - passed);
  }
  return std::max(left, 0.0);
}

// In breadth-first order the first errors are the nearest ones, and do not depend on threads.
void RunFinder::take_errors(const explore::SearchOutcome& second) {
  if (second.found.empty()) return;
  std::vector<Trace> traces;
  for (const explore::FoundViolation& found : second.found) traces.push_back(trace_to(second, found));
  const auto is_empty = [](const Trace& trace) { return trace.empty(); };
  const bool none = std::all_of(traces.begin(), traces.end(), is_empty);
  if (none && !std::all_of(traces_.begin(), traces_.end(), is_empty)) return;
  outcome_.found = second.found;
  outcome_.result.violations = second.result.violations;
  reword(source_, outcome_);
  traces_ = std::move(traces);
}

void RunFinder::take_runs(const explore::SearchOutcome& second) {
  for (size_t i = 0; i < traces_.size(); ++i) {
    const auto same = find_error(second.found, outcome_.found[i]);
    if (same == second.found.end()) continue;
    Trace trace = trace_to(second, *same);
    if (is_better(trace, traces_[i])) traces_[i] = std::move(trace);
  }
}

// Also empty if the run is too long for the memory.
Trace RunFinder::trace_to(const explore::SearchOutcome& second, const explore::FoundViolation& found) {
  if (found.in_initial_states) return {};
  const uint64_t steps = steps_to(second, found);
  const uint64_t bytes = kBytesPerStep + kStatesPerStep * sizeof(uint64_t) * execution_.system->words();
  if (steps > search_.memory_bytes / bytes) {
    too_long_ = too_long_ == 0 ? steps : std::min(too_long_, steps);
    return {};
  }
  return checked_trace(execution_, second, found);
}

std::string RunFinder::missing() const {
  if (complete()) return {};
  if (too_long_ != 0) {
    return fmt::format("the run that was found has {} steps, too many for the memory; raise --memory", too_long_);
  }
  if (ended_by_limit(stop_)) {
    return fmt::format("the search for the run ended first ({}){}", stop_reason_name(stop_),
                       search_.keep_parents ? "" : "; --trace on keeps it in the first search");
  }
  if (outcome_.result.guarantee != Guarantee::Exact) {
    return "the strategy merged states on the way that are not symmetric; --strategy none finds the run";
  }
  throw std::logic_error("no run was found to an error of an exact search");
}

}  // namespace px::driver
