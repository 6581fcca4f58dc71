// A loop that counts, as a loop over numbers.
//
//   k := first;  while k <= last { ..k..; k := k + 1 }    becomes    for i: first..last { ..i.. }  k := last + 1
//
// if k is a scalar that the rounds write nowhere else, and that counting does not take out of its range.
#pragma once

#include <optional>

#include "engine/ir/program.h"

namespace px {

// `before`: what is done before the loop in the same step; it has to end with the counter's start, up to statements
// that leave the counter alone. `goes_on`: the guard of a round, or, with `negated`, of the end. Appends to `before`.
// False: the loop is not of this kind, and `before` is as it was.
bool append_counting_loop(ir::Program& program, ir::Block& before, ir::ExprId goes_on, bool negated,
                          const ir::Block& round);

}  // namespace px
