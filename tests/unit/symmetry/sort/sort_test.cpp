#include "symmetry/sort/sort.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <random>
#include <vector>

#include "symmetry/sort/networks.h"

namespace px::test {
namespace {

bool sorts_bits(const symmetry::Network& network, uint32_t keys, uint64_t bits) {
  for (uint32_t i = 0; i < network.count; ++i) {
    const auto [low, high] = network.comparators[i];
    const uint64_t a = bits >> low & 1;
    const uint64_t b = bits >> high & 1;
    if (a > b) bits ^= uint64_t{1} << low | uint64_t{1} << high;
  }
  const uint32_t ones = static_cast<uint32_t>(std::popcount(bits));
  return bits == ((uint64_t{1} << ones) - 1) << (keys - ones);
}

// The 0-1 principle: a network that sorts all sequences of zeros and ones sorts everything.
TEST(Networks, SortAllSequencesOfZerosAndOnes) {
  for (uint32_t n = 1; n <= 16; ++n) {
    for (uint64_t bits = 0; bits < uint64_t{1} << n; ++bits)
      ASSERT_TRUE(sorts_bits(symmetry::kNetworks[n], n, bits)) << n;
  }
}

TEST(Networks, SortRandomSequencesOfZerosAndOnes) {
  std::mt19937_64 random(1);
  for (uint32_t n = 17; n <= symmetry::kMaxNetworkRows; ++n) {
    for (int round = 0; round < 20000; ++round) {
      ASSERT_TRUE(sorts_bits(symmetry::kNetworks[n], n, random() & ((uint64_t{1} << n) - 1))) << n;
    }
  }
}

TEST(Networks, AreAsSmallAsMergeExchange) {
  EXPECT_EQ(symmetry::kNetworks[5].count, 9u);
  EXPECT_EQ(symmetry::kNetworks[8].count, 19u);
  EXPECT_EQ(symmetry::kNetworks[9].count, 26u);
  EXPECT_EQ(symmetry::kNetworks[16].count, 63u);
  EXPECT_EQ(symmetry::kNetworks[32].count, 191u);
}

void compare_with_twin(int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  std::mt19937_64 random(2);
  for (size_t rows = 0; rows <= 70; ++rows) {
    for (const int bits : {1, 3, 20, 63}) {
      std::vector<uint64_t> keys(rows * symmetry::kSortColumns);
      for (uint64_t& key : keys) key = random() >> (64 - bits);
      std::vector<uint64_t> expected = keys;
      symmetry::sort_columns_scalar(expected.data(), rows);
      symmetry::sort_columns(keys.data(), rows);
      ASSERT_EQ(keys, expected) << hwy::TargetName(target) << ' ' << rows << " rows";
    }
  }
}

TEST(SortColumns, AllTargetsAgreeWithTheScalarTwin) {
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  ASSERT_FALSE(targets.empty());
  for (const int64_t target : targets) compare_with_twin(target);
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  RecordProperty("targets", static_cast<int>(targets.size()));
}

}  // namespace
}  // namespace px::test
