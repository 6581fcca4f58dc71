// Tokens to a machine as written. Recursive descent; formulas by precedence climbing over the table of operator.def.
//
// Predicates and expressions are read by one grammar, since what a name stands for (a definition may be either) is not
// known here; the types distinguish them later. After a syntax error reading continues with the next operation or
// clause.
#pragma once

#include "frontends/b/lexer.h"
#include "frontends/b/parsed.h"

namespace px::b {

ParsedMachine parse_machine(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

// A definition file: DEFINITIONS and definitions. Their formulas go to `machine.nodes`, they themselves to
// `machine.definitions`, after those that are there, and the files named in it to `machine.definition_files`.
void parse_definition_file(FileId file, const SourceMap& sources, ParsedMachine& machine, Diagnostics& diagnostics);

// One formula and nothing else, in a text that stands for a part of `file`: positions are taken from it. Its nodes go
// to `machine.nodes`; invalid after an error.
ExprId parse_formula_text(std::string_view text, FileId file, ParsedMachine& machine, Diagnostics& diagnostics);

}  // namespace px::b
