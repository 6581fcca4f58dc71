// A permutation group with its stabiliser chain, and its hierarchy if it has one: both proved, in n^3 if there is a
// hierarchy.
//
// Idea. A likely chain (permutation_group.h) is enough to guess a hierarchy and to prove that the exchanges of its
// parts are in the group; the converse follows from the generators preserving the hierarchy (hierarchy_check.h). Then
// the order of the group is that of the hierarchy, and the likely chain is the group's iff it has this order. So
// nothing depends on chance. Groups without a hierarchy get a deterministic chain; large ones of that kind are rare in
// models, because large groups come from freely interchangeable parts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symmetry/group/hierarchy.h"
#include "symmetry/group/permutation_group.h"

namespace px::symmetry {

struct AnalysedGroup {
  PermutationGroup chain;  // proved
  std::optional<Hierarchy> hierarchy;
};

// Parameters as for the constructor of PermutationGroup.
AnalysedGroup analyse_group(uint32_t points, const std::vector<Permutation>& generators,
                            const std::vector<uint16_t>& preferred_base = {});

}  // namespace px::symmetry
