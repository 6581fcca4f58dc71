// Markers: the invariants of a sort element in a state that do not depend on the names of the elements.
//
// [LM07] Def. 1 makes the marker of an element the multiset of the paths under which it occurs in the typed state,
// with the plain data found there (the NonSym refinement); [BDLM09] Def. 4 is the case of Promela. Here a path is a
// slot (symmetry/perm/state_slots.h) and a role in it: which dimension the element indexes, or "the value". Four kinds
// of slots matter, named as in [BDLM09] Def. 1:
//
//   sn  plain cells indexed by one element: their content, read as whole masked stretches of a lane
//   s   elements (and members of sets) at plain places: one bit each
//   ss  cells indexed by an element that hold an element: in round 1, the number of references to the element, and
//       whether its own cell refers to anything
//   rel everything else that links elements: arrays indexed by two sorts, sets in lanes, queues of elements in lanes
//
// ss and rel are the *edges* of the state. Round r + 1 adds to the colour of an element its view of its edges, with the
// colours of the others in round r: round 2 is local_s of [BDLM09] Algorithm 5.1, more rounds are colour refinement.
// All sorts are refined together.
//
// Round 1 is packed exactly into kKeyBits bits if it fits and all edges are ss, and hashed otherwise; later rounds
// hash. Sums of hashes represent multisets. Equal elements always get equal keys; unequal ones get equal keys only by a
// hash collision, on which no exact strategy relies.
//
// Read-only after construction; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "symmetry/perm/state_permuter.h"
#include "symmetry/perm/symmetry_group.h"

namespace px::symmetry {

// Two or more elements linked by the content of one cell. Cells that are default (all zero) make no edge.
struct MarkerEdge {
  static constexpr uint32_t kMaxRank = 6;
  uint64_t label = 0;  // slot and plain content
  uint32_t rank = 0;
  Point points[kMaxRank] = {};  // the elements of the dimensions, then the value
};

class OccurrenceMap {
 public:
  static constexpr uint32_t kBatch = 16;    // states whose keys are computed together
  static constexpr uint32_t kKeyBits = 56;  // with an index in a block of up to 128: below 2^63

  // The permuter must outlive the map. Fails with Unsupported for cells that link more than MarkerEdge::kMaxRank
  // elements.
  static Result<OccurrenceMap> make(const StatePermuter& permuter, const SymmetryGroup& group);

  // Members: the elements of all blocks, block after block.
  uint32_t members() const { return static_cast<uint32_t>(points_.size()); }
  uint32_t blocks() const { return static_cast<uint32_t>(begins_.size()) - 1; }
  uint32_t block_begin(uint32_t block) const { return begins_[block]; }
  uint32_t block_end(uint32_t block) const { return begins_[block + 1]; }
  uint32_t block_of(uint32_t member) const { return block_of_[member]; }
  Point point(uint32_t member) const { return points_[member]; }
  // The member number of a point, or members() if it is fixed.
  uint32_t member_of(uint32_t point) const { return member_of_[point]; }

  bool packed() const { return packed_; }  // round 1 is exact
  bool has_edges() const { return !edge_slots_.empty(); }
  // Equal keys of round 1 mean that the elements can be swapped without changing the state ([BDLM09] Prop. 2).
  bool decides() const { return packed_ && !has_edges(); }

  // Round 1 for count <= kBatch states: keys[member * kBatch + state] < 2^kKeyBits. `keys` has room for
  // (members() + 1) * kBatch; the last row is scratch.
  void first_round(const uint64_t* states, size_t count, uint64_t* keys) const;

  void collect_edges(const uint64_t* state, std::vector<MarkerEdge>& edges) const;
  // Computes from the colours of all points (fixed ones: fixed_colours()) those of the next round. `scratch`: one per
  // point.
  void refine(const std::vector<MarkerEdge>& edges, uint64_t* colours, uint64_t* scratch) const;
  // The colours of all points as if nothing moved; points that are not members keep these.
  std::vector<uint64_t> fixed_colours() const;
  uint32_t points() const { return space_->size(); }
  uint32_t words() const { return words_; }

  std::string describe() const;  // how round 1 is computed, for --dump and tests

 private:
  // A stretch of at most 64 bits of the lanes of one family, for the members of one block.
  struct LanePart {
    uint32_t begin = 0, end = 0;         // members
    std::vector<uint32_t> byte_offsets;  // per member: of the eight bytes that hold it
    uint32_t load_shift = 0;
    std::vector<uint8_t> extra_shifts;  // per member: an additional shift, if the eight bytes start earlier
    uint64_t mask = 0;
    uint32_t shift = 0;  // position in the key
    uint64_t salt = 0;
  };
  struct CellPart {  // a plain cell per element outside the lanes; members of sets at plain places
    uint32_t slot = 0;
    bool set = false;
    uint32_t width = 0;
    uint32_t shift = 0;
    uint64_t salt = 0;
  };
  struct PointerPart {  // an element at a plain place
    uint32_t slot = 0;
    uint64_t amount = 0;  // added to the key of the element
    bool guarded = false;
    bool in_one_word = false;
    std::vector<uint32_t> member_of_raw;
  };
  struct EdgePart {
    uint32_t slot = 0;
    uint64_t salt = 0;
    uint64_t plain_label = 0;                     // the label of edges without content of their own
    bool reference = false;                       // ss: one dimension, the content is an element
    uint32_t target_shift = 0, source_shift = 0;  // packed ss: number of references; refers to anything
  };

  OccurrenceMap(const StatePermuter& permuter, const SymmetryGroup& group);
  void make_members(const SymmetryGroup& group);
  void make_parts();
  void add_lane_parts(uint32_t block);
  void add_lane_chunk(uint32_t block, const SlotDimension& lane, uint64_t lane_bit, uint64_t chunk_bits, uint64_t mask);
  void assign_positions();
  void make_pointer(PointerPart& part) const;
  void add_lane(const LanePart& part, const uint64_t* states, size_t count, uint64_t* keys) const;
  void add_cells(const CellPart& part, const uint64_t* states, size_t count, uint64_t* keys) const;
  void add_pointers(const PointerPart& part, const uint64_t* states, size_t count, uint64_t* keys) const;
  void add_references(const EdgePart& part, const uint64_t* states, size_t count, uint64_t* keys) const;
  template <class Visit>
  void for_each_reference(const StateSlot& slot, const uint64_t* state, Visit&& visit) const;
  template <class Visit>
  void for_each_edge(const EdgePart& part, const uint64_t* state, Visit&& visit) const;

  const ElementSpace* space_;
  const std::vector<StateSlot>* slots_;
  uint32_t words_;
  bool packed_ = false;
  std::vector<uint32_t> begins_;
  std::vector<Point> points_;
  std::vector<uint32_t> member_of_;
  std::vector<uint32_t> block_of_;
  std::vector<LanePart> lanes_;
  std::vector<CellPart> cells_;
  std::vector<PointerPart> pointers_;
  std::vector<EdgePart> edge_slots_;
};

}  // namespace px::symmetry
