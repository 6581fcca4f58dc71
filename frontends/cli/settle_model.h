// Models whose processes are not all foreseen: searched, and translated anew, until no more processes come.
#pragma once

#include "engine/explore/explorer.h"
#include "frontends/cli/execution.h"
#include "frontends/cli/load_model.h"

namespace px::cli {

// Searches; a Promela model that turns out to start more processes than its first states showed is translated anew and
// searched again from the beginning.
Result<SearchOutcome> search_model(const Options& options, SearchOptions search, LoadedModel& model,
                                   ModelExecution& execution, SourceMap& sources);

// What runs the model, for commands that do not search it themselves. The processes are looked for in the first states
// only; a run that needs one more tells so.
Result<ModelExecution> settle_model(const Options& options, LoadedModel& model, SourceMap& sources);

}  // namespace px::cli
