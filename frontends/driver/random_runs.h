// Many runs of a model at random (engine/explore/random_runs.h), with the errors that they met in the words of the
// model.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/explore/random_runs.h"
#include "frontends/driver/find_traces.h"
#include "frontends/driver/refinement.h"

namespace px::driver {

struct RandomRuns {
  RandomRunsOutcome outcome;
  SearchResult result;              // verdict, why it ended, and how long it took; violations as in `errors`
  std::vector<ErrorReport> errors;  // each with its run, the nearest first
  size_t not_listed = 0;            // errors beyond the most that are reported
  std::optional<std::vector<UnreachedPart>> unreached;  // where the execution lists them
  std::shared_ptr<const ModelExecution> execution;
};

// Runs `execution`, and begins again with another one when a run needs more than that foresees. Reports `max_errors`
// errors; 0: all.
Result<RandomRuns> random_runs(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                               RandomRunsOptions options, size_t max_errors);

}  // namespace px::driver
