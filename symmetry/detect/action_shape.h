// The shape of an action: a hash of the action without the names of variables of the same type, elements and locations.
// Actions that a symmetry maps to each other have equal shapes; others may collide.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

// Per location: its marks (atomic, end, ...) and the shapes of the actions that leave it and that lead there.
std::vector<uint64_t> location_shapes(const ir::Program& program);

}  // namespace px::symmetry
