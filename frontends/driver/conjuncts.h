// Checks formulas that are conjunctions conjunct by conjunct.
//
// Consider "always (p waits implies eventually p is served)" for each process p. Its automaton guesses which process
// waits, so it is not invariant under any exchange of processes, and the product is not reduced at all. But a run
// violates the conjunction if and only if it violates a conjunct; the product with the automaton of one conjunct keeps
// all symmetries that fix its process. If a symmetry of the model maps one conjunct to another, the other needs no
// search: the symmetry maps runs that violate the first to runs that violate the second.
#pragma once

#include <vector>

#include "frontends/driver/execution.h"

namespace px::driver {

// The numbers of the automata to search instead of this one; empty: search this one, because splitting gains nothing.
std::vector<size_t> conjuncts_to_search(const ir::Program& program, size_t automaton, const ReductionOptions& options);

}  // namespace px::driver
