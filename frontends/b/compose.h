// Combines the parsed machines into one flat untyped machine.
//
// Sets and constants belong to a machine and exist once, however often and under whatever names it is included;
// variables and operations belong to each instance of it and carry the instance's prefix. Included machines come first:
// their properties, invariants and initialisations precede those of the machine that includes them.
//
// A refinement is a machine of its own: its own variables and operations, the sets and constants of its abstractions,
// and those conjuncts of their invariants that refer only to variables that still exist. A conjunct about variables
// that the refinement does not keep links the two machines and is set apart. An operation keeps the conditions on its
// parameters from its abstraction's precondition.
#pragma once

#include "frontends/b/library.h"
#include "frontends/b/machine.h"

namespace px::b {

void compose(const Library& library, const SourceMap& sources, Machine& machine, Diagnostics& diagnostics);

}  // namespace px::b
