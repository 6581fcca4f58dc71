// Parses tokens into a machine as written. Recursive descent; formulas by precedence climbing over operator.def.
//
// One grammar covers predicates and expressions, since the meaning of a name (a definition may be either) is not known
// here; the types distinguish them later. After a syntax error, parsing continues with the next operation or clause.
#pragma once

#include "frontends/b/lexer.h"
#include "frontends/b/parsed.h"

namespace px::b {

ParsedMachine parse_machine(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

// A definition file: DEFINITIONS and definitions. Their formulas go to `machine.nodes`, the definitions are appended to
// `machine.definitions`, and the files named in it to `machine.definition_files`.
void parse_definition_file(FileId file, const SourceMap& sources, ParsedMachine& machine, Diagnostics& diagnostics);

// Parses a single formula in a text that is a part of `file`: positions are relative to it. Its nodes go to
// `machine.nodes`; invalid after an error.
ExprId parse_formula_text(std::string_view text, FileId file, ParsedMachine& machine, Diagnostics& diagnostics);

}  // namespace px::b
