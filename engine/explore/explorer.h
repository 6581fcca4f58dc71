// A search: sets up table, frontier and workers, watches limits while they run, and says what came out.
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

namespace px {

struct WorkerShare {
  uint64_t states = 0;  // stored
  uint64_t transitions = 0;
};

// What a search leaves behind: the result, and what traces are built from.
struct SearchOutcome {
  SearchOutcome() = default;
  SearchOutcome(SearchOutcome&&) = default;
  // The table that was here gives its memory back to the budget that was here.
  SearchOutcome& operator=(SearchOutcome&& other) noexcept {
    if (this != &other) {
      std::destroy_at(this);
      std::construct_at(this, std::move(other));
    }
    return *this;
  }

  SearchResult result;                // violations without traces
  std::vector<FoundViolation> found;  // the same violations, in the same order
  std::vector<uint32_t> growth;       // with StopReason::NeedsRefinement: the marks that were met, ascending
  std::unique_ptr<MemoryBudget> budget;
  std::unique_ptr<StateTable> table;
  TableStats table_stats;
  LossReport loss;
  uint64_t steals = 0;
  // Of a system with partial-order reduction: stored states of which not all actions were tried; of those the ones from
  // which no step led on; and how many states had to be completed so that nothing was left out for ever.
  uint64_t reduced_states = 0;
  uint64_t suspects = 0;
  uint64_t completed = 0;
  std::vector<uint64_t> level_sizes;  // states by distance from the initial ones; by levels only
  std::vector<WorkerShare> workers;
  std::vector<Statistic> reducer_statistics;       // of all workers together
  std::vector<WorkerProfile> profile;              // one per worker; empty unless asked for
  bool checkpointed = false;                       // what was left to do is in a checkpoint
  std::unordered_map<StateRef, StateRef> parents;  // where not empty, in place of the table's satellites

  // Of a stored state; only where the search kept parents.
  StateRef parent(StateRef ref) const {
    if (parents.empty()) return table->satellite(ref);
    const auto found = parents.find(ref);
    return found == parents.end() ? kNoState : found->second;
  }
};

// Runs one search to its end. Fails only if not even the smallest table can be had. `system` and `reducer` outlive the
// outcome. Any number of searches may run, one after the other.
Result<SearchOutcome> explore(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& options);

}  // namespace px
