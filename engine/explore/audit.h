// Checks that a symmetry reduction loses nothing, by means that the reduction itself does not use.
//
// While the search runs, AuditedReducer stands in front of the reducer and looks at everything that it does: each
// representative has to be in the orbit of its state, which is found out by applying generators of the group until the
// one is met from the other (or, where orbits are too large for that, by comparing the full forms of both); a reducer
// that says it is full has to give the same representative for the images of the state under all generators.
//
// After the search, audit_search walks through what was stored: every successor of a stored state has to reduce to a
// stored state, and every stored state has to be met on the way. Where the model is small enough, the orbits of the
// stored states are written out and compared with the states of a search without reduction: they have to be equal. All
// states of an orbit have to have the same errors (audit_errors.h); where orbits are too many to be written out, stored
// states and their images under generators.
//
// Nothing here knows what symmetry is made of; engine/model/reducer.h is all it sees. Slow by design.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/explorer.h"
#include "engine/model/wrapped_reducer.h"

namespace px {

// A state for which the reduction is wrong: a defect of pexplore, not of the model.
struct AuditFailure {
  std::string what;
  std::vector<uint64_t> state;
};

// What was found; shared by all workers of all searches with the same reducer.
class AuditLog {
 public:
  void add_checks(uint64_t count) { checks_.fetch_add(count, std::memory_order_relaxed); }
  void fail(std::string what, const uint64_t* state, uint32_t words);
  uint64_t checks() const { return checks_.load(std::memory_order_relaxed); }
  std::optional<AuditFailure> failure() const;  // the first one

 private:
  // Added to by all workers, read at the end: a count, publishing nothing, so relaxed.
  std::atomic<uint64_t> checks_{0};
  mutable std::mutex mutex_;
  std::optional<AuditFailure> failure_;  // guarded by mutex_
};

// The same reducer, watched. `full` decides whether two states are in one orbit where orbits are too large; it has to
// be full and exact, and outlives this.
class AuditedReducer final : public WrappedReducer {
 public:
  AuditedReducer(std::unique_ptr<Reducer> inner, const Reducer& full, uint32_t words)
      : WrappedReducer(std::move(inner)), full_(full), words_(words) {}

  std::unique_ptr<ReducerWorker> make_worker() const override;
  AuditLog& log() const { return log_; }

 private:
  const Reducer& full_;
  uint32_t words_;
  mutable AuditLog log_;
};

struct AuditLimits {
  uint64_t most_states = 2'000'000;  // orbits and the unreduced states are compared up to this many
};

struct AuditOutcome {
  uint64_t reductions = 0;           // during the search
  uint64_t closed_states = 0;        // stored states whose successors are all stored
  uint64_t orbit_states = 0;         // states of the orbits of all stored states
  uint64_t unreduced_states = 0;     // states of the search without reduction
  uint64_t ordered_states = 0;       // states of the search without partial-order reduction, where there was one
  uint64_t full_states = 0;          // states of the search without partial-order reduction, where there was one
  std::vector<std::string> omitted;  // what was not checked, and why
  std::optional<AuditFailure> failure;
};

// After a search with an AuditedReducer; `options` are those of the search.
Result<AuditOutcome> audit_search(const TransitionSystem& system, const AuditedReducer& reducer,
                                  const SearchOutcome& outcome, const SearchOptions& options,
                                  const AuditLimits& limits = {});

}  // namespace px
