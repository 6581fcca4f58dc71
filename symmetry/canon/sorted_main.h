// Strategy "sorted-main": sort one array, apply that permutation to everything.
//
// Idea ([BDLM09] 2, SymmSPIN's sorted): one main array indexed by the sort (default: control locations) is sorted, and
// the permutation that does so is applied to the whole state. Elements with equal keys keep their order, so classes may
// keep several representatives. Guarantee: exact, partial. Cost: one sort per block and one permutation.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_sorted_main(SharedContext context);

}  // namespace px
