#include "engine/ir/formula_automaton.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ltl/buchi.h"

namespace px::ir {
namespace {

// With more conjuncts than this, none gets a search of its own.
constexpr size_t kMostConjuncts = 32;

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

// Collects the conjuncts of the formula; `always` distributes over them.
void conjuncts_of(ltl::Formulas& formulas, ltl::FormulaId id, std::vector<ltl::FormulaId>& found) {
  const ltl::Formula formula = formulas[id];
  const bool always = formula.kind == ltl::Kind::Release && formulas[formula.left].kind == ltl::Kind::False;
  if (formula.kind == ltl::Kind::And) {
    conjuncts_of(formulas, formula.left, found);
    conjuncts_of(formulas, formula.right, found);
  } else if (always && formulas[formula.right].kind == ltl::Kind::And) {
    std::vector<ltl::FormulaId> inner;
    conjuncts_of(formulas, formula.right, inner);
    for (const ltl::FormulaId one : inner) found.push_back(formulas.always(one));
  } else {
    found.push_back(id);
  }
}

// nullopt: it would have too many states.
std::optional<Automaton> automaton_of(Builder& builder, ltl::Formulas& formulas, ltl::FormulaId holds,
                                      const NamedFormula& formula, const PropositionMeaning& meaning) {
  ltl::FormulaId violated = formulas.negation(holds);
  if (formula.constraints) violated = formulas.conjunction(violated, *formula.constraints);
  const std::optional<ltl::Buchi> buchi = ltl::to_buchi(formulas, violated);
  if (!buchi) return {};
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
  result.next_free = !formula.constraints && !asks_about_steps && !mentions_next(formulas, holds);
  result.paths_end = formula.paths_end;
  return result;
}

}  // namespace

Result<void> add_formula(Builder& builder, ltl::Formulas& formulas, const NamedFormula& formula,
                         const FormulaReading& reading, const PropositionMeaning& meaning) {
  std::optional<Automaton> all = automaton_of(builder, formulas, formula.root.formula, formula, meaning);
  if (!all) {
    return Failure(DiagnosticKind::LimitExceeded, formula.span,
                   "the automaton of " + formula.called + " would have too many states",
                   "split the formula into several");
  }
  all->formula = reading.parts(formula.root.part, meaning);
  const auto number = static_cast<uint32_t>(builder.program().automata.size());
  builder.automaton(std::move(*all));
  std::vector<ltl::FormulaId> conjuncts;
  conjuncts_of(formulas, formula.root.formula, conjuncts);
  if (conjuncts.size() < 2 || conjuncts.size() > kMostConjuncts) return {};
  for (size_t c = 0; c < conjuncts.size(); ++c) {
    std::optional<Automaton> one = automaton_of(builder, formulas, conjuncts[c], formula, meaning);
    if (!one) continue;  // impossible: the whole's automaton includes its states; the whole is then searched
    one->name += " (" + std::to_string(c + 1) + ')';
    one->conjunct_of = number;
    one->formula = reading.parts(formula.root.part, meaning);
    builder.automaton(std::move(*one));
  }
  return {};
}

}  // namespace px::ir
