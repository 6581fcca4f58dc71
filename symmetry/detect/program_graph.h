// A program as a coloured graph whose automorphisms are the symmetries of the program.
//
// Idea ([DM08] takes the diagram of channels for its candidates; here it is the whole program, so that no further
// search is needed). Vertices 0 .. points-1 are the elements of sorts. Connected to them are
//   - the initial values: a cell that holds plain data colours its element; a cell that links elements (it is indexed
//     by one or more, or holds one) is a vertex of its own, with one more vertex for each role that an element plays in
//     it;
//   - the normal form of the text (program_image.h), as trees: only items that name elements, and of these only the
//     nodes on the path to a literal; everything else is part of a colour. The colour of a child encodes its position,
//     unless the order does not matter; the order that statements of a block must keep is represented by paths of two
//     vertices from each to those that depend on it; a literal is a vertex connected to its element.
// Initial values that `init` replaces in any case (`overwritten`, per variable) are ignored. Colours of elements: sort,
// families, scalars that name them; an element whose number matters (element_uses.h) has a colour of its own. Colours
// of all other vertices encode their level in the tree, so that no automorphism turns a tree upside down.
//
// An automorphism maps initial values to initial values and the normal form to itself, so its action on elements is a
// symmetry; and every symmetry that program_image and the initial values allow extends to an automorphism. Each
// generator is nevertheless checked on the text before it is used (detect.h).
#pragma once

#include <vector>

#include "engine/ir/program.h"
#include "symmetry/detect/program_image.h"
#include "symmetry/group/coloured_graph.h"
#include "symmetry/perm/state_permuter.h"

namespace px::symmetry {

ColouredGraph make_program_graph(const ir::Program& program, const StatePermuter& permuter,
                                 const std::vector<uint64_t>& initial, const ProgramImage& image,
                                 const std::vector<bool>& fixed, const std::vector<bool>& overwritten = {});

}  // namespace px::symmetry
