// The parts of a property, state by state along the run that violates it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interp/interpreter.h"
#include "frontends/driver/state_view.h"

namespace px::driver {

struct PropertyPart {
  std::string text;
  std::string values;  // in the initial state and after each action: '1' true, '0' false, '?' unknown
};

// If the run violates a formula, the parts of `formula`; otherwise the operands ("and", "or", "not") of the invariants
// that are false in its last state, in .px notation. `trace` is a run of the interpreter's program.
std::vector<PropertyPart> show_property_parts(const interp::Interpreter& interpreter,
                                              const std::optional<FormulaView>& formula, const Trace& trace);

}  // namespace px::driver
