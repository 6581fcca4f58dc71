// A copy of a program without unreferenced nodes.
//
//   before: exprs = [ 1, 2, 1 + 2 (unused), 3 ]   after: exprs = [ 3 ]
//
// Passes change or detach nodes in place and leave garbage behind; code that scans all expressions (for the features a
// model uses) must not see it. Shared nodes are duplicated. Sorts, families, locations, types, variables and bindings
// keep their numbers.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

Program compact(const Program& program);

}  // namespace px::ir
