// Builds the syntax tree from tokens, by recursive descent. Covers all of Promela as of SPIN 6.5 except embedded C,
// which is reported. After an error, parsing continues at the next statement or declaration, so one run reports several
// errors.
#pragma once

#include "frontends/promela/ast.h"
#include "frontends/promela/lexer.h"

namespace px::promela {

// Errors go to `diagnostics`; the module then holds the parts that could be parsed.
ast::Module parse(const TokenList& tokens, Diagnostics& diagnostics);

}  // namespace px::promela
