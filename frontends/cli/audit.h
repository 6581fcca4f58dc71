// --audit and --audit-sample as users see them.
#pragma once

#include <ostream>

#include "frontends/cli/report.h"
#include "frontends/driver/session.h"

namespace px::cli {

// Whether the audit showed that the reduction is wrong. Then the state that shows it has been written to `errors`, and
// there is nothing to report on.
bool print_audit_failure(const driver::CheckResult& checked, std::ostream& errors);

// Adds to the report what the audits that were requested found.
void describe_audit(const Options& options, const driver::CheckResult& checked, Report& report);

}  // namespace px::cli
