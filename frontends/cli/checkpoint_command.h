// 'pexplore resume DIR' and 'pexplore checkpoint DIR'.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

// Continues the check whose checkpoints are in the folder. Returns the exit code.
int run_resume(const Options& options);

// Shows the contents of the folder. Returns 0 if the last checkpoint is complete.
int run_checkpoint(const Options& options);

}  // namespace px::cli
