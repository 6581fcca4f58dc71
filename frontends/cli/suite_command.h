// `pexplore check --suite FILE.toml`: many models, compared with what is expected of them.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_suite_command(const Options& options);

}  // namespace px::cli
