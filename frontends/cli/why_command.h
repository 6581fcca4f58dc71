// `pexplore why MODEL`: why a model is big, and what to do about it.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_why(const Options& options);

}  // namespace px::cli
