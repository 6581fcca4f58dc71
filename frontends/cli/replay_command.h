// `pexplore replay TRACE MODEL`: follows the run of a JSON report, or a trail of SPIN, in the current model.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_replay(const Options& options);

}  // namespace px::cli
