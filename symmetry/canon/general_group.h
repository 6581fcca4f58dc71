// The data that strategies need about a group that is not a product of full symmetric groups; computed once per run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "symmetry/group/analysed_group.h"
#include "symmetry/marker/occurrence_map.h"
#include "symmetry/perm/state_permuter.h"
#include "symmetry/perm/symmetry_group.h"

namespace px::symmetry {

class GeneralGroup {
 public:
  GeneralGroup(const ir::Program& program, const StatePermuter& permuter, const SymmetryGroup& group);

  const PermutationGroup& chain() const { return group_.chain; }
  // The orbits, as blocks: markers compare elements within them.
  const SymmetryGroup& orbits() const { return orbits_; }
  // The structure of the group as edges between elements, for colour refinement: pairs of elements in the same orbital
  // have the same label. Full products of orbits carry no information and are omitted, as are orbitals with too many
  // pairs to traverse per state.
  const std::vector<MarkerEdge>& static_edges() const { return static_edges_; }

  // The group as a hierarchy, if it is an iterated wreath product; null if not.
  const Hierarchy* hierarchy() const { return group_.hierarchy ? &*group_.hierarchy : nullptr; }

  // The smallest exchange of x and y, two elements from which some base point is chosen: it swaps each element that is
  // fixed together with x with its counterpart at y (or leaves it alone if it is its own counterpart), and moves
  // nothing else. Empty if the group has no such element.
  using Exchange = std::vector<std::pair<Point, Point>>;
  const Exchange& exchange(Point x, Point y) const;

 private:
  void find_orbits(const StatePermuter& permuter);
  void find_static_edges();
  void find_exchanges();
  void find_exchanges_of(const std::vector<uint16_t>& orbit, const std::function<bool(const Permutation&)>& in_group);

  AnalysedGroup group_;
  SymmetryGroup orbits_;
  std::vector<MarkerEdge> static_edges_;
  std::vector<int32_t> candidate_number_;  // per point: its number among the candidates for a base point, or -1
  uint32_t candidates_ = 0;
  std::vector<Exchange> exchanges_;  // indexed by the numbers of two candidates
  Exchange none_;
};

}  // namespace px::symmetry
