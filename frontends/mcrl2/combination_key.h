// Combinations that are the same but for the names of their participants: members of a family that do the same summand
// can be exchanged, since each of them stands for any member.
#pragma once

#include <vector>

#include "frontends/mcrl2/network.h"

namespace px::mcrl2 {

// Keeps the first of those that are the same. Where too many exchanges would have to be tried, all are kept: they make
// the same steps several times, which is not an error.
void remove_duplicates(std::vector<Combination>& combinations);

// Whether two participants do the same: to exchange them changes nothing.
bool is_exchangeable(const Combination& c, uint32_t a, uint32_t b);

}  // namespace px::mcrl2
