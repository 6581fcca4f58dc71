// Whether a graph reduced by symmetry says all of the whole one: bisimulation under permutations ([Ady10], section 9).
//
// The relation is the one that a reduction claims: a state s and the representative r of its class, by a permutation p
// of the model with p(s) = r. It is a bisimulation if for each s the labels of its steps under p, with the classes they
// lead to, are those of the steps of r. Both graphs are made by the interpreter; what symmetry detection found is used,
// not trusted. Cost: that of the whole graph, and one search of the orbit per class.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontends/cli/state_graph.h"

namespace px::cli {

struct QuotientCheck {
  // A state that its representative does not stand for.
  struct Flaw {
    std::vector<std::string> run;  // labels of the steps that lead to it
    std::string text;
  };
  uint64_t classes = 0;
  uint64_t states = 0;
  uint64_t steps = 0;
  // Of the steps: of states in which a permutation turns a statement of the text into another one, so that names cannot
  // be compared and the classes that are reached must do.
  uint64_t by_class = 0;
  bool complete = true;  // false: there are more states than were requested
  std::optional<Flaw> flaw{};
};

Result<QuotientCheck> check_quotient(const driver::ModelExecution& execution, uint64_t max_nodes);

}  // namespace px::cli
