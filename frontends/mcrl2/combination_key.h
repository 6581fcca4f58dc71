// Combinations that are equal up to the names of their participants: members of a family that take part with the same
// summand can be exchanged, since each of them stands for any member.
#pragma once

#include <vector>

#include "frontends/mcrl2/network.h"

namespace px::mcrl2 {

// Keeps only the first of equal combinations. If too many exchanges would have to be tried, keeps all of them: they
// generate the same steps several times, which is not an error.
void remove_duplicates(std::vector<Combination>& combinations);

// Whether two participants are equivalent: exchanging them changes nothing.
bool is_exchangeable(const Combination& c, uint32_t a, uint32_t b);

}  // namespace px::mcrl2
