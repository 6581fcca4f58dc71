// Strategy "sorted": exchange two elements as long as that makes the state smaller.
//
// Idea ([BDLM09] 2, TopSPIN's sorted): transpositions.h. Every step applies a permutation of the group and makes the
// state smaller, so it ends, within the orbit. Guarantee: exact; full where no cell indexed by a sort holds elements,
// otherwise partial (a local minimum need not be the smallest). Cost: about n^2 permutations and comparisons per pass.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_sorted(SharedContext context);

}  // namespace px
