// The operators on multi-actions: allow, block, hide, rename, comm, applied symbolically to one combination.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontends/mcrl2/combination.h"

namespace px::mcrl2 {

using Names = std::vector<std::string>;  // sorted

// Which multi-actions can become part of one that is wanted.
struct Filter {
  bool any = true;  // else they fit into one of the lists
  std::set<Names> lists;
  std::set<std::string> free;     // names that do not count
  std::set<std::string> blocked;  // names that must not be there

  bool may_be_part(const Names& names) const;
};

Names names_of(const Combination& c);
void sort_actions(Combination& c);

// Adds what the operator makes of a combination, as far as `outside` may want it. A communication may make several of
// one: which actions communicate depends on their arguments.
void apply_operator(const Process& operation, Combination c, const Filter& outside, std::vector<Combination>& made);

// The same for a communication of `parts` multi-actions (CombinedAction::part), as far as it makes one of all of them.
void communicate_as_one(const Process& operation, const Combination& c, size_t parts, const Filter& outside,
                        std::vector<Combination>& made);

}  // namespace px::mcrl2
