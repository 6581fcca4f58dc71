// A swarm of incomplete searches (engine/explore/swarm.h), with their errors described in terms of the model.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/explore/swarm.h"
#include "frontends/driver/find_traces.h"
#include "frontends/driver/refinement.h"

namespace px::driver {

struct SwarmResult {
  explore::SwarmOutcome outcome;    // its errors have no paths: they have become runs
  SearchResult result;              // never Holds; `states` is an estimate, violations are as in `errors`
  std::vector<ErrorReport> errors;  // each with its run, nearest first
  std::string missing_trace;        // why some errors have no run; empty if none are missing
  size_t not_listed = 0;            // errors beyond the reported maximum
  std::optional<std::vector<UnreachedPart>> unreached;  // if statements are to be listed
  std::shared_ptr<const ModelExecution> execution;
};

struct SwarmReporting {
  size_t max_errors = 0;  // 0: all
  bool with_runs = true;
  bool lists_unreached = false;
};

// Searches `execution`, which marks its actions, and starts again with another one if a search exceeds its guesses.
Result<SwarmResult> swarm(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                          explore::SwarmOptions options, const SwarmReporting& reporting);

}  // namespace px::driver
