// Gives local steps precedence: a process whose next steps do not affect others takes them immediately.
#pragma once

#include "frontends/promela/automaton.h"

namespace px::promela {

// Marks the transitions of an automaton after which the process keeps control as in an atomic sequence.
void hold_local_steps(const Model& model, const ControlGraph& graph, Automaton& automaton);

}  // namespace px::promela
