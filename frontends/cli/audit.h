// Reporting of --audit and --audit-sample to the user.
#pragma once

#include <ostream>

#include "frontends/cli/report.h"
#include "frontends/driver/session.h"

namespace px::cli {

// Whether the audit showed that the reduction is wrong. If so, the offending state has been written to `errors`, and
// there is nothing left to report.
bool print_audit_failure(const driver::CheckResult& checked, std::ostream& errors);

// Adds the findings of the requested audits to the report.
void describe_audit(const Options& options, const driver::CheckResult& checked, Report& report);

}  // namespace px::cli
