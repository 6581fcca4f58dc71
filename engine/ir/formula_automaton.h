// From a formula of a model to an automaton of its Program: the one place where front ends hand their formulas over.
//
// A formula says what has to happen, so the automaton is that of its negation: it accepts the runs that violate the
// formula. What the numbered propositions of the formula are in the model, the front end tells.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/ir/builder.h"
#include "engine/ltl/formula.h"

namespace px::ir {

// An expression for a proposition; called once for each time it stands at an edge, since expressions are not shared.
using PropositionExpr = std::function<ExprId(uint32_t proposition)>;

// Adds the automaton to the program. Fails with LimitExceeded, at `span`, if it would have too many states; `called` is
// the formula in that message: "ltl 'f'".
Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, ltl::FormulaId formula, const std::string& name,
                         const std::string& called, SourceSpan span, const PropositionExpr& proposition);

}  // namespace px::ir
