// Formulas of linear temporal logic and the Büchi automata that accept exactly the words that satisfy them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace px::promela::ltl {

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

// Formulas in negation normal form, each kept once, simplified as they are made.
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
  FormulaId negation(FormulaId formula);

  const Formula& operator[](FormulaId id) const { return formulas_[id]; }

 private:
  FormulaId add(const Formula& formula);
  bool is(FormulaId id, Kind kind) const { return formulas_[id].kind == kind; }

  std::vector<Formula> formulas_;
  std::map<Formula, FormulaId> known_;
};

struct Literal {
  uint32_t proposition = 0;
  bool negated = false;

  auto operator<=>(const Literal&) const = default;
};

// State 0 is the initial one. A run reads one letter (the truth of all propositions) per edge; a word is accepted if
// some run goes through accepting states infinitely often.
struct Buchi {
  struct Edge {
    uint32_t to = 0;
    std::vector<Literal> guard;  // all must hold; ascending

    auto operator<=>(const Edge&) const = default;
  };
  struct State {
    bool accepting = false;
    std::vector<Edge> edges;  // ascending

    auto operator<=>(const State&) const = default;
  };
  std::vector<State> states;
};

// Nothing if the automaton would become too large: it can be exponential in the formula.
std::optional<Buchi> to_buchi(Formulas& formulas, FormulaId formula);

}  // namespace px::promela::ltl
