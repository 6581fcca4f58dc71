// Finds what of a program is the same several times over although it is no sort: numbers that are used as names
// (lift_values.h), variables (lift_variables.h) and locations (lift_locations.h); and what keeps processes apart
// although it need not be in the state (lift_constants.h). All candidates are lifted, the symmetries of the result are
// computed, and only candidates with members moved by a symmetry stay lifted: the others would gain nothing. Before
// that, sequences in which nothing can come between are written as single steps.
#pragma once

#include <optional>

#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift_constants.h"
#include "symmetry/detect/lift_locations.h"
#include "symmetry/detect/lift_values.h"
#include "symmetry/detect/lift_variables.h"

namespace px {

// Families, locations, variables and types have the numbers that they had before; StateTranslation leads back. So do
// actions and statements, but sequences that have become one step are taken by their first action, whose statements are
// copies.
struct LiftedProgram {
  ir::Program program;
  std::vector<ConstantLocal> constants;
  std::vector<ValueClass> values;  // of the program without the constants
  std::vector<VariableGroup> variables;
  std::vector<LocationGroup> locations;
  DetectionHints hints;  // of `program`; unused: elements whose exchange is of no use
};

// Whether states hold handles of interned sequences, which mean nothing to another program.
bool has_sequences(const ir::Program& program);

// Whether what nothing can come between is written as one step first (straight_sequences.h). Then the steps within are
// not taken one by one any more: not for those who ask which of them are taken.
enum class Sequences : uint8_t { Straight, AsTheyAre };

// Lifts what symmetries move; absent if there is nothing to gain.
std::optional<LiftedProgram> lift_symmetries(const ir::Program& program, Sequences sequences = Sequences::Straight);

}  // namespace px
