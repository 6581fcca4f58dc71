// Finds what of a program is the same several times over although it is no sort: variables (lift_variables.h) and
// locations (lift_locations.h). All candidates are lifted, the symmetries of the result are found, and those groups
// stay lifted of which a symmetry moves members: for the others nothing would be gained.
#pragma once

#include <optional>

#include "symmetry/detect/lift_locations.h"
#include "symmetry/detect/lift_variables.h"

namespace px {

// Actions, statements, families, locations, types have the numbers that they had before; StateTranslation leads back.
struct LiftedProgram {
  ir::Program program;
  std::vector<VariableGroup> variables;
  std::vector<LocationGroup> locations;
};

// Lifts what symmetries move; absent if there is nothing to gain.
std::optional<LiftedProgram> lift_symmetries(const ir::Program& program);

}  // namespace px
