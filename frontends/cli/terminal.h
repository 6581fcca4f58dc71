// What this process's streams are connected to: the only place that queries the system and the environment.
#pragma once

#include <cstddef>

#include "frontends/cli/options.h"

namespace px::cli {

// Whether to colour the output to this file descriptor.
bool colors_on(int descriptor, ColorMode mode);
// How to show progress on standard error.
ProgressMode progress_mode(const Options& options);
// In columns; 80 if unknown.
size_t terminal_width(int descriptor);

}  // namespace px::cli
