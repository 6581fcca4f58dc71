// Resolves names and finds the sort of every expression.
//
// Idea: in two passes over each expression. infer() goes up and gives an expression the least sort it has by itself
// (1 is a Pos, [] a list of unknown elements) without complaints; check() goes down with the sort that is wanted, picks
// overloads by what infer() says of their arguments, raises numbers silently, and reports what does not fit. infer() is
// remembered per node, so both passes take linear time.
//
// User functions of a name are tried first: all that take the arguments and give what is wanted; of several that with
// the most arguments of exactly the right sort. Then what is built in.
#pragma once

#include <memory>

#include "engine/base/diagnostic.h"
#include "frontends/mcrl2/ast.h"
#include "frontends/mcrl2/spec.h"

namespace px::mcrl2 {

std::unique_ptr<Spec> check(const Parsed& parsed, Diagnostics& diagnostics);

}  // namespace px::mcrl2
