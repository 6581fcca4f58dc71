// 'pexplore resume DIR' and 'pexplore checkpoint DIR'.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

// Goes on with the check whose checkpoints are in the folder. Returns the exit code.
int run_resume(const Options& options);

// Shows what is in the folder. Returns 0 if the last checkpoint is whole.
int run_checkpoint(const Options& options);

}  // namespace px::cli
