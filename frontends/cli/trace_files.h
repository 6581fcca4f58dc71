// The files that --trace-itf, --trace-svg, --trace-mermaid and --spin-trail ask for.
#pragma once

#include "engine/base/result.h"
#include "engine/model/verdict.h"
#include "frontends/cli/execution.h"
#include "frontends/cli/load_model.h"
#include "frontends/cli/state_view.h"

namespace px::cli {

// A failure is a UsageError: a path that cannot be written.
Result<bool> write_trace_files(const Options& options, const LoadedModel& model, const ModelExecution& execution,
                               const Violation& violation, const Trace& trace, const TraceView& view,
                               const SourceMap& sources);

}  // namespace px::cli
