#include "engine/model/statistic.h"

#include <gtest/gtest.h>

namespace px {
namespace {

TEST(Statistics, SumsAreAddedAndMaximaStayMaxima) {
  std::vector<Statistic> all;
  combine_statistics({{"tried", 3}, {"worst", 120, Statistic::Combine::Max}}, all);
  combine_statistics({{"worst", 24, Statistic::Combine::Max}, {"tried", 4}, {"other", 1}}, all);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].value, 7u);
  EXPECT_EQ(all[1].value, 120u);
  EXPECT_EQ(all[2].name, "other");
}

}  // namespace
}  // namespace px
