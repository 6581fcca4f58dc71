// Finds the type of every name and formula of a machine by unification, and reports what does not fit: both types,
// where each comes from, and the place.
#pragma once

#include "frontends/b/machine.h"

namespace px::b {

// Sets the types of symbols and formulas, and makes `-` between sets SetDifference and `*` CartesianProduct.
void check_types(Machine& machine, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::b
