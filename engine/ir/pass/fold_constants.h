// Evaluates everything that is known before the search.
//
//   before: action a when 2 + 3 = 5 and x > 0 do { if N > 4 { x := 1 } else { x := 2 }; assert true }      (N = 3)
//   after:  action a when x > 0 do { x := 2 }
//
// Folds operations on constants, `and`, `or`, `if` with a constant condition, quantifiers over empty ranges or with
// constant conditions, and reads of scalar constants that `init` does not set; drops statements that can have no
// effect. Leaves operations that are errors of the model unchanged, so that the search reports them when they happen.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

Program fold_constants(Program program);

}  // namespace px::ir
