// The bookkeeping of searches for the smallest image of a state (CanonicalSearch, GroupSearch): the path to the current
// node, the best leaf so far, and the automorphisms of the state found so far.
//
// A node is reached by choosing elements one after the other; each choice leaves a trace, a number that does not depend
// on names. Leaves are compared by the traces along their paths, then by length, then as words; subtrees that are worse
// than the best path are pruned. Two leaves with equal traces and equal states give an automorphism of the state: (best
// image), then the inverse of (this image). Where the paths diverge, it maps the child of the best path to ours,
// provided it fixes the path up to there; then our child contains nothing new, and the search backjumps to that depth.
// Automorphisms are kept to prune siblings. Each is verified before it is used.
//
// One per search; a few hundred comparisons per state that needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "symmetry/marker/occurrence_map.h"
#include "symmetry/perm/state_permuter.h"

namespace px::symmetry {

// The unique colour of an element once it has been chosen.
uint64_t chosen_colour(uint64_t colour);
// The trace of a node: the same for colourings that differ by a renaming.
uint64_t trace_of(const OccurrenceMap& map, const std::vector<uint64_t>& colours);

class LeafSearch {
 public:
  static constexpr size_t kNoJump = SIZE_MAX;

  explicit LeafSearch(uint32_t points) : points_(points) {}

  // Starts a new state.
  void begin();
  // Descends from the node at this depth to a child by choosing an element. Returns whether the child may contain the
  // best leaf.
  bool enter(size_t depth, Point chosen, uint64_t trace);
  // The elements chosen on the current path.
  const std::vector<Point>& path() const { return path_; }
  void leave_to(size_t depth);

  // A leaf at this depth: the state `moved` is the image under `image`. Returns the depth to backjump to, or kNoJump.
  size_t offer(size_t depth, const std::vector<Point>& image, const std::vector<uint64_t>& moved);
  // Whether a product of known automorphisms that fix the path to this depth maps the candidate to one that was tried.
  bool equivalent_to_tried(size_t depth, Point candidate, const std::vector<Point>& tried) const;

  uint64_t leaves() const { return leaves_; }
  const std::vector<uint64_t>& best_state() const { return best_state_; }
  const std::vector<Point>& best_image() const { return best_image_; }

 private:
  int compare_path(size_t depth) const;
  size_t learn_automorphism(size_t depth, const std::vector<Point>& image);

  uint32_t points_;
  std::vector<Point> path_, best_path_, best_image_;
  std::vector<uint64_t> trace_, best_trace_, best_state_;
  std::vector<std::vector<Point>> automorphisms_;
  bool have_best_ = false;
  uint64_t leaves_ = 0;
};

}  // namespace px::symmetry
