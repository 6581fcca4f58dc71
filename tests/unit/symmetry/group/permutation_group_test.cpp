#include "symmetry/group/permutation_group.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

#include "tests/unit/symmetry/group/named_groups.h"

namespace px::test {
namespace {

using Images = std::vector<uint16_t>;

Images images_of(const symmetry::Permutation& p) {
  return {p.images().begin(), p.images().end()};
}

// All products of the generators, by definition.
std::set<Images> closure(const symmetry::PermutationGroup& group) {
  std::set<Images> known{images_of(symmetry::Permutation(group.points()))};
  std::vector<symmetry::Permutation> open{symmetry::Permutation(group.points())};
  while (!open.empty()) {
    const symmetry::Permutation p = open.back();
    open.pop_back();
    for (const symmetry::Permutation& generator : group.generators()) {
      const symmetry::Permutation next = p.then(generator);
      if (known.insert(images_of(next)).second) open.push_back(next);
    }
  }
  return known;
}

void expect_agrees_with_closure(const symmetry::PermutationGroup& group) {
  const std::set<Images> all = closure(group);
  EXPECT_EQ(group.order().value_or_max(), all.size());
  std::set<Images> visited;
  group.for_each_element(
      [&](const symmetry::Permutation& p) { EXPECT_TRUE(visited.insert(images_of(p)).second) << "visited twice"; });
  EXPECT_EQ(visited, all);
}

TEST(PermutationGroup, KnownOrders) {
  EXPECT_EQ(symmetry::PermutationGroup(5, {}).order().decimal(), "1");
  EXPECT_EQ(symmetric(7).order().decimal(), "5040");
  EXPECT_EQ(symmetric(20).order().decimal(), "2432902008176640000");
  EXPECT_EQ(symmetric(40).order().decimal(), "815915283247897734345611269596115894272000000000");
  EXPECT_EQ(dihedral(12).order().decimal(), "24");
  EXPECT_EQ(hypercube(3).order().decimal(), "48");
  EXPECT_EQ(hypercube(5).order().decimal(), "3840");
  EXPECT_EQ(wreath(5, 4).order().decimal(), "4976640000");
  EXPECT_EQ(wreath(2, 3).order().decimal(), "48");
  EXPECT_EQ(mathieu11().order().decimal(), "7920");
  EXPECT_EQ(mathieu12().order().decimal(), "95040");
}

TEST(PermutationGroup, AgreesWithTheClosureOfItsGenerators) {
  expect_agrees_with_closure(symmetry::PermutationGroup(4, {}));
  expect_agrees_with_closure(symmetric(6));
  expect_agrees_with_closure(dihedral(7));
  expect_agrees_with_closure(hypercube(4));
  expect_agrees_with_closure(wreath(3, 3));
  expect_agrees_with_closure(mathieu11());
}

TEST(PermutationGroup, AgreesOnRandomGroups) {
  std::mt19937 random(1);
  for (uint32_t round = 0; round < 60; ++round) {
    const uint32_t n = 2 + random() % 7;
    std::vector<symmetry::Permutation> generators;
    for (uint32_t g = 0; g < 1 + random() % 2; ++g) {
      Images images(n);
      std::iota(images.begin(), images.end(), uint16_t{0});
      for (uint32_t swap = 0; swap < 1 + random() % 3; ++swap) std::swap(images[random() % n], images[random() % n]);
      generators.emplace_back(std::move(images));
    }
    expect_agrees_with_closure(symmetry::PermutationGroup(n, std::move(generators)));
  }
}

TEST(PermutationGroup, Membership) {
  const symmetry::PermutationGroup group = mathieu11();
  const std::set<Images> all = closure(group);
  std::mt19937 random(2);
  Images images(11);
  std::iota(images.begin(), images.end(), uint16_t{0});
  for (uint32_t i = 0; i < 500; ++i) {
    std::shuffle(images.begin(), images.end(), random);
    EXPECT_EQ(group.contains(symmetry::Permutation(images)), all.contains(images));
  }
  for (const Images& member : all) ASSERT_TRUE(group.contains(symmetry::Permutation(member)));
}

TEST(PermutationGroup, OrbitsAndPreferredBase) {
  const symmetry::PermutationGroup group(6, {cycle(6, {1, 3}), cycle(6, {4, 5})}, {5});
  EXPECT_EQ(group.orbits(), (std::vector<Images>{{1, 3}, {4, 5}}));
  EXPECT_EQ(group.restricted({4, 5}).order().decimal(), "2");
  EXPECT_EQ(group.levels().front().base, 5);
}

TEST(BigNumber, MultipliesAndCompares) {
  symmetry::BigNumber a(4'000'000'000u);
  EXPECT_EQ(a.decimal(), "4000000000");
  a *= a;
  EXPECT_EQ(a.decimal(), "16000000000000000000");
  EXPECT_EQ(a.value_or_max(), 16'000'000'000'000'000'000u);
  EXPECT_TRUE(symmetry::BigNumber(7) < a);
  EXPECT_FALSE(a < symmetry::BigNumber(7));
  a *= 2;
  EXPECT_EQ(a.value_or_max(), UINT64_MAX);
  EXPECT_EQ(symmetry::BigNumber::factorial(25).decimal(), "15511210043330985984000000");
}

}  // namespace
}  // namespace px::test
