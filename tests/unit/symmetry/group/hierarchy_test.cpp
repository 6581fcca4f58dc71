#include "symmetry/group/hierarchy.h"

#include <gtest/gtest.h>

#include "tests/unit/symmetry/group/named_groups.h"

namespace px::test {
namespace {

// E.g. "3(2(x))": a set of three parts, each of which is a set of two points.
std::string shape(const Hierarchy& h, uint32_t set) {
  std::string text = std::to_string(h.sets[set].parts.size()) + '(';
  const Hierarchy::Part& part = h.sets[set].parts.front();
  text += std::string(part.points.size(), 'x');
  for (const uint32_t inner : part.sets) text += shape(h, inner);
  return text + ')';
}

std::string shape(const PermutationGroup& group) {
  const std::optional<Hierarchy> h = find_hierarchy(group);
  if (!h) return "none";
  std::string text;
  for (const uint32_t top : h->tops) text += (text.empty() ? "" : " ") + shape(*h, top);
  return text;
}

// Each generator on several copies of the points at once.
PermutationGroup in_step(const PermutationGroup& group, uint32_t copies) {
  std::vector<Permutation> generators;
  for (const Permutation& generator : group.generators()) {
    std::vector<uint16_t> images;
    for (uint32_t c = 0; c < copies; ++c) {
      for (uint32_t p = 0; p < group.points(); ++p) {
        images.push_back(static_cast<uint16_t>(c * group.points() + generator.image(p)));
      }
    }
    generators.emplace_back(std::move(images));
  }
  return PermutationGroup(copies * group.points(), std::move(generators));
}

TEST(HierarchyTest, FlatGroups) {
  EXPECT_EQ(shape(symmetric(5)), "5(x)");
  EXPECT_EQ(shape(PermutationGroup(6, {Permutation::transposition(6, 0, 1), Permutation::transposition(6, 3, 4),
                                       Permutation::transposition(6, 4, 5)})),
            "2(x) 3(x)");
}

TEST(HierarchyTest, PointsThatMoveInStepArePartsTogether) {
  EXPECT_EQ(shape(in_step(symmetric(4), 3)), "4(xxx)");
}

TEST(HierarchyTest, WreathProducts) {
  EXPECT_EQ(shape(wreath(3, 2)), "2(3(x))");
  EXPECT_EQ(shape(wreath(2, 5)), "5(2(x))");
  EXPECT_EQ(shape(in_step(wreath(3, 4), 2)), "4(3(xx))");
  EXPECT_EQ(shape(dihedral(4)), "2(2(x))");
}

// Three servers, each with a queue and two clients: points 0-2, 3-5 and 6-11.
TEST(HierarchyTest, PartsHoldPointsAndSets) {
  const PermutationGroup group(
      12,
      {product_of({cycle(12, {0, 1, 2}), cycle(12, {3, 4, 5}), cycle(12, {6, 8, 10}), cycle(12, {7, 9, 11})}),
       product_of({cycle(12, {0, 1}), cycle(12, {3, 4}), cycle(12, {6, 8}), cycle(12, {7, 9})}), cycle(12, {6, 7})});
  EXPECT_EQ(group.order().decimal(), "48");
  EXPECT_EQ(shape(group), "3(xx2(x))");
}

// A binary tree of depth three: leaves 0-7, inner nodes 8-13.
TEST(HierarchyTest, Trees) {
  const PermutationGroup group(
      14, {cycle(14, {0, 1}), product_of({cycle(14, {0, 2}), cycle(14, {1, 3}), cycle(14, {8, 9})}),
           product_of({cycle(14, {0, 4}), cycle(14, {1, 5}), cycle(14, {2, 6}), cycle(14, {3, 7}), cycle(14, {8, 10}),
                       cycle(14, {9, 11}), cycle(14, {12, 13})})});
  EXPECT_EQ(group.order().decimal(), "128");
  EXPECT_EQ(shape(group), "2(x2(x2(x)))");
}

TEST(HierarchyTest, OtherGroupsHaveNone) {
  EXPECT_EQ(shape(PermutationGroup(5, {rotation(5)})), "none");
  EXPECT_EQ(shape(dihedral(5)), "none");
  EXPECT_EQ(shape(hypercube(3)), "none");
  EXPECT_EQ(shape(PermutationGroup(4, {cycle(4, {0, 1, 2}), cycle(4, {1, 2, 3})})), "none");  // even permutations
  EXPECT_EQ(shape(PermutationGroup(4, {product_of({cycle(4, {0, 1}), cycle(4, {2, 3})})})), "2(xx)");
  EXPECT_EQ(shape(PermutationGroup(3, {})), "none");
}

}  // namespace
}  // namespace px::test
