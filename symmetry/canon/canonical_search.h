// Finds the smallest image of a state under a product of full symmetric groups without enumerating all images.
//
// Idea. A state is a coloured graph: elements are vertices, their markers are colours, cells that link elements are
// edges. Different colours distinguish elements regardless of their names, so sorting the elements by colour names them
// canonically, up to ties. Three cases, in the order in which they are tried after each round of refinement:
//   1. no ties: sort, apply, done;
//   2. all ties are between elements whose exchange does not change the state: any order of them gives the same state;
//   3. ties remain and refinement splits no class further: give one member of the first open class a unique colour
//      (individualise), refine and recurse; do so for every member and keep the smallest leaf. This is the search tree
//      of canonical labelling programs (McKay's nauty), on the state itself.
//
// Invariant. Colours, the choice of the class to open, and the order of leaves depend on the state only up to renaming;
// so the set of leaves is the same for all states of an orbit, and so is its minimum. Leaves are compared by the
// colours summed up at each node of their path, then by length, then as words; subtrees that are worse than the best
// path are pruned. Children are skipped if an automorphism of the state that fixes the path maps an earlier sibling to
// them: automorphisms come from swaps that fix the state and from pairs of equal leaves, which also let the search
// backjump to where the two paths diverge. Every automorphism is verified before it is used for pruning, so a hash
// collision only costs time.
//
// Guarantee: full and exact. Cost: that of exact markers in cases 1 and 2; in case 3 the tree, reported in statistics.
// One per worker.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/canon/context.h"
#include "symmetry/canon/leaf_search.h"
#include "symmetry/marker/marker_batch.h"

namespace px::symmetry {

class CanonicalSearch {
 public:
  explicit CanonicalSearch(const CanonContext& context);

  // Case 2 for the keys of round 1 in a column of a sorted batch: whether all ties are between elements whose exchange
  // does not change the state, so that the order of the batch is canonical.
  bool settled(const uint64_t* state, const MarkerBatch& batch, uint32_t column);
  // Called after settled() returned false for the same state: writes its canonical form to `out`.
  void run(const MarkerBatch& batch, uint32_t column, uint64_t* out);

  // The permutation that run() applied.
  const Point* image() const { return from_tree_ ? leaves_.best_image().data() : image_.data(); }

  uint64_t individualised() const { return individualised_; }  // states that needed case 3
  uint64_t worst_tree() const { return worst_tree_; }          // the most leaves of such a state
  uint64_t refined() const { return refined_; }                // states that needed more than round 1

 private:
  struct Class {  // members with equal colours: order_[begin .. end)
    uint32_t begin = 0;
    uint32_t end = 0;
  };
  struct Entry {
    uint64_t colour = 0;
    uint32_t member = 0;
    bool operator<(const Entry& other) const {
      return colour != other.colour ? colour < other.colour : member < other.member;
    }
  };
  void sort_members(const std::vector<uint64_t>& colours);
  bool resolved(const Class& tie);
  bool swap_fixes_state(Point a, Point b);
  bool swap_fixes_edges(Point a, Point b);
  bool all_ties_resolved();
  size_t refine_to_fixpoint(std::vector<uint64_t>& colours);
  void make_image(std::vector<Point>& image) const;
  void search_tree(uint64_t* out);
  size_t visit(uint32_t depth);
  size_t visit_children(uint32_t depth, const std::vector<Point>& candidates);
  size_t visit_leaf(uint32_t depth);

  const CanonContext& context_;
  const OccurrenceMap& map_;
  const uint64_t* state_ = nullptr;
  std::vector<MarkerEdge> edges_;
  std::vector<uint64_t> scratch_;
  std::vector<std::vector<uint64_t>> colours_;  // per depth, per point
  std::vector<Entry> entries_;                  // of the block being sorted
  std::vector<uint32_t> order_;                 // members, block by block, by colour
  std::vector<const MarkerEdge*> touching_;     // edges of the two elements being swapped
  std::vector<Class> ties_;
  std::vector<Point> swap_, image_;
  bool from_tree_ = false;
  std::vector<uint64_t> moved_;

  LeafSearch leaves_;

  uint64_t individualised_ = 0;
  uint64_t worst_tree_ = 0;
  uint64_t refined_ = 0;
};

}  // namespace px::symmetry
