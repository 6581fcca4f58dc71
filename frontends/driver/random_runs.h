// Many random runs of a model (engine/explore/random_runs.h), with their errors described in terms of the model.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/explore/random_runs.h"
#include "frontends/driver/find_traces.h"
#include "frontends/driver/refinement.h"

namespace px::driver {

struct RandomRuns {
  explore::RandomRunsOutcome outcome;
  SearchResult result;                                  // verdict, stop reason and time; violations as in `errors`
  std::vector<ErrorReport> errors;                      // each with its run, nearest first
  size_t not_listed = 0;                                // errors beyond the reported maximum
  std::optional<std::vector<UnreachedPart>> unreached;  // if the execution tracks them
  std::shared_ptr<const ModelExecution> execution;
};

// Runs `execution`, and starts again with another one if a run exceeds its guesses. Reports `max_errors` errors; 0:
// all.
Result<RandomRuns> random_runs(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                               explore::RandomRunsOptions options, size_t max_errors);

}  // namespace px::driver
