// Peterson's mutual exclusion for n processes with as few steps as it can have, made by hand: the model speed is
// measured on. (tests/unit/symmetry/models.h has the published one, step by step.)
#pragma once

#include "engine/ir/program.h"

namespace px::test {

// Reachable states for n = 2, 3, 4 are counted in tests/unit/engine/jit.
ir::Program merged_peterson(uint32_t processes);

}  // namespace px::test
