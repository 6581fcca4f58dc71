// Tokens to a specification as written. Recursive descent with precedence climbing; the levels are those of the grammar
// of the language reference, measured where it leaves room.
//
// A condition in front of -> looks like a process until the arrow is met, so the parser looks ahead over one unit of
// data (a name, a literal, something in brackets, each with arguments behind it) before it decides. After a syntax
// error reading continues with the next section.
#pragma once

#include <memory>

#include "engine/base/diagnostic.h"
#include "frontends/mcrl2/ast.h"

namespace px::mcrl2 {

std::unique_ptr<Parsed> parse(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::mcrl2
