// The parts of a property, state by state of the run that violates it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interp/interpreter.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

struct PropertyPart {
  std::string text;
  std::string values;  // of the initial state and after each action: '1' true, '0' false, '?' not known
};

// Of a run that violates a formula, those of `formula`; otherwise what the invariants that are false in its last state
// are made of by "and", "or" and "not", in the notation of .px. `trace` is a run of the interpreter's program.
std::vector<PropertyPart> show_property_parts(const Interpreter& interpreter, const std::optional<FormulaView>& formula,
                                              const Trace& trace);

}  // namespace px::driver
