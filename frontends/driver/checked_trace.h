// The run to an error from a search that kept parents, replayed as a run of the model as written.
#pragma once

#include "engine/explore/explorer.h"
#include "engine/model/trace.h"
#include "frontends/driver/execution.h"

namespace px::driver {

// The run to one error, or an empty one if none can be found. A run that does not replay is a defect and throws.
Trace checked_trace(const ModelExecution& execution, const explore::SearchOutcome& outcome,
                    const explore::FoundViolation& found);

}  // namespace px::driver
