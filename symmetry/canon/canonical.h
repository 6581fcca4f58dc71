// Strategy "canonical": the smallest image of each state, found through markers. The default (under "auto").
//
// Idea: sort all states of a batch by the markers of round 1, as exact-markers does; where no element ties with
// another, or ties are known to be exchangeable from the form of the state alone (OccurrenceMap::decides), that is the
// canonical form already. The other states go one by one through CanonicalSearch. Papers: markers from [LM07],
// [BDLM09]; individualisation and pruning as in canonical labelling programs. Guarantee: exact and full: two states
// have the same representative iff a permutation of the group maps one to the other. Cost: exact markers, plus the
// search for the states that need it; statistics say how many do.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_canonical(SharedContext context, std::string name);

}  // namespace px
