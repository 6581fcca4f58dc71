#include "engine/ir/formula_automaton.h"

#include "engine/ltl/buchi.h"

namespace px::ir {

Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, ltl::FormulaId formula, const std::string& name,
                         const std::string& called, SourceSpan span, const PropositionExpr& proposition) {
  const std::optional<ltl::Buchi> buchi = ltl::to_buchi(formulas, formulas.negation(formula));
  if (!buchi) {
    return Failure(DiagnosticKind::LimitExceeded, span, "the automaton of " + called + " would have too many states",
                   "split the formula into several");
  }
  Automaton result;
  result.name = name;
  result.span = span;
  for (uint32_t s = 0; s < buchi->states.size(); ++s) {
    result.states.push_back("s" + std::to_string(s));
    result.accepting.push_back(buchi->states[s].accepting);
    for (const ltl::Buchi::Edge& edge : buchi->states[s].edges) {
      std::vector<ExprId> all;
      for (const ltl::Literal& literal : edge.guard) {
        const ExprId holds = proposition(literal.proposition);
        all.push_back(literal.negated ? builder.unary(Op::Not, holds, span) : holds);
      }
      result.edges.push_back({s, edge.to, builder.all_of(all), span});
    }
  }
  builder.automaton(std::move(result));
  return {};
}

}  // namespace px::ir
