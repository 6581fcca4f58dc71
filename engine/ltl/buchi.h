// Büchi automata that accept exactly the words that satisfy a formula.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/ltl/formula.h"

namespace px::ltl {

struct Literal {
  uint32_t proposition = 0;
  bool negated = false;

  auto operator<=>(const Literal&) const = default;
};

// State 0 is initial. A run reads one letter (the truth of all propositions) per edge; a word is accepted if some run
// visits accepting states infinitely often.
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

// nullopt if the automaton would become too large: it can be exponential in the formula.
std::optional<Buchi> to_buchi(Formulas& formulas, FormulaId formula);

}  // namespace px::ltl
