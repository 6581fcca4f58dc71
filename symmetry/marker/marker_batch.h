// Keys of a batch of states, and the elements of each block sorted by them.
//
// All data is kept in columns, one per state (rows: elements), so that one pass of a sorting network sorts all states
// at once. One per worker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "symmetry/marker/occurrence_map.h"

namespace px::symmetry {

class MarkerBatch {
 public:
  static constexpr uint32_t kColumns = OccurrenceMap::kBatch;

  explicit MarkerBatch(const OccurrenceMap& map);

  // Processes any number of states in batches: visit(number of the batch's first state, states in it).
  template <class Visit>
  static void for_each_batch(size_t count, Visit&& visit) {
    for (size_t begin = 0; begin < count; begin += kColumns) visit(begin, std::min<size_t>(kColumns, count - begin));
  }

  // Round 1 of count <= kColumns states.
  void make_keys(const uint64_t* states, size_t count) { map_.first_round(states, count, keys_.data()); }
  // Replaces the keys of one state by those after `rounds` more rounds.
  void refine_keys(const uint64_t* state, uint32_t column, uint32_t rounds);
  // Sorts; the keys stay unchanged.
  void sort();

  uint64_t key(uint32_t member, uint32_t column) const { return keys_[size_t{member} * kColumns + column]; }
  // The colours with which rounds of OccurrenceMap::refine begin: writes those of the members, and leaves the others.
  void write_colours(uint32_t column, uint64_t* colours) const;
  // Whether two elements of one block have the same key.
  bool tied(uint32_t column) const { return tied_[column] != 0; }
  // After sort(): the member at a position (positions of a block are its members' numbers).
  uint32_t member_at(uint32_t position, uint32_t column) const;
  // After sort(): whether the members at this position and the next are in one block and have equal keys.
  bool ties_with_next(uint32_t position, uint32_t column) const {
    if (map_.block_of(position) != map_.block_of(position + 1)) return false;
    return key(member_at(position, column), column) == key(member_at(position + 1, column), column);
  }
  // After sort(): whether sorting moves any member.
  bool displaced(uint32_t column) const { return displaced_[column] != 0; }
  // Writes the images of all members: the k-th by key gets the place of the block's k-th member.
  void write_image(uint32_t column, Point* image) const;

 private:
  void sort_wide_block(uint32_t begin, uint32_t end);

  static constexpr uint32_t kIndexBits = 63 - OccurrenceMap::kKeyBits;
  static constexpr uint64_t kIndexMask = (uint64_t{1} << kIndexBits) - 1;

  const OccurrenceMap& map_;
  std::vector<uint64_t> keys_;
  std::vector<uint64_t> sorted_;  // key | index in block; in blocks too wide for that, the index alone
  std::vector<bool> wide_;        // per member: its block is too wide
  uint64_t tied_[kColumns] = {};
  uint64_t displaced_[kColumns] = {};
  std::vector<MarkerEdge> edges_;
  std::vector<uint64_t> colours_, scratch_;
};

}  // namespace px::symmetry
