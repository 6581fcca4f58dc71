#include "symmetry/detect/twins.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>

#include "symmetry/group/coloured_graph.h"
#include "symmetry/group/permutation_group.h"

namespace px::test {
namespace {

using Classes = std::vector<std::vector<uint32_t>>;

std::vector<uint32_t> up_to(uint32_t n) {
  std::vector<uint32_t> points;
  for (uint32_t p = 0; p < n; ++p) points.push_back(p);
  return points;
}

TEST(Twins, OneQuestionPerElementThatJoinsAClass) {
  uint32_t questions = 0;
  const Classes twins = symmetry::find_twins({up_to(500)}, [&](uint32_t, uint32_t) {
    ++questions;
    return true;
  });
  EXPECT_EQ(twins, Classes{up_to(500)});
  EXPECT_EQ(questions, 499u);
}

TEST(Twins, ClassesWithinACell) {
  const Classes twins = symmetry::find_twins({{0, 1, 2, 3, 4, 5}, {6}, {7, 8}},
                                             [](uint32_t a, uint32_t b) { return a % 3 == b % 3 && a < 5 && b < 5; });
  EXPECT_EQ(twins, (Classes{{0, 3}, {1, 4}}));
}

TEST(Twins, ACellWithoutTwinsIsGivenUpAndTheNextIsNot) {
  uint64_t questions = 0;
  const Classes twins = symmetry::find_twins({up_to(3000), {3000, 3001}}, [&](uint32_t a, uint32_t) {
    ++questions;
    return a >= 3000;
  });
  EXPECT_EQ(twins, (Classes{{3000, 3001}}));
  EXPECT_LT(questions, 60'000u);
}

// Graphs whose vertices are all points.
struct RandomGraph {
  uint32_t n;
  std::set<std::pair<uint32_t, uint32_t>> edges;
  std::vector<uint32_t> colours;

  // Vertices are copied with their edges, so that there are twins, and then the graph as a whole, so that these move.
  explicit RandomGraph(std::mt19937_64& random) : n(2 + random() % 3), colours(n) {
    for (uint32_t& colour : colours) colour = random() % 2;
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < a; ++b) {
        if (random() % 2 == 0) edges.insert({b, a});
      }
    }
    for (int copies = random() % 4; copies > 0; --copies) copy(random() % n, random() % 2 == 0);
    const uint32_t half = n;
    if (random() % 2 == 0) return;
    const auto first = edges;
    for (const auto& [a, b] : first) edges.insert({a + half, b + half});
    for (uint32_t a = 0; a < half; ++a) colours.push_back(colours[a]);
    n *= 2;
  }

  void copy(uint32_t vertex, bool joined) {
    for (uint32_t other = 0; other < n; ++other) {
      if (has_edge(vertex, other)) edges.insert({other, n});
    }
    if (joined) edges.insert({vertex, n});
    colours.push_back(colours[vertex]);
    ++n;
  }
  bool has_edge(uint32_t a, uint32_t b) const { return edges.contains({std::min(a, b), std::max(a, b)}); }
  bool are_twins(uint32_t a, uint32_t b) const {
    if (colours[a] != colours[b]) return false;
    const auto points = up_to(n);
    return std::all_of(points.begin(), points.end(), [&](uint32_t other) {
      return other == a || other == b || has_edge(a, other) == has_edge(b, other);
    });
  }
  symmetry::ColouredGraph graph() const {
    symmetry::ColouredGraph made;
    for (const uint32_t colour : colours) made.add_vertex(std::to_string(colour));
    for (const auto& [a, b] : edges) made.add_edge(a, b);
    return made;
  }
};

TEST(Twins, WithTheAutomorphismsThatKeepNumbersTheyGenerateAll) {
  std::mt19937_64 random(7);
  size_t with_both = 0;
  for (int round = 0; round < 2000; ++round) {
    const RandomGraph given(random);
    const std::string whole =
        symmetry::PermutationGroup(given.n, given.graph().automorphisms(given.n)).order().decimal();
    symmetry::ColouredGraph graph = given.graph();
    const Classes twins =
        symmetry::find_twins(graph.cells(given.n), [&](uint32_t a, uint32_t b) { return given.are_twins(a, b); });
    std::vector<uint32_t> marks(given.n, 0);
    for (const auto& members : twins) {
      for (uint32_t k = 0; k < members.size(); ++k) marks[members[k]] = k;
    }
    graph.mark(marks);
    std::vector<symmetry::Permutation> generators = graph.automorphisms(given.n);
    with_both += !generators.empty() && !twins.empty();
    for (const auto& members : twins) {
      for (size_t k = 1; k < members.size(); ++k) {
        generators.push_back(symmetry::Permutation::transposition(given.n, members[0], members[k]));
      }
    }
    ASSERT_EQ(symmetry::PermutationGroup(given.n, generators).order().decimal(), whole) << "round " << round;
  }
  EXPECT_GT(with_both, 300u);
}

}  // namespace
}  // namespace px::test
