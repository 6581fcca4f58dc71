// Undirected graphs with coloured vertices; their automorphisms and canonical forms, by nauty's Traces (McKay,
// Piperno).
//
// The search keeps its state in thread-local variables of nauty, so threads do not interfere with each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "symmetry/perm/permutation.h"

namespace px::symmetry {

class ColouredGraph {
 public:
  // Automorphisms map vertices to vertices of the same colour.
  uint32_t add_vertex(const std::string& colour);
  void add_edge(uint32_t a, uint32_t b);  // at most once per pair, and a != b
  uint32_t vertices() const { return static_cast<uint32_t>(neighbours_.size()); }
  size_t edges() const { return edges_; }

  // Marks the first vertices, one mark each: from now on, automorphisms map them only to vertices with equal marks.
  void mark(const std::vector<uint32_t>& marks);

  // Partitions the first `points` vertices into cells such that every automorphism maps each cell to itself: a few
  // rounds of colour refinement cannot distinguish the vertices of a cell. O(edges) a round.
  std::vector<std::vector<uint32_t>> cells(uint32_t points) const;
  // Generators of the automorphism group, restricted to the first `points` vertices, which must be closed under it (a
  // set of colours of their own); omits generators that fix all of these.
  std::vector<Permutation> automorphisms(uint32_t points) const;
  // Equal for two graphs iff some bijection of their vertices preserves edges and colours.
  std::vector<uint64_t> canonical_form() const;

 private:
  std::map<std::string, std::vector<uint32_t>> by_colour_;
  std::vector<std::vector<uint32_t>> neighbours_;
  size_t edges_ = 0;
};

}  // namespace px::symmetry
