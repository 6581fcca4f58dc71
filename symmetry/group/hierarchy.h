// Groups that permute nested parts: servers with their clients, trees, processes together with their channels.
//
// A *set* has parts that the group permutes at will; a part consists of points and of sets, which move with it. A
// hierarchy of sets describes an iterated wreath product: its order is the product of (number of parts)! over all sets.
// A flat product of full symmetric groups is the case of parts of one point; (S_3 wr S_2) is a set of two parts, each a
// set of three.
//
// Sets are found bottom-up. Let x be a point and F(x) the points that are fixed whenever x is. If the exchange of F(x)
// with F(y) that fixes all other points lies in the group, x and y are parts of one set; such sets then cover the whole
// orbit of x, provided that they are disjoint. Each set then counts as one point, and the procedure is repeated for the
// group's action on the remaining points, until it moves nothing. All of this is a guess; it is accepted only after
// hierarchy_check.h has proved inclusion in the group in both directions.
//
// Cost: for each level and orbit, a likely chain of the action on the remaining points; once per run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symmetry/group/permutation_group.h"

namespace px::symmetry {

struct Hierarchy {
  // Points and sets of the parts of one set correspond by position.
  struct Part {
    std::vector<uint16_t> points;
    std::vector<uint32_t> sets;
  };
  struct Set {
    std::vector<Part> parts;
  };
  std::vector<Set> sets;       // sets within a part precede the set that contains the part
  std::vector<uint32_t> tops;  // the sets that lie within no part
};

// The result describes the group (hierarchy_check.h), even if the group's chain is only a likely one. nullopt if the
// group is not of this kind, or trivial.
std::optional<Hierarchy> find_hierarchy(const PermutationGroup& group);

}  // namespace px::symmetry
