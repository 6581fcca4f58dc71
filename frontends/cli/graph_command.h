// `pexplore graph MODEL`: the state space, or the control flow of the processes, as a graph.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_graph(const Options& options);

}  // namespace px::cli
