// Which part of a formula is true where along a run.
//
// A lasso is an infinite word, so every part has a value in each of its states: those of the future are
// found backwards from the cycle, those of the past forwards. A run that only leads to the state where the formula is
// violated determines the future of its states in part: the rest is left open.
#pragma once

#include <optional>

#include "engine/interp/interpreter.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

// Nothing if the program has no formula. The trace is one of this interpreter's program.
std::optional<FormulaView> show_formula(const Interpreter& interpreter, const Trace& trace);

}  // namespace px::driver
