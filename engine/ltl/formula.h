// Formulas of linear temporal logic over numbered, opaque propositions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/ltl/connective.h"

namespace px::ltl {

using FormulaId = uint32_t;

enum class Kind : uint8_t { True, False, Literal, And, Or, Next, Until, Release };

struct Formula {
  Kind kind = Kind::True;
  bool negated = false;      // of a Literal
  uint32_t proposition = 0;  // of a Literal
  FormulaId left = 0;        // of the others; Next has only `left`
  FormulaId right = 0;

  auto operator<=>(const Formula&) const = default;
};

// Formulas in negation normal form, hash-consed and simplified during construction.
class Formulas {
 public:
  FormulaId truth(bool value) { return add({value ? Kind::True : Kind::False, false, 0, 0, 0}); }
  FormulaId literal(uint32_t proposition, bool negated) { return add({Kind::Literal, negated, proposition, 0, 0}); }
  FormulaId conjunction(FormulaId left, FormulaId right);
  FormulaId disjunction(FormulaId left, FormulaId right);
  FormulaId next(FormulaId operand);
  FormulaId until(FormulaId left, FormulaId right);
  FormulaId release(FormulaId left, FormulaId right);
  FormulaId always(FormulaId operand) { return release(truth(false), operand); }
  FormulaId eventually(FormulaId operand) { return until(truth(true), operand); }
  FormulaId weak_until(FormulaId left, FormulaId right) { return release(right, disjunction(left, right)); }
  FormulaId equivalence(FormulaId left, FormulaId right) {
    return disjunction(conjunction(left, right), conjunction(negation(left), negation(right)));
  }
  FormulaId negation(FormulaId formula);
  // `right` is ignored for unary connectives. nullopt if the connective refers to the past, which needs PathFormulas.
  std::optional<FormulaId> apply(Connective connective, FormulaId left, FormulaId right);

  const Formula& operator[](FormulaId id) const { return formulas_[id]; }

 private:
  FormulaId add(const Formula& formula);
  bool is(FormulaId id, Kind kind) const { return formulas_[id].kind == kind; }

  std::vector<Formula> formulas_;
  std::map<Formula, FormulaId> known_;
};

}  // namespace px::ltl
