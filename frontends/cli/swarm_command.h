// `pexplore swarm MODEL`: many incomplete searches that differ, for models that no search can see all of.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_swarm(const Options& options);

}  // namespace px::cli
