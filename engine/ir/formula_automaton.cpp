#include "engine/ir/formula_automaton.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ltl/buchi.h"

namespace px::ir {
namespace {

bool mentions_next(const ltl::Formulas& formulas, ltl::FormulaId id) {
  const ltl::Formula& formula = formulas[id];
  switch (formula.kind) {
    case ltl::Kind::True:
    case ltl::Kind::False:
    case ltl::Kind::Literal: return false;
    case ltl::Kind::Next: return true;
    case ltl::Kind::And:
    case ltl::Kind::Or:
    case ltl::Kind::Until:
    case ltl::Kind::Release: return mentions_next(formulas, formula.left) || mentions_next(formulas, formula.right);
  }
  PX_UNREACHABLE("kind of formula");
}

Automaton::Edge edge_of(Builder& builder, uint32_t from, const ltl::Buchi::Edge& edge, SourceSpan span,
                        const PropositionMeaning& meaning) {
  Automaton::Edge result{from, edge.to, {}, span};
  std::vector<ExprId> all;
  for (const ltl::Literal& literal : edge.guard) {
    Proposition proposition = meaning(literal.proposition);
    if (const ExprId* holds = std::get_if<ExprId>(&proposition)) {
      all.push_back(literal.negated ? builder.unary(Op::Not, *holds, span) : *holds);
    } else if (auto* test = std::get_if<Automaton::StepTest>(&proposition)) {
      test->negated = literal.negated;
      result.tests.push_back(std::move(*test));
    }
  }
  result.guard = builder.all_of(all);
  return result;
}

}  // namespace

Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, const NamedFormula& formula,
                         const PropositionMeaning& meaning) {
  ltl::FormulaId violated = formulas.negation(formula.formula);
  if (formula.constraints) violated = formulas.conjunction(violated, *formula.constraints);
  const std::optional<ltl::Buchi> buchi = ltl::to_buchi(formulas, violated);
  if (!buchi) {
    return Failure(DiagnosticKind::LimitExceeded, formula.span,
                   "the automaton of " + formula.called + " would have too many states",
                   "split the formula into several");
  }
  Automaton result;
  result.name = formula.name;
  result.span = formula.span;
  for (uint32_t s = 0; s < buchi->states.size(); ++s) {
    result.states.push_back("s" + std::to_string(s));
    result.accepting.push_back(buchi->states[s].accepting);
    for (const ltl::Buchi::Edge& edge : buchi->states[s].edges) {
      result.edges.push_back(edge_of(builder, s, edge, formula.span, meaning));
    }
  }
  const bool asks_about_steps = std::any_of(result.edges.begin(), result.edges.end(),
                                            [](const Automaton::Edge& edge) { return !edge.tests.empty(); });
  result.next_free = !formula.constraints && !asks_about_steps && !mentions_next(formulas, formula.formula);
  builder.automaton(std::move(result));
  return {};
}

}  // namespace px::ir
