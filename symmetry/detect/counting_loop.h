// A loop that counts, as a loop over numbers.
//
//   k := first;  while k <= last { ..k..; k := k + 1 }    becomes    for i: first..last { ..i.. }  k := last + 1
//
// if k is a scalar that the rounds write nowhere else, and counting does not take it out of its range.
#pragma once

#include <optional>

#include "engine/ir/program.h"

namespace px::symmetry {

// `before`: the statements before the loop in the same step; the last one must set the counter's start, except for
// statements that leave the counter alone. `goes_on`: the guard of a round, or, with `negated`, of the end. Appends to
// `before`. Returns false if the loop is not of this kind; `before` is then unchanged.
bool append_counting_loop(ir::Program& program, ir::Block& before, ir::ExprId goes_on, bool negated,
                          const ir::Block& round);

}  // namespace px::symmetry
