// The state before the init block: initial values and initial locations.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"

namespace px::symmetry {

std::vector<uint64_t> initial_values(const ir::Program& program, const ir::Layout& layout);

}  // namespace px::symmetry
