// Locations at which a process may hold control deterministically: the first possible outcome is taken there, so the
// order of actions and of arguments can be observed.
#pragma once

#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

// Per location.
std::vector<bool> deterministic_locations(const ir::Program& program);

}  // namespace px::symmetry
