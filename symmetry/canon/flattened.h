// Strategy "flattened": forget which element a value is, then sort.
//
// Idea ([BDLM09] 4): all values of sorts are replaced by one neutral value (sets inside cells by their size), and the
// flattened state is sorted by exchanging elements. The result is a key; what is explored is the first state met.
// Guarantee: approximate, and coarse: states that differ only in whom values name are merged. Cost: as sorted.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_flattened(SharedContext context);

}  // namespace px
