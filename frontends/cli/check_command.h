// `pexplore check MODEL`: loads, explores, finds traces, and reports the result.
#pragma once

#include "frontends/cli/options.h"
#include "frontends/driver/saved_run.h"

namespace px::cli {

// Runs the whole command and returns the exit code. With `saved`, continues from a checkpoint.
int run_check(const Options& options, const driver::SavedRun* saved = nullptr);

}  // namespace px::cli
