// Canonical images under iterated wreath products by sorting: first within the innermost sets, then the parts that
// contain them.
//
// Idea. The group permutes the parts of each set of a hierarchy (symmetry/group/hierarchy.h) at will. Give every part a
// key made of the colours of its points, role by role, and of the sorted keys of the sets within it; sort the parts of
// every set by key, inner sets first. That is the canonical form of trees of Aho, Hopcroft and Ullman, with [BDLM09]'s
// markers at the leaves.
//
// Invariant. Keys do not mention names, so states that are equal up to the group are sorted into the same order, up to
// ties. A tie between two parts is harmless if their exchange does not change the state; this is checked on the state
// itself, so key collisions are harmless. If a tie remains, colours are refined over the edges of the state and
// everything is sorted again; states with remaining ties are handed to GroupSearch. Whether a state takes the fast path
// depends on the state only up to renaming, so the result is constant on orbits.
//
// Guarantee: exact and full. Cost: markers, one pass over the hierarchy and one permutation; for each tie one more.
#pragma once

#include <memory>
#include <string>

#include "symmetry/canon/context.h"
#include "symmetry/canon/context_reducer.h"

namespace px::symmetry {

// The context must have a hierarchy.
std::unique_ptr<Reducer> make_hierarchical(SharedContext context);

}  // namespace px::symmetry
