#include "frontends/mcrl2/sorts.h"

#include <gtest/gtest.h>

namespace px::mcrl2 {
namespace {

TEST(Sorts, NumbersAreRaised) {
  SortTable sorts;
  const SortId pos = sorts.basic(SortKind::Pos);
  const SortId nat = sorts.basic(SortKind::Nat);
  EXPECT_TRUE(sorts.fits(pos, nat));
  EXPECT_FALSE(sorts.fits(nat, pos));
  EXPECT_EQ(sorts.join(pos, nat), nat);
  EXPECT_FALSE(sorts.join(pos, sorts.basic(SortKind::Bool)).valid());
}

TEST(Sorts, ContainersAreRaisedInLiteralsOnly) {
  SortTable sorts;
  const SortId pos = sorts.container(SortKind::List, sorts.basic(SortKind::Pos));
  const SortId nat = sorts.container(SortKind::List, sorts.basic(SortKind::Nat));
  EXPECT_TRUE(sorts.fits(pos, nat));
  EXPECT_FALSE(sorts.fits_declared(pos, nat));
  const SortId open = sorts.container(SortKind::List, sorts.basic(SortKind::Unknown));
  EXPECT_TRUE(sorts.fits_declared(open, nat));
  EXPECT_EQ(sorts.join(open, nat), nat);
}

TEST(Sorts, FiniteSetsAreSets) {
  SortTable sorts;
  const SortId finite = sorts.container(SortKind::FSet, sorts.basic(SortKind::Pos));
  const SortId set = sorts.container(SortKind::Set, sorts.basic(SortKind::Nat));
  EXPECT_EQ(sorts.join(finite, set), set);
  EXPECT_EQ(sorts.text(sorts.arrow({finite, set}, set)), "FSet(Pos) # Set(Nat) -> Set(Nat)");
}

}  // namespace
}  // namespace px::mcrl2
