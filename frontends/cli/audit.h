// --audit and --audit-sample as users see them: what is checked after a search, and what is told about it.
#pragma once

#include <ostream>

#include "engine/explore/explorer.h"
#include "frontends/cli/execution.h"
#include "frontends/cli/report.h"

namespace px::cli {

// Runs the audits that were asked for and adds what they found to the report. False: the reduction is wrong; the state
// that shows it has been written to `errors`, and there is nothing to report on.
Result<bool> audit_run(const Options& options, const ModelExecution& execution, const SearchOutcome& outcome,
                       const SearchOptions& search, Report& report, std::ostream& errors);

}  // namespace px::cli
