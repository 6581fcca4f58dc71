// Removes duplicate rows: for the outcomes of a distinct action.
//
// A few rows are compared pairwise; many go through a table of row numbers, open-addressed by hash, at most half full,
// and kept for the next call. The first of equal rows stays, and the remaining rows keep their order. Cost: linear, and
// no allocation once the table has grown.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/hash.h"

namespace px::jit {

class DistinctRows {
 public:
  // Moves the first of each set of equal rows to the front, in order; returns their number. At most 2^32 - 1 rows.
  size_t keep_first(uint64_t* rows, size_t count, size_t words) {
    return count <= kFew ? compare_all(rows, count, words) : look_up_all(rows, count, words);
  }

 private:
  static constexpr size_t kFew = 8;

  static bool equal(const uint64_t* a, const uint64_t* b, size_t words) { return std::equal(a, a + words, b); }

  static void keep(uint64_t* rows, size_t from, size_t to, size_t words) {
    if (from != to) std::copy_n(rows + from * words, words, rows + to * words);
  }

  static size_t compare_all(uint64_t* rows, size_t count, size_t words) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
      size_t same = 0;
      while (same < kept && !equal(rows + same * words, rows + i * words, words)) ++same;
      if (same == kept) keep(rows, i, kept++, words);
    }
    return kept;
  }

  size_t look_up_all(uint64_t* rows, size_t count, size_t words) {
    const size_t size = std::bit_ceil(2 * count);
    table_.assign(size, 0);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
      const uint64_t* row = rows + i * words;
      size_t at = hash_words(row, words, 0) & (size - 1);
      while (table_[at] != 0 && !equal(rows + (table_[at] - 1) * words, row, words)) at = (at + 1) & (size - 1);
      if (table_[at] != 0) continue;
      keep(rows, i, kept, words);
      table_[at] = static_cast<uint32_t>(++kept);
    }
    return kept;
  }

  std::vector<uint32_t> table_;  // number of a row that stays, plus one; 0: empty
};

}  // namespace px::jit
