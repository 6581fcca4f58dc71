// Twins: elements that can be exchanged with everything else fixed.
//
// Idea. A search for the automorphisms of a graph pays for every generator with a path to a leaf of its tree, and for n
// elements that are freely interchangeable with a table of n^2 permutations besides. But such elements can be found by
// testing whether the exchange of a and b is a symmetry. Being twins is an equivalence (the exchange of a and c is that
// of a and b, conjugated by that of b and c), so one test per class decides where an element belongs.
//
// What remains to search. Let N be the permutations that map every class of twins to itself, and number the members of
// each class. A symmetry g maps classes of twins to classes of twins, so composing g with some element of N preserves
// the numbers: the whole group is N times the symmetries H that preserve numbers. H is what a search finds when members
// of a class have distinct colours; if N is the whole group, H is trivial, and the first refinement of the colours ends
// the search. This holds for the classes of any set of elements that all symmetries map to itself. `cells` are such
// sets, so that each of them can be abandoned on its own.
//
// Cost: one test per element that joins a class; a cell with many failed tests is abandoned, and left to the search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace px::symmetry {

// The classes of more than one element. Cells are disjoint, and every symmetry maps each cell to itself.
std::vector<std::vector<uint32_t>> find_twins(const std::vector<std::vector<uint32_t>>& cells,
                                              const std::function<bool(uint32_t, uint32_t)>& are_twins);

}  // namespace px::symmetry
