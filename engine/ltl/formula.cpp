#include "engine/ltl/formula.h"

#include <algorithm>

namespace px::ltl {

FormulaId Formulas::add(const Formula& formula) {
  const auto [known, is_new] = known_.try_emplace(formula, static_cast<FormulaId>(formulas_.size()));
  if (is_new) formulas_.push_back(formula);
  return known->second;
}

FormulaId Formulas::conjunction(FormulaId left, FormulaId right) {
  if (is(left, Kind::False) || is(right, Kind::True) || left == right) return left;
  if (is(right, Kind::False) || is(left, Kind::True)) return right;
  if (left == negation(right)) return truth(false);
  return add({Kind::And, false, 0, std::min(left, right), std::max(left, right)});
}

FormulaId Formulas::disjunction(FormulaId left, FormulaId right) {
  if (is(left, Kind::True) || is(right, Kind::False) || left == right) return left;
  if (is(right, Kind::True) || is(left, Kind::False)) return right;
  if (left == negation(right)) return truth(true);
  return add({Kind::Or, false, 0, std::min(left, right), std::max(left, right)});
}

FormulaId Formulas::next(FormulaId operand) {
  if (is(operand, Kind::True) || is(operand, Kind::False)) return operand;
  return add({Kind::Next, false, 0, operand, 0});
}

FormulaId Formulas::until(FormulaId left, FormulaId right) {
  if (is(right, Kind::True) || is(right, Kind::False) || is(left, Kind::False) || left == right) return right;
  const Formula inner = formulas_[right];
  // a U (a U b) is a U b, and <> (a U b) is <> b.
  if (inner.kind == Kind::Until && (inner.left == left || is(left, Kind::True))) return until(left, inner.right);
  return add({Kind::Until, false, 0, left, right});
}

FormulaId Formulas::release(FormulaId left, FormulaId right) {
  if (is(right, Kind::True) || is(right, Kind::False) || is(left, Kind::True) || left == right) return right;
  const Formula inner = formulas_[right];
  if (inner.kind == Kind::Release && (inner.left == left || is(left, Kind::False))) return release(left, inner.right);
  return add({Kind::Release, false, 0, left, right});
}

FormulaId Formulas::negation(FormulaId id) {
  const Formula formula = formulas_[id];
  switch (formula.kind) {
    case Kind::True: return truth(false);
    case Kind::False: return truth(true);
    case Kind::Literal: return literal(formula.proposition, !formula.negated);
    case Kind::Next: return add({Kind::Next, false, 0, negation(formula.left), 0});
    default: break;
  }
  const FormulaId left = negation(formula.left);
  const FormulaId right = negation(formula.right);
  switch (formula.kind) {
    case Kind::And: return add({Kind::Or, false, 0, std::min(left, right), std::max(left, right)});
    case Kind::Or: return add({Kind::And, false, 0, std::min(left, right), std::max(left, right)});
    case Kind::Until: return add({Kind::Release, false, 0, left, right});
    default: return add({Kind::Until, false, 0, left, right});
  }
}

std::optional<FormulaId> Formulas::apply(Connective connective, FormulaId left, FormulaId right) {
  switch (connective) {
    case Connective::Not: return negation(left);
    case Connective::And: return conjunction(left, right);
    case Connective::Or: return disjunction(left, right);
    case Connective::Implies: return disjunction(negation(left), right);
    case Connective::Iff: return equivalence(left, right);
    case Connective::Next: return next(left);
    case Connective::Always: return always(left);
    case Connective::Eventually: return eventually(left);
    case Connective::Until: return until(left, right);
    case Connective::WeakUntil: return weak_until(left, right);
    case Connective::Release: return release(left, right);
    case Connective::Previous:
    case Connective::Historically:
    case Connective::Once:
    case Connective::Since:
    case Connective::Trigger: break;
  }
  return {};
}

}  // namespace px::ltl
