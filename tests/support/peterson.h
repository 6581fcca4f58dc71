// Peterson's mutual exclusion for n processes with a minimal number of steps, built by hand: the model used for speed
// measurements. (tests/unit/symmetry/models.h has the published one, step by step.)
#pragma once

#include "engine/ir/program.h"

namespace px::test {

// Reachable states for n = 2, 3, 4 are counted in tests/unit/engine/jit.
ir::Program merged_peterson(uint32_t processes);

}  // namespace px::test
