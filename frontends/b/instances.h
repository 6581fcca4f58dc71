// The order in which the instances of a quantifier are evaluated.
#pragma once

#include "engine/ir/program.h"

namespace px::b {

// B gives no order: `!x.(x : S => f(x) < 3)` must not depend on whether an x for which f(x) is at least 3, or one for
// which f has no value, comes first. So where an instance can have no value all of them are evaluated, and one without
// a value is an error whatever the others say: "for all" and "exists", which stop as soon as they are decided, become
// counts. That also keeps the elements of S alike. What `solve` statements ask for stays as it is: there candidates are
// given up while they are not complete.
ir::Program look_at_all_instances(ir::Program program);

}  // namespace px::b
