#include "engine/base/spelling.h"

#include <gtest/gtest.h>

namespace px {
namespace {

TEST(Spelling, Distances) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", "abc"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("bsf", "bfs"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("ab", "BA"), 1U);
  EXPECT_EQ(edit_distance("Counter", "counter"), 0U);
}

TEST(Spelling, TheNearestNameOrNone) {
  const std::vector<std::string_view> known = {"count", "counter", "state", "x"};
  EXPECT_EQ(nearest_spelling("countre", known), "counter");
  EXPECT_EQ(nearest_spelling("COUNT", known), "count");
  EXPECT_EQ(nearest_spelling("stat", known), "state");
  EXPECT_EQ(nearest_spelling("banana", known), "");
  EXPECT_EQ(nearest_spelling("y", known), "") << "nothing of x is left";
}

TEST(Spelling, LongNamesAreNotCompared) {
  const std::string longest(64, 'a');
  const std::string longer(65, 'a');
  EXPECT_EQ(nearest_spelling(longest, std::vector<std::string_view>{longest}), longest);
  EXPECT_EQ(nearest_spelling(longest, std::vector<std::string_view>{longer}), "");
  EXPECT_EQ(nearest_spelling(longer, std::vector<std::string_view>{longest}), "");
}

TEST(Spelling, Suggestions) {
  EXPECT_EQ(suggestion("rde", std::vector<std::string>{"green", "red"}), "did you mean 'red'?");
  EXPECT_EQ(suggestion("rde", std::vector<std::string>{"green"}), "");
}

}  // namespace
}  // namespace px
