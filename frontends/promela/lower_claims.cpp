// Lowers formulas to automata of the Program (never claims: lower_never_claim.cpp).
//
// Propositions are the maximal parts of a formula without temporal or logical operators.
#include <algorithm>
#include <optional>

#include "engine/ir/formula_automaton.h"
#include "frontends/promela/claim_lowering.h"

namespace px::promela {

using ir::Op;
using ltl::Connective;

namespace {

std::optional<Connective> connective_of(Operator op) {
  switch (op) {
    case Operator::Not: return Connective::Not;
    case Operator::Next: return Connective::Next;
    case Operator::Always: return Connective::Always;
    case Operator::Eventually: return Connective::Eventually;
    case Operator::And: return Connective::And;
    case Operator::Or: return Connective::Or;
    case Operator::Implies: return Connective::Implies;
    case Operator::Until: return Connective::Until;
    case Operator::Release: return Connective::Release;
    case Operator::WeakUntil: return Connective::WeakUntil;
    case Operator::Equivalent: return Connective::Iff;
    default: return {};
  }
}

}  // namespace

void ClaimLowering::make_claims() {
  for (uint32_t p = 0; p < model_.proctypes.size(); ++p) {
    if (model_.proctypes[ProctypeId(p)].kind == ProctypeKind::Never) make_claim(ProctypeId(p));
  }
  for (const Formula& formula : model_.formulas) make_formula(formula);
}

// Whether the value depends only on the state, not on the process that evaluates it.
bool ClaimLowering::is_about_state(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Pid: return in_claim_;
    case ExprKind::Priority:
    case ExprKind::Run:
    case ExprKind::Timeout: return false;
    case ExprKind::Variable:
      if (model_.variables[expr.place.variable].owner.valid() && !claim_values_.contains(expr.place.variable)) {
        return false;
      }
      break;
    default: break;
  }
  const auto fits = [&](ExprId part) { return !part.valid() || is_about_state(part); };
  return fits(expr.place.index) && std::all_of(expr.operands.begin(), expr.operands.end(), fits) &&
         std::all_of(expr.place.accesses.begin(), expr.place.accesses.end(),
                     [&](const Place::Access& access) { return fits(access.index); }) &&
         std::all_of(expr.patterns.begin(), expr.patterns.end(),
                     [&](const Pattern& pattern) { return fits(pattern.expr); });
}

// np_: no process is at a progress label.
ir::ExprId ExpressionLowering::no_progress() {
  std::vector<ir::ExprId> somewhere;
  for (const ProcessFamily& family : families_) {
    for (const auto& [key, location] : family.locations) {
      if (!builder_.location_info(location).progress) continue;
      const ir::BindingId q = builder_.binding_over("q", ir::Domain::of(family.id));
      somewhere.push_back(
          builder_.quantifier(Op::Exists, q, ir::Domain::of(family.id), builder_.at(builder_.use(q), location)));
    }
  }
  return builder_.unary(Op::Not, builder_.any_of(somewhere));
}

// ---- Formulas

struct ClaimLowering::FormulaWork {
  ltl::Formulas formulas{};
  ir::FormulaReading reading{ir::FormulaStyle::Promela};
  std::vector<ExprId> propositions{};
};

// The formula for engine/ltl; parts without logical operators become propositions.
ir::ReadFormula ClaimLowering::temporal(ExprId id, FormulaWork& work) const {
  const Expr& expr = model_.exprs[id];
  if (expr.kind == ExprKind::Constant) {
    return {work.formulas.truth(expr.value != 0), work.reading.truth(expr.value != 0)};
  }
  if (expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary) {
    if (const std::optional<ltl::Connective> connective = connective_of(expr.op)) {
      const ir::ReadFormula left = temporal(expr.operands[0], work);
      if (ltl::is_unary(*connective)) {
        return {*work.formulas.apply(*connective, left.formula, left.formula),
                work.reading.joined(*connective, {left.part}, expr.span)};
      }
      const ir::ReadFormula right = temporal(expr.operands[1], work);
      return {*work.formulas.apply(*connective, left.formula, right.formula),
              work.reading.joined(*connective, {left.part, right.part}, expr.span)};
    }
  }
  const std::string text = text_of(model_, id);
  uint32_t number = 0;
  while (number < work.propositions.size() && text_of(model_, work.propositions[number]) != text) ++number;
  if (number == work.propositions.size()) work.propositions.push_back(id);
  return {work.formulas.literal(number, false), work.reading.atom(number, text, expr.span)};
}

void ClaimLowering::make_formula(const Formula& formula) {
  if (!formula.root.valid()) return;  // the problem has already been reported
  FormulaWork work;
  const ir::ReadFormula root = temporal(formula.root, work);
  const std::vector<ExprId>& propositions = work.propositions;
  const bool fits = std::all_of(propositions.begin(), propositions.end(), [&](ExprId p) { return is_about_state(p); });
  if (!fits) {
    diagnostics_.add(DiagnosticKind::NotChecked, formula.span,
                     "ltl '" + formula.name + "' has no automaton: a part of it cannot be decided from a state alone");
    return;
  }
  const Context nobody{nullptr, {}, {}};
  const Result<void> added =
      ir::add_formula(builder_, work.formulas, {formula.name, "ltl '" + formula.name + "'", formula.span, root},
                      work.reading, [&](uint32_t proposition) { return truth_of(nobody, propositions[proposition]); });
  if (added) return;
  for (const Diagnostic& d : added.failure().diagnostics) diagnostics_.add(d);
}

}  // namespace px::promela
