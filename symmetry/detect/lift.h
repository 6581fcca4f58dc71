// Finds what of a program is the same several times over although it is no sort: variables (lift_variables.h) and
// locations (lift_locations.h). All candidates are lifted, the symmetries of the result are found, and those groups
// stay lifted of which a symmetry moves members: for the others nothing would be gained.
#pragma once

#include <optional>

#include "engine/ir/program.h"

namespace px {

struct LiftOptions {
  bool locations = true;
};

// Lifts what symmetries move; absent if there is nothing to gain.
std::optional<ir::Program> lift_symmetries(const ir::Program& program, LiftOptions options = {});

}  // namespace px
