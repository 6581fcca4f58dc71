// `pexplore study MODEL`: a scalability study, written to a folder as CSV, JSON and a page for people.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_study(const Options& options);

}  // namespace px::cli
