// `pexplore check --suite FILE.toml`: checks many models against their expected results.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_suite_command(const Options& options);

}  // namespace px::cli
