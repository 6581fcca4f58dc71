// Random simulation: an option when there are too many states to visit, and the fastest way to a shallow error.
//
// The idea (West, "Protocol validation by random state exploration", PSTV 1986): from an initial state repeatedly take
// a random successor, up to a number of steps; do this many times. No states are stored, so memory does not fill up,
// and threads share only the number of the next run.
//
// The choices of run k are determined by k and the seed. So the outcome does not depend on the number of threads, and
// every run can be reproduced: a run to an error is built by repeating it step by step with the interpreter, which
// generates successors in the same order as native code.
//
// A thread advances several runs together, so that generators are called with batches. A run ends at the first state
// with an error, in a state without successors, or at the step limit. The number of different states visited is
// estimated from their hashes (engine/explore/state_estimate.h), to within about 1 %.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/explore/violation_log.h"
#include "engine/model/explainer.h"
#include "engine/model/verdict.h"

namespace px::explore {

struct RandomRunsOptions {
  uint64_t runs = 1;
  uint64_t steps = 1000;  // maximum per run
  uint64_t seed = 1;
  uint32_t threads = 1;
  bool until_error = false;                        // end with the first run (by number) that reaches an error
  bool growth_is_error = true;                     // for a model that cannot be translated again
  double max_seconds = 0;                          // 0: no limit
  const std::atomic<bool>* interrupted = nullptr;  // set externally (by a signal handler) to end all runs
};

struct RandomRunsOutcome {
  uint64_t runs = 0;   // completed
  uint64_t steps = 0;  // of these
  uint64_t longest = 0;
  uint64_t ended = 0;                 // runs that ended in a state without successors
  uint64_t erroneous = 0;             // runs that reached an error; the others were cut off
  double states = 0;                  // distinct states; an estimate
  std::vector<FoundViolation> found;  // one per location, from the shortest run to it; `source` is the number of the
                                      // run
  std::vector<uint32_t> growth;       // marks that were reached; if any, everything else is invalid
  StopReason stop = StopReason::None;
};

RandomRunsOutcome run_at_random(const TransitionSystem& system, const RandomRunsOptions& options);

// The run in which an error was found, reconstructed by repeating it.
Trace trace_of_run(const TransitionSystem& system, const Explainer& explainer, const RandomRunsOptions& options,
                   const FoundViolation& found);

}  // namespace px::explore
