// A program whose assertions are not checked.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

// Statements and invariants that are assertions (ViolationKind::Assertion) hold wherever they are met. Another error
// met while the condition of a statement is evaluated remains one.
Program without_assertions(Program program);

}  // namespace px::ir
