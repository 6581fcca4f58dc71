// Strategy "approx-markers": the state with every element replaced by its marker.
//
// Idea ([BDLM09] 5.1, m; [LM07] Def. 2): sort the elements by marker, apply that permutation, and replace each element
// that occurs as a value by the last place of the class of its marker. Two states of one orbit get the same key; two
// states with the same key are taken for the same, which they need not be.
// What differs from the papers. [BDLM09] names the targets of ss cells by their classes of the last round while ties
// were broken by the round before: two elements of one class may then point at different classes, and the order between
// them shows in the key, so that Prop. 1 (1) can fail. [LM07] leaves multisets of multisets. Here everything that links
// elements goes into one word: a sum over all edges, and over all elements, of hashes of their colours in the last
// round. That is invariant, and finer than the classes.
// Guarantee: approximate and full: no class is stored twice (but for collisions between keys of different elements, if
// keys are hashed), some may be lost. Where no cell indexed by a sort holds elements it is exact in effect (Prop. 2).
// Cost: exact-markers and one more pass over the cells that hold elements.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_approx_markers(SharedContext context);

}  // namespace px
