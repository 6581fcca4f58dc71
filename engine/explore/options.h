// The options of a search, and the progress it reports while it runs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "engine/explore/checkpoint_plan.h"
#include "engine/explore/violation_log.h"
#include "engine/frontier/frontier.h"
#include "engine/frontier/worker_threads.h"
#include "engine/model/transition_system.h"
#include "engine/model/verdict.h"
#include "engine/store/state_table.h"

namespace px::explore {

// A snapshot of a running search; the numbers lag slightly behind.
struct SearchProgress {
  double seconds = 0;
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t frontier = 0;  // states waiting to be expanded
  uint64_t depth = 0;     // of the deepest state stored so far
  uint64_t memory_used = 0;
  uint64_t memory_limit = 0;
  uint64_t table_slots = 0;
  uint64_t violations = 0;
};

// How a search treats events that request another translation of the model (Event::Growth).
enum class GrowthPolicy : uint8_t {
  Report,  // like any other error: the model cannot be translated again
  Stop,    // end the search with StopReason::NeedsRefinement and the marks that were reached
  Ignore,  // the run ends there silently: the search looks for errors that are known to exist
};

class SoFar;

struct SearchOptions {
  uint32_t threads = 1;
  frontier::ThreadPlacement placement;
  frontier::SearchOrder order = frontier::SearchOrder::WorkStealing;
  store::TableKind store = store::TableKind::Exact;
  uint32_t fingerprint_bits = 64;  // TableKind::Hash
  uint64_t memory_bytes = uint64_t{4} << 30;
  bool memory_of_process = false;  // the limit is on the resident set of the whole process
  uint64_t max_states = UINT64_MAX;
  uint64_t max_depth = UINT64_MAX;  // if not UINT64_MAX, order is Levels, so that a state's depth is its distance
  double max_seconds = 0;           // 0: no limit
  // The deadline for all searches of a run, whenever they started; nullopt: no limit.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  // If an error is found under a time limit, leave time to search for a run to it: as much as finding the error took
  // and at least a tenth (or ten seconds), but at most half of the time remaining then.
  bool leave_time_for_runs = false;
  bool all_errors = false;  // continue after errors; otherwise stop at the end of the level or at once
  // With all_errors: stop as at the first error once all of these have been found; null: continue.
  const std::vector<ViolationLog::Key>* enough = nullptr;
  GrowthPolicy growth = GrowthPolicy::Report;
  bool keep_parents = false;   // one word per state, used to build traces
  bool deterministic = false;  // for reducers that store keys: the same counts for any number of threads; requires
                               // order Levels
  bool profile = false;        // measure how the workers spend their time
  uint64_t seed = 0;
  const CheckpointPlan* checkpoint = nullptr;              // null: none are written; must outlive the search
  const CheckpointSource* resume = nullptr;                // null: start from the initial states; must outlive the
                                                           // search
  SoFar* so_far = nullptr;                                 // receives the findings; may be null; must outlive the
                                                           // search
  const std::atomic<bool>* interrupted = nullptr;          // set externally (by a signal handler) to end the search
  double progress_interval = 0.2;                          // seconds
  std::function<void(const SearchProgress&)> on_progress;  // called from one thread at a time; may be empty
  // Called with the first error as soon as it is found, by the thread that found it; may be empty.
  std::function<void(const Event&, const ir::Program&)> on_first_error;
};

}  // namespace px::explore
