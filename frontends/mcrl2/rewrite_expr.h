// Expressions that are changed before they are compiled: substitution, and what a condition says of a constructor.
#pragma once

#include <unordered_map>
#include <vector>

#include "frontends/mcrl2/spec.h"

namespace px::mcrl2 {

using Substitution = std::unordered_map<VariableId, const Expr*>;

// With the variables replaced; parts that do not change are shared. Projections, recognisers and comparisons of
// constructors, and truth values, are simplified where they come up.
const Expr* substitute(Spec& spec, const Expr* e, const Substitution& values);
// The conjuncts, with negations pushed inwards as far as that makes more of them.
void split_conjunction(Spec& spec, const Expr* e, std::vector<const Expr*>& conjuncts);
const Expr* negated(Spec& spec, const Expr* e);
// An application of a mapping with a single, unconditional equation over distinct variables, written out; null else.
const Expr* unfolded(Spec& spec, const Expr* e);
bool is_truth(const Expr* e, bool value);
// A constructor, or one applied to arguments; invalid if it is none.
SymbolId constructor_of(const Spec& spec, const Expr* e);

}  // namespace px::mcrl2
