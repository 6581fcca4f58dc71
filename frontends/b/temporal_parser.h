// Temporal formulas in ProB's syntax. They stand in strings; the predicates and arguments in them are read by the
// parser of machines.
#pragma once

#include "frontends/b/parsed.h"

namespace px::b {

// The text of a formula, and where in its file it begins.
struct TemporalText {
  std::string name;
  SourceSpan definition;
  std::string text;
  SourceSpan start;
};

// Adds the formula to machine.temporal; nodes of predicates go to machine.nodes. After an error, which is reported, or
// constructs of ProB that pexplore does not check cause a warning and have no nodes.
void parse_temporal(const TemporalText& text, ParsedMachine& machine, Diagnostics& diagnostics);

// Whether a definition of this name is a formula that is checked.
bool is_ltl_definition(std::string_view name);

}  // namespace px::b
