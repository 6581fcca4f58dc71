// Names the structure of a permutation group in the usual notation, e.g. "S_3 x (S_2 wr S_3)".
//
// The group is split into direct factors that move disjoint sets of points. A factor may act on several orbits in
// step (clients and their channels); it is named by the smallest orbit on which it acts faithfully: the full symmetric
// group S_n, the alternating A_n, the cyclic Z_n, the dihedral D_n of an n-gon, a wreath product by a system of blocks,
// and otherwise by its order.
//
// Cost: chains of restricted groups, one per orbit and per pair of orbits.
#pragma once

#include <string>
#include <vector>

#include "symmetry/group/permutation_group.h"

namespace px::symmetry {

struct DirectFactor {
  std::vector<uint16_t> points;  // the points it moves, ascending
  std::string name;
};

std::vector<DirectFactor> direct_factors(const PermutationGroup& group);
// All factors, joined; "trivial" if there are none.
std::string structure_name(const PermutationGroup& group);

// The finest system of blocks of a transitive group in which a and b lie in one block: per point the number of its
// block.
std::vector<uint16_t> block_system(const PermutationGroup& transitive, uint16_t a, uint16_t b);

}  // namespace px::symmetry
