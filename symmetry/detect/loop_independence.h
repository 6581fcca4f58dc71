// Whether the iterations of a loop may be executed in any order with the same effect.
//
// They may if there is at most one place where the body can meet an error that ends the outcome, and every variable
// that it writes is touched, at one level of its path, only at the cell of the round's element. Rounds with several
// outcomes produce all combinations of them, in whatever order they come; where only the first outcome counts
// (`deterministic`) they may not. A round may also have no outcome, and so keep later ones from running: then there may
// be no errors at all.
#pragma once

#include "engine/ir/pass/failure_analysis.h"
#include "engine/ir/program.h"

namespace px::symmetry {

bool rounds_are_independent(const ir::Program& program, const ir::FailureAnalysis& failures, const ir::Statement& loop,
                            bool deterministic);

}  // namespace px::symmetry
