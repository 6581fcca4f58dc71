// `pexplore swarm MODEL`: many different incomplete searches, for models too large for any single search.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_swarm(const Options& options);

}  // namespace px::cli
