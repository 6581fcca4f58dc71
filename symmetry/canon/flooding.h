// Strategy "flooding": store all images of a state, expand only the state itself.
//
// Idea ([LM07], permutation flooding): when a state is new, all its images under the group are inserted with it, marked
// as done. The first state met of an orbit is its representative. Guarantee: exact and full. Cost: no work for states
// already seen; the order of the group for each new one, and a table as large as without reduction. The factory refuses
// groups of more than kEnumerateLimit elements.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_flooding(SharedContext context);

}  // namespace px
