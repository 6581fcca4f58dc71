// Detects which elements of the sorts of a program are interchangeable.
//
// A permutation of elements is a symmetry if it maps the checked program to itself: initial values and locations,
// actions, invariants, assertions, the deadlock rule and the automata of temporal properties alike ([DM08] Theorem 5:
// then it is an automorphism of the state graph that respects the properties).
//
// All symmetries are found at once, as the automorphisms of a graph built from the program (program_graph.h). The
// result is used only after verification: each generator is applied to the initial values and to the normal form of the
// text (program_image.h), and the results are compared with the originals. Then the group is split: elements that can
// be exchanged pairwise with everything else fixed form blocks, on which the group is fully symmetric and reduction is
// fastest; if the group is larger than that, it is passed on with all its generators.
//
// Cases that the normal form does not cover are excluded first (element_uses.h): elements whose numbers matter
// (conversion to an integer, comparison by order, position in a loop or a deterministic choice) are fixed.
//
// Notes name the source location that breaks each lost symmetry. Everything found is valid; everything visible in the
// normal form is found.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "symmetry/perm/permutation.h"
#include "symmetry/perm/symmetry_group.h"

namespace px::symmetry {

struct SortElement {
  ir::SortId sort;
  uint32_t element = 0;
};

// Facts about a program that are known before detection.
struct DetectionHints {
  std::vector<SortElement> unused;                     // symmetries that move one of these are ignored
  std::optional<std::vector<Permutation>> generators;  // already found by find_generators with the same `unused`
};

struct DetectedSymmetry {
  SymmetryGroup group;
  std::vector<Permutation> generators;  // of the whole group, of points
  std::vector<Diagnostic> notes;        // SymmetryLost
};

// The program has passed the verifier. If states cannot be permuted (Unsupported in find_slots), there is no symmetry;
// the notes say so.
DetectedSymmetry detect_symmetry(const ir::Program& program, const ir::Layout& layout,
                                 const DetectionHints& hints = {});

// Only the generators: for estimating the possible gain.
std::vector<Permutation> find_generators(const ir::Program& program, const ir::Layout& layout,
                                         const std::vector<SortElement>& unused);

// Whether a permutation of points (ElementSpace) is a symmetry of the program, families included. The notes say why
// not.
bool is_symmetry(const ir::Program& program, const ir::Layout& layout, const Permutation& permutation,
                 std::vector<Diagnostic>* notes = nullptr);

}  // namespace px::symmetry
