// The operators on multi-actions: allow, block, hide, rename, comm, applied symbolically to one combination.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontends/mcrl2/combination.h"

namespace px::mcrl2 {

using Names = std::vector<std::string>;  // sorted

// The multi-actions that can become part of a wanted one.
struct Filter {
  bool any = true;  // otherwise they are contained in one of the lists
  std::set<Names> lists;
  std::set<std::string> free;     // names that are ignored
  std::set<std::string> blocked;  // names that must not occur

  bool may_be_part(const Names& names) const;
};

Names names_of(const Combination& c);
void sort_actions(Combination& c);

// Adds the results of applying the operator to a combination, filtered by `outside`. A communication may yield several
// results: which actions communicate depends on their arguments.
void apply_operator(const Process& operation, Combination c, const Filter& outside, std::vector<Combination>& made);

// The same for a communication of `parts` multi-actions (CombinedAction::part), restricted to results that join all of
// them.
void communicate_as_one(const Process& operation, const Combination& c, size_t parts, const Filter& outside,
                        std::vector<Combination>& made);

}  // namespace px::mcrl2
