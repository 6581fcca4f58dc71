#include "engine/model/lts.h"

#include <gtest/gtest.h>

namespace px {
namespace {

Lts make(uint32_t states, const std::vector<std::tuple<uint32_t, std::string, uint32_t>>& edges) {
  Lts lts;
  lts.states = states;
  std::map<std::string, uint32_t> known;
  for (const auto& [from, label, to] : edges) lts.edges.push_back({from, lts.label(label, known), to});
  return lts;
}

TEST(Lts, StrongBisimulation) {
  // a.(b + c) and a.b + a.c differ.
  const Lts lts = make(6, {{0, "a", 1}, {1, "b", 2}, {1, "c", 2}, {0, "a", 3}, {0, "a", 4}, {3, "b", 5}, {4, "c", 5}});
  const Lts small = quotient(lts, Bisimulation::Strong);
  EXPECT_EQ(small.states, 5u);
  EXPECT_EQ(small.edges.size(), 7u);
}

TEST(Lts, EqualEdgesAreOne) {
  const Lts small = quotient(make(3, {{0, "a", 1}, {0, "a", 2}, {1, "b", 0}, {2, "b", 0}}), Bisimulation::Strong);
  EXPECT_EQ(small.states, 2u);
  EXPECT_EQ(small.edges.size(), 2u);
}

TEST(Lts, BranchingBisimulationSeesNoInertTau) {
  // tau before a choice is inert; tau that discards an option is not.
  const Lts inert = quotient(make(3, {{0, "tau", 1}, {1, "a", 2}, {1, "b", 2}}), Bisimulation::Branching);
  EXPECT_EQ(inert.states, 2u);
  const Lts choice = quotient(make(3, {{0, "tau", 1}, {0, "b", 2}, {1, "a", 2}}), Bisimulation::Branching);
  EXPECT_EQ(choice.states, 3u);
}

TEST(Lts, CyclesOfTauAreOneState) {
  const Lts small =
      quotient(make(4, {{0, "tau", 1}, {1, "tau", 2}, {2, "tau", 0}, {1, "a", 3}}), Bisimulation::Branching);
  EXPECT_EQ(small.states, 2u);
  EXPECT_EQ(small.edges.size(), 1u);
}

TEST(Lts, AnyNumberOfThreads) {
  std::vector<std::tuple<uint32_t, std::string, uint32_t>> edges;
  for (uint32_t i = 0; i < 20'000; ++i) edges.emplace_back(i, i % 7 == 0 ? "a" : "b", (i * 13 + 5) % 20'000);
  const Lts lts = make(20'000, edges);
  EXPECT_EQ(aut_text(quotient(lts, Bisimulation::Strong, 1)), aut_text(quotient(lts, Bisimulation::Strong, 3)));
}

TEST(Lts, Aldebaran) {
  EXPECT_EQ(aut_text(make(2, {{0, "a(\"x\")", 1}})), "des (0,1,2)\n(0,\"a(\\\"x\\\")\",1)\n");
}

}  // namespace
}  // namespace px
