// Locations that are copies of the same place become one location and a variable that selects the copy, so that
// exchanging them is a permutation of elements like any other.
//
//   before: process P { idle, s1, s2 }      action x(p: P) at s1 -> idle do push red(p)
//   after:  process P { idle, `s1 or s2` }  sort `P.s1|s2` { s1, s2 }  local P.`at s1|s2`: `P.s1|s2` none
//           action x(p: P) at `s1 or s2` -> idle when `at s1|s2`[p] = s1 do { push red(p); reset `at s1|s2`[p] }
//
// A front end gives every option of a choice locations of its own; if options differ only in what they name (the
// channel they send to, say), exchanging the names requires exchanging the locations with them. Candidates are
// locations of one family whose actions look alike when names are ignored. Like the groups of lift_variables.h, they
// are lifted for a trial, and stay lifted if a symmetry moves them.
//
// The result has the same runs: a process at the new location whose variable is s1 is a process at s1. The variable is
// none everywhere else. Not lifted are locations where a process starts (it would need an initial value), targets of a
// `goto`, locations that are reached or left deterministically (the order of their actions counts), and all locations
// of a family whose locations are used as numbers.
#pragma once

#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

using LocationGroup = std::vector<ir::LocationId>;

// Disjoint groups of at least two locations each.
std::vector<LocationGroup> liftable_locations(const ir::Program& program);
// The new sorts and variables come after all others, in the order of the groups. The first location of each group
// represents all; the others are left without actions. All existing ones keep their numbers.
ir::Program lift_locations(const ir::Program& program, const std::vector<LocationGroup>& groups);

}  // namespace px::symmetry
