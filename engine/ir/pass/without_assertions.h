// A program whose assertions are not checked.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

// Statements and invariants that are assertions (ViolationKind::Assertion) always hold. Any other error in evaluating a
// statement's condition remains an error.
Program without_assertions(Program program);

}  // namespace px::ir
