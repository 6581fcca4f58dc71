// `pexplore independence`: which steps of a model are independent of each other, and what prevents it for the others.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_independence(const Options& options);

}  // namespace px::cli
