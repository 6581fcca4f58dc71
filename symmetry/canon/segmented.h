// Strategy "segmented": the smallest image under all permutations that sort the main array.
//
// Idea ([BDLM09] 2): sort the main array as sorted-main does; elements with equal keys form segments; of all orders
// within the segments take the one that makes the state smallest.
// Invariant: which permutations sort the main array depends on the state only up to renaming, so all states of an orbit
// have the same set of candidates. Guarantee: exact and full. Cost: the product of the factorials of the segments'
// lengths; n! if all n elements are at one location.
#pragma once

#include "symmetry/canon/context.h"

namespace px {

std::unique_ptr<Reducer> make_segmented(SharedContext context);

}  // namespace px
