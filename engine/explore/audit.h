// Checks that a symmetry reduction loses nothing, using methods that are independent of the reduction itself.
//
// During the search, AuditedReducer wraps the reducer and checks all its results: each representative must be in the
// orbit of its state, which is established by applying generators of the group until one is reached from the other (or,
// if orbits are too large for that, by comparing the full canonical forms of both); a reducer that claims to be full
// must give the same representative for the images of the state under all generators.
//
// After the search, audit_search traverses the stored states: every successor of a stored state must reduce to a stored
// state, and every stored state must be reached. If the model is small enough, the orbits of the stored states are
// enumerated and compared with the states of a search without reduction: both sets must be equal. All states of an
// orbit must have the same errors (audit_errors.h); if there are too many states to enumerate, only the stored states
// are compared with their images under the generators.
//
// The code does not depend on how symmetries are represented; it uses only engine/model/reducer.h. Slow by design.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/explorer.h"
#include "engine/model/wrapped_reducer.h"

namespace px::explore {

// A state for which the reduction is wrong: a bug in pexplore, not in the model.
struct AuditFailure {
  std::string what;
  std::vector<uint64_t> state;
};

// The findings, shared by all workers of all searches with the same reducer.
class AuditLog {
 public:
  void add_checks(uint64_t count) { checks_.fetch_add(count, std::memory_order_relaxed); }
  void fail(std::string what, const uint64_t* state, uint32_t words);
  uint64_t checks() const { return checks_.load(std::memory_order_relaxed); }
  std::optional<AuditFailure> failure() const;  // the first one

 private:
  // Incremented by all workers, read at the end; relaxed, because it is a count that publishes nothing.
  std::atomic<uint64_t> checks_{0};
  mutable std::mutex mutex_;
  std::optional<AuditFailure> failure_;  // guarded by mutex_
};

// A wrapper that checks the results of `reducer`. `full` decides whether two states are in the same orbit when orbits
// are too large to enumerate; it must be full and exact and must outlive this object.
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
  uint64_t most_states = 2'000'000;  // orbits and unreduced states are compared up to this many states
};

struct AuditOutcome {
  uint64_t reductions = 0;           // during the search
  uint64_t closed_states = 0;        // stored states whose successors are all stored
  uint64_t orbit_states = 0;         // states in the orbits of all stored states
  uint64_t unreduced_states = 0;     // states found by the search without reduction
  uint64_t ordered_states = 0;       // states of the search without partial-order reduction, where there was one
  uint64_t full_states = 0;          // states of the search without partial-order reduction, where there was one
  std::vector<std::string> omitted;  // which checks were skipped, and why
  std::optional<AuditFailure> failure;
};

// To be called after a search with an AuditedReducer; `options` are those of the search.
Result<AuditOutcome> audit_search(const TransitionSystem& system, const AuditedReducer& reducer,
                                  const SearchOutcome& outcome, const SearchOptions& options,
                                  const AuditLimits& limits = {});

}  // namespace px::explore
