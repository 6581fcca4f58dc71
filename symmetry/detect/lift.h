// Finds what of a program is the same several times over although it is no sort: numbers that are used as names
// (lift_values.h), variables (lift_variables.h) and locations (lift_locations.h); and what keeps processes apart
// although it need not be in the state (lift_constants.h). All candidates are lifted, the symmetries of the result are
// found, and those stay lifted of which a symmetry moves members: for the others nothing would be gained.
#pragma once

#include <optional>

#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift_constants.h"
#include "symmetry/detect/lift_locations.h"
#include "symmetry/detect/lift_values.h"
#include "symmetry/detect/lift_variables.h"

namespace px {

// Actions, statements, families, locations, types have the numbers that they had before; StateTranslation leads back.
struct LiftedProgram {
  ir::Program program;
  std::vector<ConstantLocal> constants;
  std::vector<ValueClass> values;  // of the program without the constants
  std::vector<VariableGroup> variables;
  std::vector<LocationGroup> locations;
  std::vector<SortElement> unused;  // of `program`: their exchange is of no use, and is not to be looked for
};

// Whether states hold handles of interned sequences, which mean nothing to another program.
bool has_sequences(const ir::Program& program);

// Lifts what symmetries move; absent if there is nothing to gain.
std::optional<LiftedProgram> lift_symmetries(const ir::Program& program);

}  // namespace px
