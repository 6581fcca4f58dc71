// What is at the other end of this process's streams: the one place that asks the system and the environment.
#pragma once

#include <cstddef>

#include "frontends/cli/options.h"

namespace px::cli {

// Whether to colour what is written to this file descriptor.
bool colors_on(int descriptor, ColorMode mode);
// How to show progress on standard error.
ProgressMode progress_mode(const Options& options);
// In columns; 80 if unknown.
size_t terminal_width(int descriptor);

}  // namespace px::cli
