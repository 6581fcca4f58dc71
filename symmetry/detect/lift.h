// Finds parts of a program that occur several times over although they are not a sort: numbers used as names
// (lift_values.h), variables (lift_variables.h) and locations (lift_locations.h); and data that distinguishes processes
// although it need not be in the state (lift_constants.h). All candidates are lifted, the symmetries of the result are
// computed, and only candidates with members moved by a symmetry stay lifted: the others would gain nothing. Before
// that, uninterruptible sequences are written as single steps.
#pragma once

#include <optional>

#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift_constants.h"
#include "symmetry/detect/lift_locations.h"
#include "symmetry/detect/lift_values.h"
#include "symmetry/detect/lift_variables.h"

namespace px::symmetry {

// Families, locations, variables and types keep their numbers; StateTranslation leads back. So do actions and
// statements, but a sequence that has become one step is taken by its first action, whose statements are copies.
struct LiftedProgram {
  ir::Program program;
  std::vector<ConstantLocal> constants;
  std::vector<ValueClass> values;  // of the program after lifting the constants
  std::vector<VariableGroup> variables;
  std::vector<LocationGroup> locations;
  DetectionHints hints;  // of `program`; unused: elements whose exchange is of no use
};

// Whether states hold handles of interned sequences, which are meaningless in another program.
bool has_sequences(const ir::Program& program);

// Whether uninterruptible sequences are first written as one step (straight_sequences.h). The steps within are then no
// longer taken one by one, so callers that record which actions were taken need AsTheyAre.
enum class Sequences : uint8_t { Straight, AsTheyAre };

// Lifts the candidates that symmetries move; absent if there is nothing to gain.
std::optional<LiftedProgram> lift_symmetries(const ir::Program& program, Sequences sequences = Sequences::Straight);

}  // namespace px::symmetry
