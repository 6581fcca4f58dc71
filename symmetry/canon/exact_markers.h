// Strategy "exact-markers": name the elements in the order of their markers.
//
// Idea ([BDLM09] 5.1, m_exact): compute the marker of every element, sort the elements by it (and by what they refer
// to: round 2), apply that permutation. Nothing is searched for.
// Invariant: the result is the state under a permutation of the group, so no class is lost.
// Guarantee: exact. Full where equal markers mean exchangeable elements, in particular where no cell indexed by the
// sort holds elements ([BDLM09] Prop. 2); otherwise a class may keep several representatives.
// Cost: one pass over the state, one sort per block, one permutation; --marker-rounds above 1 also a pass over the
// edges per round, where there are any.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_exact_markers(SharedContext context);

}  // namespace px
