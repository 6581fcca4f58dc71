// Many runs at random: what is left where the states are too many to visit, and the fastest way to a shallow error.
//
// The idea (West, "Protocol validation by random state exploration", PSTV 1986): from an initial state, take one of the
// successors at random, and so on up to a number of steps; many times. Nothing is stored, so nothing fills up, and
// threads share nothing but the number of the next run.
//
// Run k of a seed makes its choices from numbers that k and the seed determine. So the outcome does not depend on the
// number of threads, and any run can be had again: a run to an error is made by taking it once more, step by step, with
// the interpreter, whose successors come in the order of the native code's.
//
// A thread goes on with some runs at a time, so that generators are called for a batch. A run ends at the first state
// with an error, at the end of the model's behaviour, or after so many steps. How many different states were met is
// estimated from their hashes (engine/explore/state_estimate.h), to within some 1 %.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/explore/violation_log.h"
#include "engine/model/explainer.h"
#include "engine/model/verdict.h"

namespace px {

struct RandomRunsOptions {
  uint64_t runs = 1;
  uint64_t steps = 1000;  // of a run, at most
  uint64_t seed = 1;
  uint32_t threads = 1;
  bool until_error = false;                        // end with the first run that meets an error, by the numbers of runs
  bool growth_is_error = true;                     // of a model that cannot be translated again
  double max_seconds = 0;                          // 0: no limit
  const std::atomic<bool>* interrupted = nullptr;  // set from outside (a signal handler) to end all runs
};

struct RandomRunsOutcome {
  uint64_t runs = 0;   // that came to their ends
  uint64_t steps = 0;  // of these
  uint64_t longest = 0;
  uint64_t ended = 0;                 // runs that came to an end of the model's behaviour
  uint64_t erroneous = 0;             // runs that met an error; the others were cut off
  double states = 0;                  // different ones; an estimate
  std::vector<FoundViolation> found;  // one per place, of the shortest run to it; `source` is the number of the run
  std::vector<uint32_t> growth;       // marks that were met; then everything else is of no use
  StopReason stop = StopReason::None;
};

RandomRunsOutcome run_at_random(const TransitionSystem& system, const RandomRunsOptions& options);

// The run in which an error was found, by taking it again.
Trace trace_of_run(const TransitionSystem& system, const Explainer& explainer, const RandomRunsOptions& options,
                   const FoundViolation& found);

}  // namespace px
