// `pexplore check MODEL`: loads, explores, finds traces, and tells the result.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

// Runs the whole command and returns the exit code.
int run_check(const Options& options);

}  // namespace px::cli
