// Where along a run each part of a formula is true.
//
// A lasso is an infinite word, so every part has a value in each of its states: future operators are evaluated
// backwards from the cycle, past operators forwards. A run that only leads to the state in which the formula is
// violated determines the future of its states only in part: the rest is left unknown.
#pragma once

#include <optional>

#include "engine/interp/interpreter.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// Unset if the program has no formula. The trace belongs to this interpreter's program.
std::optional<FormulaView> show_formula(const interp::Interpreter& interpreter, const Trace& trace);

}  // namespace px::driver
