// `pexplore simulate MODEL`: a single run: random, along a given trace, or as the user chooses.
#pragma once

#include <istream>
#include <ostream>

#include "frontends/cli/options.h"

namespace px::cli {

int run_simulate(const Options& options);

}  // namespace px::cli
