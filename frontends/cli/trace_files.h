// Writes the files requested by --trace-itf, --trace-svg, --trace-mermaid, --trace-html and --spin-trail.
#pragma once

#include "engine/base/result.h"
#include "engine/model/verdict.h"
#include "frontends/cli/options.h"
#include "frontends/cli/views.h"
#include "frontends/driver/execution.h"

namespace px::cli {

// A failure is a UsageError: a path that cannot be written.
Result<void> write_trace_files(const Options& options, const driver::ModelExecution& execution,
                               const Violation& violation, const Trace& trace, const TraceView& view,
                               const SourceMap& sources);

}  // namespace px::cli
