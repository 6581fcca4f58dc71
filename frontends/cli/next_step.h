// What to do about a verdict that is no proof: one line with an option or command to take.
#pragma once

#include <string>

#include "frontends/cli/report.h"

namespace px::cli {

// Empty where there is nothing to be done.
std::string next_step(const Report& report);

}  // namespace px::cli
