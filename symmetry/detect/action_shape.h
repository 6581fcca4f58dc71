// What an action looks like when the names in it are left out: which variables of one type, which elements, which
// locations. Two that a symmetry maps to one another have equal shapes; a hash, so others may have, too.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/program.h"

namespace px {

// Per location: its marks (atomic, end, ...) and the shapes of the actions that leave it and that lead there.
std::vector<uint64_t> location_shapes(const ir::Program& program);

}  // namespace px
