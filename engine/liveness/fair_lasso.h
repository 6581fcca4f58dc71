// Builds the run for a fair component when fairness was checked process by process (fair_threads.h): under symmetry, or
// with many processes.
//
// A walk through representatives determines a run of the model once it is known which process of the run corresponds to
// which process of the representative. This renaming is tracked: it starts with the permutation that produced the
// initial state's representative and is composed with that of each edge. So every concrete state and every concrete
// step is computed, not searched for, and compared with the interpreter.
//
// 1. Stem: breadth first to the nearest state of the component.
// 2. A round: to an accepting state; then, for each process of the run that is not yet satisfied, breadth first over
//    pairs of a representative and the process's name there, to where it is satisfied; then back to the round's first
//    state. A path exists, since each thread of the component is satisfied somewhere.
// 3. The same round again, until a concrete state recurs: at most as often as the order of the permutation by which a
//    round renames processes. The first round satisfies all processes; so does every later one, since it is the same
//    round with other names.
//
// Cost: step 2 expands at most states x processes, for each process; usually the target is near.
#pragma once

#include "engine/liveness/lasso.h"

namespace px::liveness {

// The marks must have elements.
Lasso build_fair_lasso(const LassoSources& sources, const CycleOutcome& outcome);

}  // namespace px::liveness
