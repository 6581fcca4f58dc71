// Simultaneous substitutions must not assign the same variable.
#pragma once

#include "frontends/b/machine.h"

namespace px::b {

// Reports variables that are assigned twice by `||` or a multiple assignment, operations that call themselves, and
// calls that would assign variables of a machine that is only seen.
void check_writes(const Machine& machine, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::b
