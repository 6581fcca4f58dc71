// `pexplore simulate --runs N MODEL`: many random runs, without their steps.
#pragma once

#include "frontends/cli/guarded_command.h"
#include "frontends/cli/options.h"

namespace px::cli {

int run_random_runs(const Options& options, CommandGuard& guard);

}  // namespace px::cli
