// Parses tokens into a specification as written. Recursive descent with precedence climbing; the levels are those of
// the grammar in the language reference or, where it leaves room, determined by experiments with the tools.
//
// A condition before -> looks like a process until the arrow, so the parser looks ahead over one data unit (a name, a
// literal, an expression in brackets, each followed by arguments) before it decides. After a syntax error, parsing
// continues with the next section.
#pragma once

#include <memory>

#include "engine/base/diagnostic.h"
#include "frontends/mcrl2/ast.h"

namespace px::mcrl2 {

std::unique_ptr<Parsed> parse(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::mcrl2
