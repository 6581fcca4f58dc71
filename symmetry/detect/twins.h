// Twins: elements that can be exchanged with everything else fixed.
//
// Idea. A search for the automorphisms of a graph pays for every generator with a path to a leaf of its tree, and for
// n elements that are freely interchangeable with a table of n^2 permutations besides. But such elements can be told by
// asking: is the exchange of a and b a symmetry? Being twins is an equivalence (the exchange of a and c is that of a
// and b, conjugated by that of b and c), so one question per class decides where an element belongs.
//
// What is left to search. Let N be the permutations of all classes of twins, each in itself, and number the members of
// each class. A symmetry g maps classes of twins to classes of twins, so some element of N after g keeps the numbers:
// the whole group is N times the symmetries H that keep numbers. H is what a search finds when members of a class have
// colours of their own; it is trivial where N is all there is, and then the first refinement of the colours ends it.
// This holds for the classes of any set of elements that all symmetries map to itself. `cells` are such sets, so that
// each of them can be given up by itself.
//
// Cost: one question per element that joins a class; a cell of which many questions are answered by no is given up, and
// left to the search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace px {

// The classes of more than one. Cells are disjoint, and every symmetry maps each to itself.
std::vector<std::vector<uint32_t>> find_twins(const std::vector<std::vector<uint32_t>>& cells,
                                              const std::function<bool(uint32_t, uint32_t)>& are_twins);

}  // namespace px
