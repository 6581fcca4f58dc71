// Whether the rounds of a loop may be done in any order, to the same effect.
//
// They may if nothing in the body can fail or branch, and every variable that it writes is touched, at one level of its
// path, only at the cell of the element of the round.
#pragma once

#include "engine/ir/program.h"
#include "symmetry/detect/failure.h"

namespace px {

bool rounds_are_independent(const ir::Program& program, const FailureAnalysis& failures, const ir::Statement& loop);

}  // namespace px
