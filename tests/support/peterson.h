// Peterson's mutual exclusion for n processes, as a Program made by hand: the model speed is measured on.
#pragma once

#include "engine/ir/program.h"

namespace px::test {

// Reachable states for n = 2, 3, 4 are counted in tests/unit/engine/jit.
ir::Program peterson(uint32_t processes);

}  // namespace px::test
