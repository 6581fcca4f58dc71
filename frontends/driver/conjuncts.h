// Formulas that are conjunctions, part by part.
//
// A formula says "always (p waits implies eventually p is served)" of each process p. Its automaton guesses for which
// process it waits, so no exchange of processes leaves it alone, and the product is not reduced at all. But a run
// violates the conjunction if and only if it violates a conjunct; the product with the automaton of one conjunct keeps
// all symmetries that fix its process, and what a symmetry of the model maps to another conjunct needs no search of its
// own: it maps the runs that violate the one to runs that violate the other.
#pragma once

#include <vector>

#include "frontends/driver/execution.h"

namespace px::driver {

// The numbers of the automata to be searched instead of this one; empty: this one, since nothing is gained.
std::vector<size_t> conjuncts_to_search(const ir::Program& program, size_t automaton, const ReductionOptions& options);

}  // namespace px::driver
