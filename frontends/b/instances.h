// The order in which the instances of a quantifier are evaluated.
#pragma once

#include "engine/ir/program.h"

namespace px::b {

// B defines no order: the result of `!x.(x : S => f(x) < 3)` must not depend on whether an x for which f(x) is at least
// 3, or one for which f has no value, comes first. So if evaluating an instance may fail, all instances are evaluated,
// and one without a value is an error whatever the others yield: "for all" and "exists", which stop as soon as they are
// decided, become counts. That also treats the elements of S alike. The conditions of `solve` statements are unchanged:
// there, candidates are rejected while they are incomplete.
ir::Program look_at_all_instances(ir::Program program);

}  // namespace px::b
