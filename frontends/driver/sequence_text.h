// Shows interned sequences by their contents: [3, 4], [[left], []]. Handles differ from run to run and mean nothing.
#pragma once

#include "engine/interp/interpreter.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// The interpreter must outlive the result.
SequenceText sequence_text(const interp::Interpreter& interpreter);

}  // namespace px::driver
