#include "engine/base/letters.h"

#include <gtest/gtest.h>

namespace px {
namespace {

TEST(Letters, WidthsAndBytes) {
  EXPECT_EQ(first_letter("a").bytes, 1U);
  EXPECT_EQ(first_letter("\u00e4x").bytes, 2U);
  EXPECT_EQ(first_letter("\u4e2d").width, 2U);
  EXPECT_EQ(first_letter("\u0301").width, 0U);
  EXPECT_EQ(first_letter("\xff\x41").bytes, 1U);
  EXPECT_EQ(first_letter("\xe4").bytes, 1U);  // truncated
}

TEST(Letters, ColumnsCountLetters) {
  EXPECT_EQ(column_in_letters("abc", 3), 3U);
  EXPECT_EQ(column_in_letters("\u00e4\u00f6 x", 6), 4U);
  EXPECT_EQ(column_in_letters("ab", 9), 9U);
  EXPECT_EQ(column_in_letters("", 4), 4U);
  EXPECT_EQ(column_in_letters("x", 0), 0U);
}

}  // namespace
}  // namespace px
