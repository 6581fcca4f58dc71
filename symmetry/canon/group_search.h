// Finds the canonical image of a state under any permutation group without enumerating its elements.
//
// Idea. Let b1, b2, ... be the base of the group's stabiliser chain (symmetry/group). An element of the group is chosen
// step by step: which element x of the state gets the name b1, which of the others gets b2, and so on; after the last
// base point the whole permutation is determined. At each step only the elements in the orbit of the base point can get
// the name, and of these only the members of one colour class are tried: colours are markers of the state, refined over
// its edges and those of the group's structure, with each chosen element individualised. The result is the smallest
// image over all leaves. This is the partition backtrack of computational group theory (Leon; "canonical images",
// Jefferson, Jonauskyte, Pfeiffer, Waldecker) with [BDLM09]'s markers as the refiner.
//
// Invariant. Colours commute with the group, and colours and the orbits of the chain determine the candidates of a
// step. Let s' be s under h. If x is tried for b1 in s, so is h(x) in s'; the two remaining problems, under the
// stabiliser of b1, differ by an element of that stabiliser. By induction on the chain the leaves of s and s' are the
// same states, and so is the least of them: the result is constant on orbits. In any case it is an image of s under an
// element of the group, so hash collisions cannot make it unsound.
//
// Not all members of a class need to be tried. If an automorphism of the state in the group, fixing the path, maps x to
// y, both have the same leaves. Automorphisms have three sources: the smallest exchange of x and y, if the group has
// one and it fixes the state (idle processes: then the whole class is settled and no deeper step examines it again);
// pairs of leaves that are the same state; and products of these.
//
// Guarantee: exact and full. Cost: markers, and per base point a walk over its orbit and one over all points; a search
// tree if colours leave ties that no exchange settles. One per worker.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/canon/context.h"
#include "symmetry/canon/leaf_search.h"
#include "symmetry/marker/marker_batch.h"

namespace px::symmetry {

class GroupSearch {
 public:
  // With `greedy` the first member of a class is taken and no other tried: exact, but not full.
  GroupSearch(const CanonContext& context, bool greedy);

  // Writes the image of the state in a column of the batch (whose keys have been made) to `out`.
  void run(const uint64_t* state, const MarkerBatch& batch, uint32_t column, uint64_t* out);

  // The permutation that run() applied.
  const Point* image() const { return leaves_.best_image().data(); }

  uint64_t searched() const { return searched_; }      // states with more than one leaf
  uint64_t worst_tree() const { return worst_tree_; }  // the most leaves of such a state

 private:
  struct Node {
    std::vector<uint64_t> colours;   // per point of the state
    std::vector<Point> name, owner;  // per point its name so far, and the inverse
    std::vector<uint32_t> settled;   // per point: equal and nonzero for elements known to be exchangeable
    std::vector<Point> candidates, tried;
  };
  void begin(const MarkerBatch& batch, uint32_t column);
  void prepare_nodes(size_t count);
  void refine(std::vector<uint64_t>& colours);
  size_t count_colours(const std::vector<uint64_t>& colours);
  void find_candidates(Node& node, size_t level);
  void take(Node& node, size_t level, Point chosen) const;
  size_t visit(size_t depth, size_t level);
  size_t visit_candidates(size_t depth, size_t level);
  size_t visit_leaf(size_t depth);
  bool settle(Node& node);
  bool exchange_fixes_state(Point x, Point y);

  const CanonContext& context_;
  const OccurrenceMap& map_;
  const GeneralGroup& group_;
  const bool greedy_;
  const uint64_t* state_ = nullptr;
  std::vector<MarkerEdge> edges_;
  bool edges_ready_ = false;
  std::vector<uint64_t> scratch_, sorted_;
  std::vector<Point> identity_, swap_;
  std::vector<uint64_t> moved_;
  std::vector<Node> nodes_;  // per depth: the choices so far among several candidates
  uint32_t settled_classes_ = 0;

  LeafSearch leaves_;
  uint64_t searched_ = 0;
  uint64_t worst_tree_ = 0;
};

}  // namespace px::symmetry
