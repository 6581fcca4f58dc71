// `pexplore symmetry MODEL`: what may be permuted, and what keeps the rest from it.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_symmetry(const Options& options);

}  // namespace px::cli
