// The parts of a property, state by state of the run that violates it.
#pragma once

#include <string>
#include <vector>

#include "engine/interp/interpreter.h"
#include "engine/model/verdict.h"

namespace px::driver {

struct PropertyPart {
  std::string text;    // in the notation of .px
  std::string values;  // of the initial state and after each action: '1' true, '0' false, '?' an error
};

// What the conditions are made of by "and", "or" and "not": those on the edges of the automaton, if the run violates a
// formula or a claim; else those of the invariants that are false in its last state. `trace` is a run of the
// interpreter's program.
std::vector<PropertyPart> show_property_parts(const Interpreter& interpreter, const Violation& violation,
                                              const Trace& trace);

}  // namespace px::driver
