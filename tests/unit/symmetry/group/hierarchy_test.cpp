#include "symmetry/group/hierarchy.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "symmetry/group/hierarchy_check.h"
#include "tests/unit/symmetry/group/action_library.h"

namespace px::test {
namespace {

// E.g. "3(2(x))": a set of three parts, each of which is a set of two points.
std::string shape(const symmetry::Hierarchy& h, uint32_t set) {
  std::string text = std::to_string(h.sets[set].parts.size()) + '(';
  const symmetry::Hierarchy::Part& part = h.sets[set].parts.front();
  text += std::string(part.points.size(), 'x');
  for (const uint32_t inner : part.sets) text += shape(h, inner);
  return text + ')';
}

std::string shape(const symmetry::PermutationGroup& group) {
  const std::optional<symmetry::Hierarchy> h = find_hierarchy(group);
  if (!h) return "none";
  std::string text;
  for (const uint32_t top : h->tops) text += (text.empty() ? "" : " ") + shape(*h, top);
  return text;
}

std::string copies_shape(const symmetry::PermutationGroup& group, uint32_t copies) {
  const Generators together = in_step(std::vector<Generators>(copies, group.generators()));
  return shape(symmetry::PermutationGroup(together[0].size(), together));
}

TEST(HierarchyTest, FlatGroups) {
  EXPECT_EQ(shape(symmetric(5)), "5(x)");
  EXPECT_EQ(shape(symmetry::PermutationGroup(
                6, {symmetry::Permutation::transposition(6, 0, 1), symmetry::Permutation::transposition(6, 3, 4),
                    symmetry::Permutation::transposition(6, 4, 5)})),
            "2(x) 3(x)");
}

TEST(HierarchyTest, PointsThatMoveInStepArePartsTogether) {
  EXPECT_EQ(copies_shape(symmetric(4), 3), "4(xxx)");
}

TEST(HierarchyTest, WreathProducts) {
  EXPECT_EQ(shape(wreath(3, 2)), "2(3(x))");
  EXPECT_EQ(shape(wreath(2, 5)), "5(2(x))");
  EXPECT_EQ(copies_shape(wreath(3, 4), 2), "4(3(xx))");
  EXPECT_EQ(shape(dihedral(4)), "2(2(x))");
}

// A large group with many generators, each of which moves little: random elements must reach all of it.
TEST(HierarchyTest, ManyGeneratorsThatMoveLittle) {
  constexpr uint32_t kSets = 60;
  constexpr uint32_t kPoints = 4 * kSets;
  std::vector<symmetry::Permutation> generators;
  for (uint16_t s = 0; s < kSets; ++s) {
    const auto first = static_cast<uint16_t>(4 * s);
    for (uint16_t k = 1; k < 4; ++k)
      generators.push_back(symmetry::Permutation::transposition(kPoints, first, first + k));
    if (s == 0) continue;
    std::vector<symmetry::Permutation> exchanges;
    for (uint16_t k = 0; k < 4; ++k) {
      exchanges.push_back(symmetry::Permutation::transposition(kPoints, first - 4 + k, first + k));
    }
    generators.push_back(product_of(exchanges));
  }
  const symmetry::PermutationGroup likely(kPoints, generators, {}, symmetry::PermutationGroup::Chain::Likely);
  symmetry::BigNumber order = symmetry::BigNumber::factorial(kSets);
  for (uint32_t s = 0; s < kSets; ++s) order *= 24;
  EXPECT_EQ(likely.order().decimal(), order.decimal());
  EXPECT_EQ(shape(likely), "60(4(x))");
}

TEST(HierarchyTest, MembersAreThoseOfTheChain) {
  const symmetry::PermutationGroup group = wreath(3, 2);
  const symmetry::Hierarchy hierarchy = *find_hierarchy(group);
  const symmetry::HierarchyMembers members(hierarchy, group.points());
  std::vector<uint16_t> images(group.points());
  std::iota(images.begin(), images.end(), uint16_t{0});
  do {
    const symmetry::Permutation p(images);
    ASSERT_EQ(members.contain(p), group.contains(p));
  } while (std::next_permutation(images.begin(), images.end()));
}

// Three servers, each with a queue and two clients: points 0-2, 3-5 and 6-11.
TEST(HierarchyTest, PartsHoldPointsAndSets) {
  const symmetry::PermutationGroup group(
      12,
      {product_of({cycle(12, {0, 1, 2}), cycle(12, {3, 4, 5}), cycle(12, {6, 8, 10}), cycle(12, {7, 9, 11})}),
       product_of({cycle(12, {0, 1}), cycle(12, {3, 4}), cycle(12, {6, 8}), cycle(12, {7, 9})}), cycle(12, {6, 7})});
  EXPECT_EQ(group.order().decimal(), "48");
  EXPECT_EQ(shape(group), "3(xx2(x))");
}

// A binary tree of depth three: leaves 0-7, inner nodes 8-13.
TEST(HierarchyTest, Trees) {
  const symmetry::PermutationGroup group(
      14, {cycle(14, {0, 1}), product_of({cycle(14, {0, 2}), cycle(14, {1, 3}), cycle(14, {8, 9})}),
           product_of({cycle(14, {0, 4}), cycle(14, {1, 5}), cycle(14, {2, 6}), cycle(14, {3, 7}), cycle(14, {8, 10}),
                       cycle(14, {9, 11}), cycle(14, {12, 13})})});
  EXPECT_EQ(group.order().decimal(), "128");
  EXPECT_EQ(shape(group), "2(x2(x2(x)))");
}

TEST(HierarchyTest, OtherGroupsHaveNone) {
  EXPECT_EQ(shape(symmetry::PermutationGroup(5, {rotation(5)})), "none");
  EXPECT_EQ(shape(dihedral(5)), "none");
  EXPECT_EQ(shape(hypercube(3)), "none");
  EXPECT_EQ(shape(symmetry::PermutationGroup(4, {cycle(4, {0, 1, 2}), cycle(4, {1, 2, 3})})),
            "none");  // even permutations
  EXPECT_EQ(shape(symmetry::PermutationGroup(4, {product_of({cycle(4, {0, 1}), cycle(4, {2, 3})})})), "2(xx)");
  EXPECT_EQ(shape(symmetry::PermutationGroup(3, {})), "none");
}

// S_3 on three cells and on their ordered pairs: there is an exchange for every two pairs, but what moves with a pair
// differs, so there are no parts.
TEST(HierarchyTest, ExchangesAloneMakeNoParts) {
  const Generators cells = symmetric(3).generators();
  const Generators together = in_step({on_tuples(cells, ordered_pairs(3), false), cells});
  EXPECT_EQ(shape(symmetry::PermutationGroup(9, together)), "none");
}

class ActionTest : public testing::TestWithParam<size_t> {
 protected:
  Action action = action_library()[GetParam()];
};

TEST_P(ActionTest, OrdersAreThoseOfTheTextbooks) {
  EXPECT_EQ(action.group.order().decimal(), action.order);
}

TEST_P(ActionTest, WhatIsFoundDescribesTheGroup) {
  const std::optional<symmetry::Hierarchy> found = find_hierarchy(action.group);
  EXPECT_EQ(found.has_value(), action.hierarchical);
  EXPECT_TRUE(!found || describes(*found, action.group));
}

// The points renumbered: nothing may depend on their numbers.
TEST_P(ActionTest, NumbersOfPointsDoNotMatter) {
  std::mt19937_64 random(7);
  const uint32_t points = action.group.points();
  for (int round = 0; round < 20; ++round) {
    std::vector<uint16_t> order(points);
    std::iota(order.begin(), order.end(), uint16_t{0});
    std::shuffle(order.begin(), order.end(), random);
    const symmetry::Permutation renaming(order);
    Generators renamed;
    for (const symmetry::Permutation& g : action.group.generators())
      renamed.push_back(renaming.inverse().then(g).then(renaming));
    const symmetry::PermutationGroup group(points, renamed);
    const std::optional<symmetry::Hierarchy> found = find_hierarchy(group);
    ASSERT_EQ(found.has_value(), action.hierarchical);
    ASSERT_TRUE(!found || describes(*found, group));
  }
}

INSTANTIATE_TEST_SUITE_P(Library, ActionTest, testing::Range(size_t{0}, action_library().size()),
                         [](const auto& info) { return action_library()[info.param].name; });

// ---- The check on its own

symmetry::Hierarchy one_set(std::vector<std::vector<uint16_t>> parts) {
  symmetry::Hierarchy h;
  h.sets.emplace_back();
  for (std::vector<uint16_t>& points : parts) h.sets[0].parts.push_back({std::move(points), {}});
  h.tops = {0};
  return h;
}

TEST(HierarchyCheckTest, AcceptsWhatIsRight) {
  EXPECT_TRUE(describes(one_set({{0}, {1}, {2}}), symmetric(3)));
  symmetry::Hierarchy blocks;
  blocks.sets = {{{{{0}, {}}, {{1}, {}}}}, {{{{2}, {}}, {{3}, {}}}}, {{{{}, {0}}, {{}, {1}}}}};
  blocks.tops = {2};
  EXPECT_TRUE(describes(blocks, wreath(2, 2)));
}

TEST(HierarchyCheckTest, RefusesPartsThatOverlapOrDiffer) {
  const Generators cells = symmetric(3).generators();
  const Generators together = in_step({on_tuples(cells, ordered_pairs(3), false), cells});
  EXPECT_FALSE(describes(one_set({{0, 1, 2, 6}, {3, 5, 4, 7}, {4, 3, 5, 8}}), symmetry::PermutationGroup(9, together)));
  EXPECT_FALSE(describes(one_set({{0}, {1}, {1}}), symmetric(3)));
  EXPECT_FALSE(describes(one_set({{0}, {1, 2}}), symmetric(3)));
  EXPECT_FALSE(describes(one_set({{0}, {}}), symmetric(3)));
  EXPECT_FALSE(describes(one_set({{0, 1, 2}}), symmetric(3)));
}

TEST(HierarchyCheckTest, RefusesGroupsThatAreLargerOrSmaller) {
  EXPECT_FALSE(describes(one_set({{0}, {1}, {2}}), symmetric(4)));                                  // 3 moves, too
  EXPECT_FALSE(describes(one_set({{0}, {1}, {2}}), symmetry::PermutationGroup(3, {rotation(3)})));  // no exchanges
  EXPECT_FALSE(describes(one_set({{0, 1}, {2, 3}}), wreath(2, 2)));                                 // parts move within
  symmetry::Hierarchy blocks;
  blocks.sets = {{{{{0}, {}}, {{1}, {}}}}, {{{{2}, {}}, {{3}, {}}}}};
  blocks.tops = {0, 1};
  EXPECT_FALSE(describes(blocks, wreath(2, 2)));  // the blocks are exchanged
}

TEST(HierarchyCheckTest, RefusesWhatIsNoTree) {
  symmetry::Hierarchy h;
  h.sets = {{{{{0}, {}}, {{1}, {}}}}, {{{{2}, {0}}, {{3}, {0}}}}};  // one set in two parts
  h.tops = {1};
  EXPECT_FALSE(describes(h, wreath(2, 2)));
  h = one_set({{0}, {1}});
  h.tops = {};
  EXPECT_FALSE(describes(h, symmetric(2)));
  h.tops = {0, 0};
  EXPECT_FALSE(describes(h, symmetric(2)));
  h.sets = {{{{{0}, {0}}, {{1}, {0}}}}};  // contains itself
  h.tops = {0};
  EXPECT_FALSE(describes(h, symmetric(2)));
}

}  // namespace
}  // namespace px::test
