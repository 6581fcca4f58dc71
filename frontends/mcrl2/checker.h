// Resolves names and determines the sort of every expression.
//
// Idea: two passes over each expression. infer() works bottom-up and computes the least sort of an expression (1 is a
// Pos, [] a list of unknown elements), without reporting errors; check() works top-down with the expected sort, selects
// overloads by the inferred sorts of their arguments, converts numbers implicitly, and reports mismatches. infer() is
// memoised per node, so both passes take linear time.
//
// User-defined functions of a name come first: those that accept the arguments and yield the expected sort; among
// several, the one with the most arguments of exactly the right sort. Built-in operations come next.
#pragma once

#include <memory>

#include "engine/base/diagnostic.h"
#include "frontends/mcrl2/ast.h"
#include "frontends/mcrl2/spec.h"

namespace px::mcrl2 {

std::unique_ptr<Spec> check(const Parsed& parsed, Diagnostics& diagnostics);

}  // namespace px::mcrl2
