// Whether a graph reduced by symmetry represents the full graph: bisimulation under permutations ([Ady10], section 9).
//
// The relation is the one that a reduction claims: a state s and the representative r of its class, by a permutation p
// of the model with p(s) = r. It is a bisimulation if for each s the labels of its steps under p, with the classes they
// lead to, are those of the steps of r. The interpreter generates both graphs; the result of symmetry detection is used
// but not trusted. Cost: that of the full graph, plus one search of the orbit per class.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontends/cli/state_graph.h"

namespace px::cli {

struct QuotientCheck {
  // A state that its representative does not represent.
  struct Flaw {
    std::vector<std::string> run;  // labels of the steps that lead to the state
    std::string text;
  };
  uint64_t classes = 0;
  uint64_t states = 0;
  uint64_t steps = 0;
  // Counts steps compared by target class only: in these states a permutation maps a statement of the text to a
  // different one, so names cannot be compared.
  uint64_t by_class = 0;
  bool complete = true;  // false: there are more states than the requested maximum
  std::optional<Flaw> flaw{};
};

Result<QuotientCheck> check_quotient(const driver::ModelExecution& execution, uint64_t max_nodes);

}  // namespace px::cli
