// Random programs whose processes have mostly local steps, which is what partial-order reduction exploits. Programs of
// random_program.h use all features of the IR, but nearly all of their actions conflict.
//
// Each is generated as text (docs/ir.md) from a stream of choices, as in random_program.h: any stream yields a
// well-formed program, and 0 is always the simplest continuation. State spaces are finite and small: counters have
// bounds, queues few places.
#pragma once

#include <string>

#include "engine/ir/program.h"
#include "tests/differential/random_program.h"

namespace px::test {

std::string loose_program_text(const Choices& choices);
ir::Program loose_program(const Choices& choices);

}  // namespace px::test
