// Strategy "enumerate": the smallest image of the state under all permutations of the group.
//
// Idea: by definition (TopSPIN's enumerate). Guarantee: exact and full. Cost: the order of the group per state, so the
// factory refuses groups of more than kEnumerateLimit elements. It is the oracle for all other strategies.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

inline constexpr uint64_t kEnumerateLimit = 1'000'000;

std::unique_ptr<Reducer> make_enumerate(SharedContext context, std::string name = "enumerate");

}  // namespace px
