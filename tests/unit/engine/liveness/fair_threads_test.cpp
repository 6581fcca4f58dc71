// Threads of components, compared with the unfolded component: every state with every possible renaming of the root's
// names to its own.
#include "engine/liveness/fair_threads.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace px::liveness {
namespace {

using Renaming = std::vector<uint16_t>;

struct Edge {
  uint32_t to = 0;
  Renaming renaming;
  uint64_t satisfied = 0;
};

// A strongly connected graph: a ring, and more edges.
struct Component {
  Component(std::mt19937_64& random, uint32_t elements) : elements(elements) {
    const uint32_t states = 1 + random() % 6;
    const bool identity_only = random() % 4 == 0;
    edges.resize(states);
    for (uint32_t s = 0; s < states; ++s) satisfied.push_back(rare(random));
    const auto add = [&](uint32_t from, uint32_t to) {
      Edge edge{to, Renaming(elements), rare(random)};
      std::iota(edge.renaming.begin(), edge.renaming.end(), uint16_t{0});
      // Only a few permutations, so that threads differ.
      if (!identity_only && random() % 3 == 0) {
        std::swap(edge.renaming[random() % elements], edge.renaming[random() % elements]);
      }
      edges[from].push_back(edge);
    };
    for (uint32_t s = 0; s < states; ++s) add(s, (s + 1) % states);
    for (uint64_t more = random() % 5; more > 0; --more) {
      add(static_cast<uint32_t>(random() % states), static_cast<uint32_t>(random() % states));
    }
  }

  uint64_t rare(std::mt19937_64& random) const { return random() % 4 == 0 ? uint64_t{1} << random() % elements : 0; }

  uint32_t elements;
  std::vector<uint64_t> satisfied;
  std::vector<std::vector<Edge>> edges;
};

struct View {
  const Component& component;

  uint32_t elements() const { return component.elements; }
  bool grown(uint64_t) const { return true; }
  bool expand(uint64_t state, const uint64_t*& satisfied, std::vector<ThreadEdge>& edges) const {
    satisfied = &component.satisfied[state];
    for (const Edge& edge : component.edges[state]) {
      edges.push_back({edge.to, edge.renaming.data(), edge.satisfied == 0 ? nullptr : &edge.satisfied});
    }
    return true;
  }
};

bool is_fair_unfolded(const Component& component) {
  using Node = std::pair<uint32_t, Renaming>;  // a state; per element of the start, its number there
  Renaming same(component.elements);
  std::iota(same.begin(), same.end(), uint16_t{0});
  std::set<Node> seen{{0, same}};
  std::vector<Node> open(seen.begin(), seen.end());
  uint64_t satisfied = 0;
  const auto mark = [&](const Renaming& names, uint64_t set) {
    for (uint32_t k = 0; k < component.elements; ++k) satisfied |= (set >> names[k] & 1) << k;
  };
  while (!open.empty()) {
    const auto [state, names] = open.back();
    open.pop_back();
    mark(names, component.satisfied[state]);
    for (const Edge& edge : component.edges[state]) {
      mark(names, edge.satisfied);
      Node next{edge.to, names};
      for (uint16_t& name : next.second) name = edge.renaming[name];
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return satisfied == (uint64_t{1} << component.elements) - 1;
}

TEST(FairThreads, AgreesWithTheUnfoldedComponent) {
  std::mt19937_64 random(7);
  uint32_t fair = 0;
  constexpr uint32_t kRounds = 20'000;
  for (uint32_t round = 0; round < kRounds; ++round) {
    const Component component(random, 1 + static_cast<uint32_t>(random() % 4));
    const View view{component};
    FairThreads<const View> threads(view);
    const bool expected = is_fair_unfolded(component);
    ASSERT_EQ(threads.run(0) == FairThreads<const View>::Answer::Fair, expected) << "round " << round;
    ASSERT_LE(threads.states(), component.edges.size());
    fair += expected ? 1 : 0;
  }
  EXPECT_GT(fair, kRounds / 10);
  EXPECT_LT(fair, kRounds - kRounds / 10);
}

TEST(FairThreads, WhatIsExchangedIsSatisfiedTogether) {
  std::mt19937_64 random(1);
  Component component(random, 2);
  component.satisfied = {1};
  component.edges = {{{0, {0, 1}, 0}}};
  const View view{component};
  FairThreads<const View> threads(view);
  EXPECT_EQ(threads.run(0), FairThreads<const View>::Answer::Unfair);
  component.edges[0].push_back({0, {1, 0}, 0});
  EXPECT_EQ(threads.run(0), FairThreads<const View>::Answer::Fair);
}

}  // namespace
}  // namespace px::liveness
