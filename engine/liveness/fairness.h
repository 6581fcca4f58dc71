// Records which processes move in each step, as needed for weak fairness.
//
// A run is weakly fair if every process that can move continuously from some point on moves infinitely often. On
// cycles: each process has a state on the cycle in which it cannot move, or a step on it that it takes. So it is enough
// to mark states and edges, one mark per process, and to search for components with all marks (Emerson and Lei 1987);
// the product is not copied once per process, as by the counters of Choueka's construction in SPIN.
//
// The system's program records the moving processes: two sets per family of processes, empty in every stored state.
//
//   moved   the processes whose actions make up the step (several, in an atomic sequence)
//   began   the process of the first action; over all successors of a state, the processes that could move
//
// They are variables that each action writes; the code that generates successors reads and clears them before storing
// states.
//
// A rendezvous is a step of its sender, as in SPIN: a process that waits to receive by rendezvous cannot move on its
// own.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/ir/program.h"

namespace px::liveness {

// The program with these variables. Fails with Unsupported if there are too many processes for marks.
Result<ir::Program> with_movers(const ir::Program& program);

// Names of the variables of a family; a program made by with_movers contains them.
std::string moved_name(const ir::Family& family);
std::string began_name(const ir::Family& family);

}  // namespace px::liveness
