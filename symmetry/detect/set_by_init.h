// Variables to which `init` gives a value in every run before anything reads them: what they hold before does not
// matter, so it cannot tell elements apart.
#pragma once

#include <vector>

#include "engine/ir/program.h"

namespace px {

std::vector<bool> set_by_init(const ir::Program& program);

}  // namespace px
