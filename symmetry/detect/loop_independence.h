// Whether the iterations of a loop may be executed in any order with the same effect.
//
// They may if there is one place at most where the body can meet an error that ends the outcome, and every variable
// that it writes is touched, at one level of its path, only at the cell of the element of the round. Rounds with
// several outcomes make all combinations of them, in whatever order they come; where only the first outcome counts
// (`deterministic`) they may not. A round may also have no outcome, and keep later ones from being done: so there may
// be no errors besides.
#pragma once

#include "engine/ir/pass/failure_analysis.h"
#include "engine/ir/program.h"

namespace px {

bool rounds_are_independent(const ir::Program& program, const ir::FailureAnalysis& failures, const ir::Statement& loop,
                            bool deterministic);

}  // namespace px
