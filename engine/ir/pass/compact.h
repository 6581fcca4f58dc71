// A copy of a program without the nodes that nothing refers to any more.
//
//   before: exprs = [ 1, 2, 1 + 2 (unused), 3 ]   after: exprs = [ 3 ]
//
// Passes change or cut nodes in place and leave the rest behind; code that scans all expressions (for what a model
// uses) must not see them. Nodes that were shared are separate afterwards. Sorts, families, locations, types,
// variables, bindings keep their numbers.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

Program compact(const Program& program);

}  // namespace px::ir
