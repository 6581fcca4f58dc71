// Infers the type of every name and formula of a machine by unification, and reports mismatches: both types, the origin
// of each, and the place.
#pragma once

#include "frontends/b/machine.h"

namespace px::b {

// Sets the types of symbols and formulas, and turns `-` between sets into SetDifference and `*` into CartesianProduct.
void check_types(Machine& machine, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::b
