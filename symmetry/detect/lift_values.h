// Numbers that are used as names become elements of a sort, so that exchanging them is a permutation like any other.
//
//   before: var flag: [0..2] bool   local P.seen: 0..2
//           seen[p] := (seen[p] + 1) % 3                             flag[index(p) - 1]
//   after:  sort `flag` { 0, 1, 2 }   var flag: [`flag`] bool   local P.seen: `flag`
//           seen[p] := element((index(seen[p]) + 1) % 3, `flag`)     flag[element(index(p) - 1, `flag`)]
//
// value_classes.h decides which numbers. As for lift_variables.h, the result has the same runs: a state of one is a
// state of the other with its numbers encoded differently.
#pragma once

#include <vector>

#include "engine/ir/program.h"
#include "symmetry/detect/value_classes.h"

namespace px::symmetry {

std::vector<ValueClass> liftable_values(const ir::Program& program);
// The new sorts come after all others, in the order of the classes; everything else keeps its number.
ir::Program lift_values(const ir::Program& program, const std::vector<ValueClass>& classes);

}  // namespace px::symmetry
