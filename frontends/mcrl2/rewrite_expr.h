// Transformations of expressions before compilation: substitution, and implications of a condition for a constructor.
#pragma once

#include <unordered_map>
#include <vector>

#include "frontends/mcrl2/spec.h"

namespace px::mcrl2 {

using Substitution = std::unordered_map<VariableId, const Expr*>;

// Replaces the variables; unchanged parts are shared. Simplifies projections, recognisers and comparisons of
// constructors, and truth values, where they arise.
const Expr* substitute(Spec& spec, const Expr* e, const Substitution& values);
// The conjuncts, with negations pushed inwards as far as that yields more of them.
void split_conjunction(Spec& spec, const Expr* e, std::vector<const Expr*>& conjuncts);
const Expr* negated(Spec& spec, const Expr* e);
// The unfolding of an application of a mapping with a single, unconditional equation over distinct variables; otherwise
// null.
const Expr* unfolded(Spec& spec, const Expr* e);
bool is_truth(const Expr* e, bool value);
// The constructor of a constant or an application; invalid if it is neither.
SymbolId constructor_of(const Spec& spec, const Expr* e);

}  // namespace px::mcrl2
