// The shared component sets under seeded schedules: every answer and every set agrees with Tarjan's algorithm, for all
// interleavings.
#include <gtest/gtest.h>

#include "tests/stress/deterministic_schedule.h"
#include "tests/support/graph_search.h"
#include "tests/support/random_graph.h"

namespace px::stress {
namespace {

using Search = test::GraphSearch<DeterministicAtomic, DeterministicWait>;

void run_schedule(uint64_t seed, uint32_t workers) {
  const uint32_t kinds = static_cast<uint32_t>(seed % 3);
  const bool on_edges = seed % 2 == 0;
  const uint32_t wanted = (uint32_t{1} << kinds) - 1;
  const test::MarkedGraph graph = test::random_graph(seed, 14, kinds, on_edges);
  const test::GraphComponents expected = test::Tarjan(graph).result();
  // A mark that nothing carries: the search runs to completion, and all components are complete.
  const uint32_t sought = seed % 5 == 0 ? wanted | uint32_t{1} << 20 : wanted;
  Search search(graph, sought, on_edges);
  DeterministicSchedule(seed).run(workers, [&](uint32_t worker) { search.work(worker); });
  ASSERT_EQ(search.found(), expected.has_accepting(sought)) << "seed " << seed;
  if (search.found()) return;
  ASSERT_EQ(search.finished(), expected.reached) << "seed " << seed;
  ASSERT_EQ(search.edges(), expected.edges) << "seed " << seed;
  for (uint64_t a = 0; a < graph.size(); ++a) {
    if (expected.component[a] == test::GraphComponents::kUnreached) continue;
    ASSERT_TRUE(search.sets().is_dead(a)) << "seed " << seed << ", state " << a;
    const uint32_t marks = search.sets().marks_of(a);
    ASSERT_EQ((marks & liveness::kCycle) != 0, expected.has_cycle[expected.component[a]])
        << "seed " << seed << ", state " << a;
    ASSERT_EQ(marks & ~liveness::kCycle, expected.marks[expected.component[a]]) << "seed " << seed << ", state " << a;
    for (uint64_t b = 0; b < graph.size(); ++b) {
      ASSERT_EQ(search.sets().same(a, b), expected.component[a] == expected.component[b])
          << "seed " << seed << ", states " << a << " and " << b;
    }
  }
}

TEST(ComponentSchedule, TwoWorkers) {
  for (uint64_t seed = 0; seed < 1500; ++seed) run_schedule(seed, 2);
}

TEST(ComponentSchedule, FourWorkers) {
  for (uint64_t seed = 10'000; seed < 11'500; ++seed) run_schedule(seed, 4);
}

}  // namespace
}  // namespace px::stress
