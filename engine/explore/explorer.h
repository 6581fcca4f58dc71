// Runs a search: sets up table, frontier and workers, enforces limits while they run, and returns the outcome.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/explore/options.h"
#include "engine/explore/stage_clock.h"
#include "engine/explore/violation_log.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::explore {

struct WorkerShare {
  uint64_t states = 0;  // stored
  uint64_t transitions = 0;
};

// The outcome of a search: the result, and the data that traces are built from.
struct SearchOutcome {
  SearchOutcome() = default;
  SearchOutcome(SearchOutcome&&) = default;
  // Destroys this object as a whole first, because the old table returns its memory to the old budget.
  SearchOutcome& operator=(SearchOutcome&& other) noexcept {
    if (this != &other) {
      std::destroy_at(this);
      std::construct_at(this, std::move(other));
    }
    return *this;
  }

  SearchResult result;                // violations without traces
  std::vector<FoundViolation> found;  // the same violations, in the same order
  std::vector<uint32_t> growth;       // with StopReason::NeedsRefinement: the marks that were reached, ascending
  std::unique_ptr<MemoryBudget> budget;
  std::unique_ptr<store::StateTable> table;
  store::TableStats table_stats;
  store::LossReport loss;
  uint64_t steals = 0;
  // With partial-order reduction: stored states of which not all actions were tried; those among them without a step
  // that makes progress; and how many states had to be completed so that no action was ignored forever.
  uint64_t reduced_states = 0;
  uint64_t suspects = 0;
  uint64_t completed = 0;
  std::vector<uint64_t> level_sizes;  // states by distance from the initial ones; by levels only
  std::vector<WorkerShare> workers;
  std::vector<Statistic> reducer_statistics;                     // of all workers together
  std::vector<WorkerProfile> profile;                            // one per worker; empty unless requested
  bool checkpointed = false;                                     // the remaining work is in a checkpoint
  std::unordered_map<store::StateRef, store::StateRef> parents;  // if not empty, used instead of the table's satellites

  // The parent of a stored state; only if the search kept parents.
  store::StateRef parent(store::StateRef ref) const {
    if (parents.empty()) return table->satellite(ref);
    const auto found = parents.find(ref);
    return found == parents.end() ? store::kNoState : found->second;
  }
};

// Runs one search to its end. Fails only if not even the smallest table can be allocated. `system` and `reducer` must
// outlive the outcome. Any number of searches may be run, one after the other.
Result<SearchOutcome> explore(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& options);

}  // namespace px::explore
