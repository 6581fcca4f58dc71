// Statements as their writer wrote them, macros and spaces included, for runs: `skip`, `x++`, `busy(me)` instead of
// `(1)`, `x = (x+1)` and what the macro stands for.
//
// The text is cut out of the source line. That is right only if all of the statement stands there, so a statement is
// left to text_of where a part of it stands elsewhere: on another line, or as an argument of an inline; and where a
// macro makes several statements, which would all have one text.
#pragma once

#include "frontends/promela/model.h"

namespace px::promela {

// Sets Stmt::written where that is known.
void find_written_texts(Model& model, const SourceMap& sources);

}  // namespace px::promela
