// Removes unreachable locations and actions.
//
//   before: process P { a, b, c }   action x(p: P) at a -> b   action y(p: P) at c -> a   action z when false
//   after:  process P { a, b }      action x(p: P) at a -> b
//
// A location is reachable if a process starts there, or if an action whose movers all stand at reachable locations, a
// `goto` of such an action or of `init` leads there. An action is removed if its guard is constantly false, a parameter
// has an empty domain, or a mover can never be at its location. A family keeps all its locations if the number of a
// location (pc) is used, or if a test of a location may be an error. Run fold_constants before.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

Program drop_unreachable(Program program);

}  // namespace px::ir
