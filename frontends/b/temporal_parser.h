// Temporal formulas in ProB's syntax. They are written in strings; the machine parser parses the predicates and
// arguments in them.
#pragma once

#include "frontends/b/parsed.h"

namespace px::b {

// The text of a formula, and its start in the file.
struct TemporalText {
  std::string name;
  SourceSpan definition;
  std::string text;
  SourceSpan start;
};

// Adds the formula to machine.temporal; nodes of predicates go to machine.nodes. A formula with an error, which is
// reported, has no nodes; neither has one with ProB constructs that pexplore does not check, which cause a warning.
void parse_temporal(const TemporalText& text, ParsedMachine& machine, Diagnostics& diagnostics);

// Whether a definition of this name is a formula to be checked.
bool is_ltl_definition(std::string_view name);

}  // namespace px::b
