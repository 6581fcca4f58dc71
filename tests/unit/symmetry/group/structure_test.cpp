#include "symmetry/group/structure.h"

#include <gtest/gtest.h>

#include "tests/unit/symmetry/group/named_groups.h"

namespace px::test {
namespace {

TEST(Structure, TransitiveGroups) {
  EXPECT_EQ(structure_name(symmetry::PermutationGroup(3, {})), "trivial");
  EXPECT_EQ(structure_name(symmetric(5)), "S_5");
  EXPECT_EQ(structure_name(symmetry::PermutationGroup(6, {rotation(6)})), "Z_6");
  EXPECT_EQ(structure_name(dihedral(5)), "D_5");
  EXPECT_EQ(structure_name(wreath(3, 4)), "(S_3 wr S_4)");
  EXPECT_EQ(structure_name(wreath(5, 2)), "(S_5 wr S_2)");
  EXPECT_EQ(structure_name(mathieu11()), "group of order 7920 on 11 points");
  EXPECT_EQ(structure_name(symmetry::PermutationGroup(4, {cycle(4, {0, 1, 2}), cycle(4, {1, 2, 3})})), "A_4");
}

TEST(Structure, DirectFactors) {
  // Two clients and their channels move together; three servers by themselves.
  const symmetry::PermutationGroup group(
      7, {product_of({cycle(7, {0, 1}), cycle(7, {2, 3})}), cycle(7, {4, 5}), cycle(7, {5, 6})});
  const std::vector<symmetry::DirectFactor> factors = direct_factors(group);
  ASSERT_EQ(factors.size(), 2u);
  EXPECT_EQ(factors[0].points, (std::vector<uint16_t>{0, 1, 2, 3}));
  EXPECT_EQ(structure_name(group), "S_2 x S_3");
}

TEST(Structure, OrbitsThatDependOnlyAllThreeTogether) {
  // Even products of three exchanges: any two orbits look independent.
  const symmetry::PermutationGroup group(
      6, {product_of({cycle(6, {0, 1}), cycle(6, {2, 3})}), product_of({cycle(6, {2, 3}), cycle(6, {4, 5})})});
  EXPECT_EQ(direct_factors(group).size(), 1u);
  EXPECT_EQ(structure_name(group), "group of order 4");
}

TEST(Structure, BlockSystems) {
  EXPECT_EQ(block_system(dihedral(6), 0, 3), (std::vector<uint16_t>{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(block_system(symmetric(4), 0, 1), (std::vector<uint16_t>{0, 0, 0, 0}));
}

}  // namespace
}  // namespace px::test
