// Translates a formula of a model to an automaton of its Program: the only entry point for front ends' formulas.
//
// A formula states a requirement, so the automaton is that of its negation: it accepts the runs that violate the
// formula. The front end maps the numbered propositions of the formula to the model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "engine/base/result.h"
#include "engine/ir/formula_reading.h"
#include "engine/ltl/formula.h"

namespace px::ir {

struct NamedFormula {
  std::string name;
  std::string called;  // in messages: "ltl 'f'"
  SourceSpan span;
  ReadFormula root{};
  std::optional<ltl::FormulaId> constraints{};  // what else is true of the runs considered
  bool paths_end = false;                       // as in Automaton
};

// Adds the automaton to the program, and behind it those of its conjuncts, if it has several: a formula about each
// process of a family has no symmetry that its parts do not have, but each part leaves more of it alone. Fails with
// LimitExceeded, at its span, if it would have too many states.
Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, const NamedFormula& formula,
                         const FormulaReading& reading, const PropositionMeaning& meaning);

}  // namespace px::ir
