// Which elements of the sorts of a program are interchangeable.
//
// A permutation of elements is a symmetry if it maps the checked program to itself: initial values and locations,
// actions, invariants, assertions, the deadlock rule and the automata of temporal properties alike ([DM08] Theorem 5:
// then it is an automorphism of the state graph that respects the properties). This first version looks for full
// symmetric groups: it starts from the elements of a sort that lie in the same families, and tries transpositions.
// A transposition is checked by applying it to the program text and comparing normal forms (program_image.h); valid
// ones generate full symmetric groups on the classes of elements that they join.
//
// What a normal form cannot judge is excluded first (element_uses.h): elements whose numbers matter (conversion to an
// integer, comparison by order, position in a loop or a deterministic choice) are fixed.
//
// Notes say which place of the source costs which symmetry. Nothing is found that is not valid; not everything valid
// is found: rotations, and simultaneous exchange in several sorts, are not looked for.
#pragma once

#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "symmetry/perm/permutation.h"
#include "symmetry/perm/symmetry_group.h"

namespace px {

struct DetectedSymmetry {
  SymmetryGroup group;
  std::vector<Diagnostic> notes;  // SymmetryLost
};

// The program has passed the verifier. States that cannot be permuted (Unsupported in find_slots) have no symmetry; the
// notes say so.
DetectedSymmetry detect_symmetry(const ir::Program& program, const ir::Layout& layout);

// Whether a permutation of points (ElementSpace) is a symmetry of the program, families included. The notes say why
// not.
bool is_symmetry(const ir::Program& program, const ir::Layout& layout, const Permutation& permutation,
                 std::vector<Diagnostic>* notes = nullptr);

}  // namespace px
