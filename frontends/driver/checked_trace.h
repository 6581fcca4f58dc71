// The run to an error of a search that kept parents, as a run of the model as written, replayed.
#pragma once

#include "engine/explore/explorer.h"
#include "engine/model/trace.h"
#include "frontends/driver/execution.h"

namespace px::driver {

// The run to one error, or an empty one if it cannot be found. A run that does not replay is a defect and throws.
Trace checked_trace(const ModelExecution& execution, const SearchOutcome& outcome, const FoundViolation& found);

}  // namespace px::driver
