// `pexplore symmetry MODEL`: what may be permuted, and what prevents the rest from being permuted.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_symmetry(const Options& options);

}  // namespace px::cli
