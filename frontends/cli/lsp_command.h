// `pexplore lsp`: a language server for editors, over standard input and output.
#pragma once

#include "frontends/cli/options.h"

namespace px::cli {

int run_lsp(const Options& options);

}  // namespace px::cli
