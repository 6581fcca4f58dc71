#include "symmetry/marker/marker_batch.h"

#include <algorithm>

#include "symmetry/marker/mix.h"
#include "symmetry/sort/sort.h"

namespace px::symmetry {

static_assert(MarkerBatch::kColumns == kSortColumns);

MarkerBatch::MarkerBatch(const OccurrenceMap& map)
    : map_(map),
      keys_((size_t{map.members()} + 1) * kColumns, 0),
      sorted_(size_t{map.members()} * kColumns, 0),
      wide_(map.members(), false),
      colours_(map.fixed_colours()),
      scratch_(map.points(), 0) {
  for (uint32_t b = 0; b < map.blocks(); ++b) {
    const bool wide = map.block_end(b) - map.block_begin(b) > kIndexMask + 1;
    std::fill(wide_.begin() + map.block_begin(b), wide_.begin() + map.block_end(b), wide);
  }
}

void MarkerBatch::write_colours(uint32_t column, uint64_t* colours) const {
  for (uint32_t m = 0; m < map_.members(); ++m) colours[map_.point(m)] = mix(key(m, column), map_.block_of(m));
}

void MarkerBatch::refine_keys(const uint64_t* state, uint32_t column, uint32_t rounds) {
  map_.collect_edges(state, edges_);
  write_colours(column, colours_.data());
  for (uint32_t r = 0; r < rounds; ++r) map_.refine(edges_, colours_.data(), scratch_.data());
  for (uint32_t m = 0; m < map_.members(); ++m) {
    keys_[size_t{m} * kColumns + column] = colours_[map_.point(m)] >> (64 - OccurrenceMap::kKeyBits);
  }
}

void MarkerBatch::sort() {
  std::fill(std::begin(tied_), std::end(tied_), 0);
  std::fill(std::begin(displaced_), std::end(displaced_), 0);
  for (uint32_t b = 0; b < map_.blocks(); ++b) {
    const uint32_t begin = map_.block_begin(b);
    const uint32_t end = map_.block_end(b);
    if (wide_[begin]) {
      sort_wide_block(begin, end);
      continue;
    }
    for (uint32_t m = begin; m < end; ++m) {
      for (uint32_t c = 0; c < kColumns; ++c) {
        const size_t at = size_t{m} * kColumns + c;
        sorted_[at] = keys_[at] << kIndexBits | (m - begin);
      }
    }
    for (uint32_t m = begin; m + 1 < end; ++m) {
      const uint64_t* row = sorted_.data() + size_t{m} * kColumns;
      for (uint32_t c = 0; c < kColumns; ++c) displaced_[c] |= row[c] > row[c + kColumns] ? 1 : 0;
    }
    sort_columns(sorted_.data() + size_t{begin} * kColumns, end - begin);
    for (uint32_t m = begin; m + 1 < end; ++m) {
      const uint64_t* row = sorted_.data() + size_t{m} * kColumns;
      for (uint32_t c = 0; c < kColumns; ++c) tied_[c] |= (row[c] ^ row[c + kColumns]) <= kIndexMask ? 1 : 0;
    }
  }
}

void MarkerBatch::sort_wide_block(uint32_t begin, uint32_t end) {
  std::vector<std::pair<uint64_t, uint32_t>> order(end - begin);
  for (uint32_t c = 0; c < kColumns; ++c) {
    for (uint32_t m = begin; m < end; ++m) order[m - begin] = {key(m, c), m - begin};
    std::sort(order.begin(), order.end());
    for (uint32_t i = 0; i < order.size(); ++i) {
      sorted_[(size_t{begin} + i) * kColumns + c] = order[i].second;
      if (i > 0 && order[i].first == order[i - 1].first) tied_[c] = 1;
      if (order[i].second != i) displaced_[c] = 1;
    }
  }
}

uint32_t MarkerBatch::member_at(uint32_t position, uint32_t column) const {
  const uint64_t entry = sorted_[size_t{position} * kColumns + column];
  const uint64_t index = wide_[position] ? entry : entry & kIndexMask;
  return map_.block_begin(map_.block_of(position)) + static_cast<uint32_t>(index);
}

void MarkerBatch::write_image(uint32_t column, Point* image) const {
  for (uint32_t b = 0; b < map_.blocks(); ++b) {
    const uint32_t begin = map_.block_begin(b);
    const uint32_t end = map_.block_end(b);
    const uint64_t mask = wide_[begin] ? ~uint64_t{0} : kIndexMask;
    for (uint32_t position = begin; position < end; ++position) {
      const uint64_t index = sorted_[size_t{position} * kColumns + column] & mask;
      image[map_.point(begin + static_cast<uint32_t>(index))] = map_.point(position);
    }
  }
}

}  // namespace px::symmetry
