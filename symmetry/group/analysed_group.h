// A permutation group with its chain, and its hierarchy if it has one: both certain, in n^3 where it has one.
//
// Idea. A likely chain (permutation_group.h) is enough to guess a hierarchy and to prove that the exchanges of its
// parts are in the group; that the generators keep the hierarchy proves the converse (hierarchy_check.h). Then the
// order of the group is that of the hierarchy, and the likely chain is the group's iff it has this order. So nothing
// rests on chance. Groups without a hierarchy get a chain that is proved; large ones of that kind are rare in models:
// what makes groups large is parts that can be exchanged at will.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symmetry/group/hierarchy.h"
#include "symmetry/group/permutation_group.h"

namespace px {

struct AnalysedGroup {
  PermutationGroup chain;  // proved
  std::optional<Hierarchy> hierarchy;
};

// As the constructor of PermutationGroup.
AnalysedGroup analyse_group(uint32_t points, const std::vector<Permutation>& generators,
                            const std::vector<uint16_t>& preferred_base = {});

}  // namespace px
