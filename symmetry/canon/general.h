// The strategies for groups that are not products of full symmetric groups (CanonContext::general is set).
//
//   canonical       the least image, by GroupSearch: exact and full
//   exact-markers   GroupSearch without a tree: where markers tie the first element is taken; exact
//   approx-markers  a key made of what no element of the group changes: the plain part of the state, and the multiset
//   of
//                   the elements' markers after refinement over the edges of the state and of the group's structure
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_general_canonical(SharedContext context, std::string name);
std::unique_ptr<Reducer> make_general_exact_markers(SharedContext context);
std::unique_ptr<Reducer> make_general_approx_markers(SharedContext context);

}  // namespace px
