// The parallel search for accepting components against Tarjan's algorithm, on random graphs.
#include "engine/liveness/component_search.h"

#include <gtest/gtest.h>
#include <thread>

#include "tests/support/graph_search.h"
#include "tests/support/random_graph.h"

namespace px::liveness {
namespace {

struct Yield {
  void wait() { std::this_thread::yield(); }
};
using Search = test::GraphSearch<std::atomic, Yield>;

void run(Search& search, uint32_t threads) {
  std::vector<std::thread> running;
  for (uint32_t i = 1; i < threads; ++i) running.emplace_back([&search, i] { search.work(i); });
  search.work(0);
  for (std::thread& thread : running) thread.join();
}

void compare(uint64_t seed, uint32_t threads, uint32_t most_states) {
  const uint32_t kinds = static_cast<uint32_t>(seed % 5);
  const bool on_edges = seed % 3 == 0;
  const uint32_t wanted = (uint32_t{1} << kinds) - 1;
  const test::MarkedGraph graph = test::random_graph(seed, most_states, kinds, on_edges);
  const test::GraphComponents expected = test::Tarjan(graph).result();
  Search search(graph, wanted, on_edges);
  run(search, threads);
  ASSERT_EQ(search.found(), expected.has_accepting(wanted)) << "seed " << seed << ", threads " << threads;
  const auto component = [&](uint64_t s) { return expected.component[s]; };
  if (search.found()) {
    const uint32_t c = component(search.found_state());
    ASSERT_TRUE(expected.has_cycle[c] && (expected.marks[c] & wanted) == wanted) << "seed " << seed;
  } else {
    ASSERT_EQ(search.finished(), expected.reached) << "seed " << seed;
    ASSERT_EQ(search.edges(), expected.edges) << "seed " << seed;
  }
  // States that were united form one component; they form all of it, if everything was seen.
  std::vector<uint64_t> root(expected.marks.size(), UINT64_MAX);
  for (uint64_t s = 0; s < graph.size(); ++s) {
    if (component(s) == test::GraphComponents::kUnreached) continue;
    const uint64_t set = search.sets().root_of(s);
    ASSERT_EQ(component(set), component(s)) << "seed " << seed << ", state " << s;
    if (search.found()) continue;
    if (root[component(s)] == UINT64_MAX) root[component(s)] = set;
    ASSERT_EQ(root[component(s)], set) << "seed " << seed << ", state " << s;
    ASSERT_TRUE(search.sets().is_dead(s)) << "seed " << seed << ", state " << s;
  }
}

class ComponentSearchThreads : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ComponentSearchThreads, AgreesWithTarjanOnSmallGraphs) {
  for (uint64_t seed = 0; seed < 2000; ++seed) compare(seed, GetParam(), 40);
}

TEST_P(ComponentSearchThreads, AgreesWithTarjanOnLargeGraphs) {
  for (uint64_t seed = 0; seed < 30; ++seed) compare(seed, GetParam(), 20'000);
}

INSTANTIATE_TEST_SUITE_P(OneToEight, ComponentSearchThreads, ::testing::Values(1u, 2u, 4u, 8u));

TEST(ComponentSearch, ASingleStateNeedsAnEdgeToItself) {
  test::MarkedGraph graph;
  graph.edges.resize(1);
  graph.marks = {1};
  Search alone(graph, 1, false);
  alone.work(0);
  EXPECT_FALSE(alone.found());
  graph.edges[0].push_back({0, 0});
  Search looping(graph, 1, false);
  looping.work(0);
  EXPECT_TRUE(looping.found());
}

TEST(ComponentSearch, AMillionStatesInOneRingNeedNoRecursion) {
  constexpr uint32_t kStates = 1'000'000;
  test::MarkedGraph graph;
  graph.marks.assign(kStates, 0);
  graph.edges.resize(kStates);
  for (uint32_t s = 0; s < kStates; ++s) graph.edges[s].push_back({(s + 1) % kStates, 0});
  Search search(graph, 1, false);
  run(search, 2);
  EXPECT_FALSE(search.found());
  EXPECT_EQ(search.finished(), kStates);
  EXPECT_TRUE(search.sets().same(0, kStates / 2));
}

}  // namespace
}  // namespace px::liveness
