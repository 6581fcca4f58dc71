// Translates a formula of a model to an automaton of its Program: the only entry point for front ends' formulas.
//
// A formula states a requirement, so the automaton is built from its negation: it accepts the runs that violate the
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
  std::string called;  // how messages refer to it: "ltl 'f'"
  SourceSpan span;
  ReadFormula root{};
  std::optional<ltl::FormulaId> constraints{};  // assumptions on the runs considered
  bool paths_end = false;                       // as in Automaton
};

// Adds the automaton to the program, followed by those of its conjuncts if it has several: the automaton of a formula
// about every process of a family distinguishes all of them, while that of a conjunct leaves more of them
// interchangeable. Fails with LimitExceeded at the formula's span if the automaton would have too many states.
Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, const NamedFormula& formula,
                         const FormulaReading& reading, const PropositionMeaning& meaning);

}  // namespace px::ir
