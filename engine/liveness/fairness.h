// Records which processes move in each step, as needed for weak fairness.
//
// A run is weakly fair if every process that could move all the time from some point on moves again and again. On
// cycles: each process has a state on the cycle in which it cannot move, or a step on it that it takes. So it is enough
// to mark states and edges, one mark per process, and to look for components with all marks (Emerson and Lei 1987);
// the product is not copied once per process, as the counters of Choueka's construction in SPIN do.
//
// The system's program records who moves: two sets per family of processes, empty in every stored state.
//
//   moved   whose actions the step is made of (several, in an atomic sequence)
//   began   whose action was the first: who could move, over all successors of a state
//
// They are variables that each action writes; the code that generates successors reads and clears them before storing
// states.
//
// A rendezvous is a step of its sender, as in SPIN: a process that waits for a message by a rendezvous cannot move by
// itself.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/ir/program.h"

namespace px {

// The program with these variables. Fails with Unsupported if there are too many processes for marks.
Result<ir::Program> with_movers(const ir::Program& program);

// Names of the variables of a family; they are in the program if with_movers made it.
std::string moved_name(const ir::Family& family);
std::string began_name(const ir::Family& family);

}  // namespace px
