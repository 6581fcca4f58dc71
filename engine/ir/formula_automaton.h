// From a formula of a model to an automaton of its Program: the one place where front ends hand their formulas over.
//
// A formula says what has to happen, so the automaton is that of its negation: it accepts the runs that violate the
// formula. What the numbered propositions of the formula are in the model, the front end tells.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "engine/base/result.h"
#include "engine/ir/builder.h"
#include "engine/ltl/formula.h"

namespace px::ir {

// What a proposition is in the model.
struct Memory {};                                                       // of the past (engine/ltl/past.h)
using Proposition = std::variant<ExprId, Automaton::StepTest, Memory>;  // an expression: of the state
// Called once for each time that a proposition stands at an edge, since expressions are not shared.
using PropositionMeaning = std::function<Proposition(uint32_t proposition)>;

struct NamedFormula {
  std::string name;
  std::string called;  // in messages: "ltl 'f'"
  SourceSpan span;
  ltl::FormulaId formula = 0;
  std::optional<ltl::FormulaId> constraints{};  // what else is true of the runs considered
};

// Adds the automaton to the program. Fails with LimitExceeded, at its span, if it would have too many states.
Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, const NamedFormula& formula,
                         const PropositionMeaning& meaning);

}  // namespace px::ir
