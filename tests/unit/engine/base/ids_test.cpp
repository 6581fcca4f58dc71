#include "engine/base/ids.h"

#include <gtest/gtest.h>
#include <string>

namespace px {
namespace {

struct LetterTag {};
using LetterId = Id<LetterTag>;

TEST(Ids, StoreGivesEachItemTheNextId) {
  Store<LetterId, std::string> letters;
  const LetterId a = letters.add("a");
  const LetterId b = letters.add("b");
  EXPECT_EQ(letters[a], "a");
  EXPECT_EQ(letters[b], "b");
  EXPECT_EQ(letters.id_at(1), b);
  EXPECT_FALSE(letters.contains(LetterId()));
  EXPECT_FALSE(LetterId().valid());
}

#ifndef NDEBUG
TEST(IdsDeathTest, DebugBuildsRefuseAnIdOfNoItem) {
  Store<LetterId, std::string> letters;
  letters.add("a");
  EXPECT_DEATH(static_cast<void>(letters[LetterId()]), "contains");
  EXPECT_DEATH(static_cast<void>(letters[LetterId(1)]), "contains");
}
#endif

}  // namespace
}  // namespace px
