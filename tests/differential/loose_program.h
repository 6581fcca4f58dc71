// Random programs whose processes mostly mind their own business: what partial-order reduction lives on. Programs of
// random_program.h use all of the common form, but nearly all of their actions conflict.
//
// Each is made as text (docs/ir.md) from a stream of choices, as in random_program.h: any stream makes a well-formed
// program, and 0 is always the simplest way to continue. State spaces are finite and small: counters have bounds,
// queues few places.
#pragma once

#include <string>

#include "engine/ir/program.h"
#include "tests/differential/random_program.h"

namespace px::test {

std::string loose_program_text(const Choices& choices);
ir::Program loose_program(const Choices& choices);

}  // namespace px::test
