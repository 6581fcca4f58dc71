#include "engine/ir/exact_fold.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace px::ir {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

std::optional<int64_t> sum(const std::vector<int64_t>& items) {
  ExactSum all;
  for (const int64_t item : items) all.add(item);
  return all.value();
}

std::optional<int64_t> product(const std::vector<int64_t>& items) {
  ExactProduct all;
  for (const int64_t item : items) all.multiply(item);
  return all.value();
}

TEST(ExactSum, FailsOnlyIfTheResultDoesNotFit) {
  EXPECT_EQ(sum({}), 0);
  EXPECT_EQ(sum({kMax, kMax, kMin, kMin}), -2);
  EXPECT_EQ(sum({kMin, kMin, kMax, kMax, 2}), 0);
  EXPECT_EQ(sum({kMax, 1}), std::nullopt);
  EXPECT_EQ(sum({kMin, -1}), std::nullopt);
}

TEST(ExactProduct, FailsOnlyIfTheResultDoesNotFit) {
  EXPECT_EQ(product({}), 1);
  EXPECT_EQ(product({kMin}), kMin);
  EXPECT_EQ(product({kMax}), kMax);
  EXPECT_EQ(product({kMin, -1}), std::nullopt);
  EXPECT_EQ(product({kMin, -1, -1}), kMin);
  EXPECT_EQ(product({kMin, kMin, kMax, 0}), 0);
  EXPECT_EQ(product({0, kMin, kMin}), 0);
  EXPECT_EQ(product({int64_t{1} << 32, int64_t{1} << 31, -1}), kMin);
  EXPECT_EQ(product({int64_t{1} << 32, int64_t{1} << 31, 1}), std::nullopt);
  EXPECT_EQ(product({int64_t{1} << 32, int64_t{1} << 32, 2, 1}), std::nullopt);
}

// 128 bits hold the exact result of this few small factors.
TEST(ExactFolds, AgreeWithWideArithmeticInAnyOrder) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<int64_t> items(1 + random() % 4);
    WideNumber wide_sum = 0;
    WideNumber wide_product = 1;
    for (int64_t& item : items) {
      item = static_cast<int64_t>(random()) >> (33 + random() % 31);
      wide_sum += item;
      wide_product *= item;
    }
    std::shuffle(items.begin(), items.end(), random);
    EXPECT_EQ(sum(items), static_cast<int64_t>(wide_sum));
    const bool fits = wide_product >= kMin && wide_product <= kMax;
    EXPECT_EQ(product(items), fits ? std::optional(static_cast<int64_t>(wide_product)) : std::nullopt);
  }
}

}  // namespace
}  // namespace px::ir
