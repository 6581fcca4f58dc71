// `pexplore replay TRACE MODEL`: takes the run of a JSON report, or a trail of SPIN, through the model as it is now.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_replay(const Options& options);

}  // namespace px::cli
