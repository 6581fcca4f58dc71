// What a search is asked to do, and what it tells while it runs.
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

namespace px {

// A snapshot of a running search; numbers are a little behind.
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

// What a search makes of events that ask for another translation of the model (Event::Growth).
enum class GrowthPolicy : uint8_t {
  Report,  // errors like others: the model cannot be translated again
  Stop,    // end the search with StopReason::NeedsRefinement and the marks that were met
  Ignore,  // the run ends there, and nothing is said: the search looks for errors that are known to be there
};

class SoFar;

struct SearchOptions {
  uint32_t threads = 1;
  ThreadPlacement placement;
  SearchOrder order = SearchOrder::WorkStealing;
  TableKind store = TableKind::Exact;
  uint32_t fingerprint_bits = 64;  // TableKind::Hash
  uint64_t memory_bytes = uint64_t{4} << 30;
  bool memory_of_process = false;  // the limit is on the resident set of the whole process
  uint64_t max_states = UINT64_MAX;
  uint64_t max_depth = UINT64_MAX;  // other than UINT64_MAX: order is Levels, so that a state's depth is its distance
  double max_seconds = 0;           // 0: no limit
  // When all searches of a run have to be over, whenever they began; nothing: no limit.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  // When a limit of time is reached after an error was found, leave time for the search for its run: as much as the
  // error took to be found and at least a tenth (or ten seconds), but at most half of what is left then.
  bool leave_time_for_runs = false;
  bool all_errors = false;  // go on after errors; else stop at the end of the level or at once
  // With all_errors: stop as if at the first error when all of these have been found; null: go on.
  const std::vector<ViolationLog::Key>* enough = nullptr;
  GrowthPolicy growth = GrowthPolicy::Report;
  bool keep_parents = false;   // one word per state, from which traces are built
  bool deterministic = false;  // reducers that store keys: the same counts for any threads; order is Levels then
  bool profile = false;        // measure where the workers' time goes
  uint64_t seed = 0;
  const CheckpointPlan* checkpoint = nullptr;              // null: none are written; it outlives the search
  const CheckpointSource* resume = nullptr;                // null: from the beginning; it outlives the search
  SoFar* so_far = nullptr;                                 // told what was found; may be null; it outlives the search
  const std::atomic<bool>* interrupted = nullptr;          // set from outside (a signal handler) to end the search
  double progress_interval = 0.2;                          // seconds
  std::function<void(const SearchProgress&)> on_progress;  // called from one thread at a time; may be empty
  // Called with the first error, the moment it is found, by the thread that found it; may be empty.
  std::function<void(const Event&, const ir::Program&)> on_first_error;
};

}  // namespace px
