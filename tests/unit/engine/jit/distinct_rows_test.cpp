#include "engine/jit/distinct_rows.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

namespace px::jit {
namespace {

using Rows = std::vector<std::vector<uint64_t>>;

Rows first_of_each(const Rows& rows) {
  std::set<std::vector<uint64_t>> seen;
  Rows kept;
  for (const auto& row : rows) {
    if (seen.insert(row).second) kept.push_back(row);
  }
  return kept;
}

Rows kept_by(DistinctRows& distinct, const Rows& rows, size_t words) {
  std::vector<uint64_t> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  const size_t kept = distinct.keep_first(flat.data(), rows.size(), words);
  Rows result;
  for (size_t i = 0; i < kept; ++i) {
    const auto row = flat.begin() + static_cast<std::ptrdiff_t>(i * words);
    result.emplace_back(row, row + static_cast<std::ptrdiff_t>(words));
  }
  return result;
}

// One object for all sizes, as in a search: remains of an earlier use must not matter.
TEST(DistinctRows, FirstOfEqualRowsStaysInItsPlace) {
  std::mt19937_64 random(7);
  DistinctRows distinct;
  for (const size_t words : {1, 2, 5}) {
    for (size_t count = 0; count < 200; count += 1 + count / 8) {
      for (const uint64_t values : {1, 2, 3, 1000}) {
        Rows rows(count, std::vector<uint64_t>(words));
        for (auto& row : rows) {
          for (uint64_t& word : row) word = random() % values << 40;
        }
        EXPECT_EQ(kept_by(distinct, rows, words), first_of_each(rows)) << words << " words, " << count << " rows";
      }
    }
  }
}

}  // namespace
}  // namespace px::jit
