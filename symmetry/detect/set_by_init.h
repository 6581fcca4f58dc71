// Variables to which `init` assigns a value in every run before anything reads them: their earlier values do not
// matter, and so cannot distinguish elements.
#pragma once

#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

std::vector<bool> set_by_init(const ir::Program& program);

}  // namespace px::symmetry
