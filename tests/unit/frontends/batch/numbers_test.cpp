#include "frontends/batch/numbers.h"

#include <gtest/gtest.h>

namespace px::batch {
namespace {

TEST(Numbers, Median) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 9}), 3);
}

TEST(Numbers, Grouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1 000");
  EXPECT_EQ(grouped(1'234'567), "1 234 567");
}

}  // namespace
}  // namespace px::batch
