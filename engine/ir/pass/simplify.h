// All passes that pay off for every model, in order. In debug builds the verifier runs after each.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

// fold_constants, drop_unreachable, narrow_ranges. The program must be verified; the result has the same runs, errors
// and verdicts, in fewer bits.
Program simplify(Program program);

}  // namespace px::ir
