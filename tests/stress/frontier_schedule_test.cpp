// The frontiers' own code (deques, pools, termination, barrier) under seeded schedules: every entry is taken exactly
// once, and a worker is told that the search is over only when nothing is left anywhere.
#include <bit>
#include <gtest/gtest.h>
#include <vector>

#include "engine/base/memory_budget.h"
#include "engine/frontier/levels.h"
#include "engine/frontier/work_stealing.h"
#include "tests/stress/deterministic_schedule.h"

namespace px::stress {
namespace {

// Entries are numbers; n has the children 2n and 2n + 1 up to the limit.
template <class AnyFrontier>
void run_schedule(uint64_t seed, uint32_t workers, uint64_t limit, bool levels) {
  MemoryBudget budget(uint64_t{1} << 28);
  AnyFrontier frontier({.workers = workers, .chunk_entries = 8, .budget = &budget});
  std::vector<uint32_t> taken(limit + 1);
  uint64_t outstanding = 1;
  const uint64_t root = 1;
  frontier.push(0, &root, 1);
  DeterministicSchedule(seed).run(workers, [&](uint32_t worker) {
    while (Chunk* chunk = frontier.take(worker)) {
      for (uint32_t i = 0; i < chunk->count; ++i) {
        const uint64_t n = chunk->entry(i)[0];
        ++taken[n];
        if (levels) {
          ASSERT_EQ(chunk->depth, std::bit_width(n) - 1);
        }
        for (const uint64_t child : {2 * n, 2 * n + 1}) {
          if (child > limit) continue;
          ++outstanding;
          ASSERT_TRUE(frontier.push(worker, &child, 1));
        }
        --outstanding;
      }
      frontier.recycle(worker, chunk);
    }
    ASSERT_EQ(outstanding, 0u) << "told too early, seed " << seed;
  });
  for (uint64_t n = 1; n <= limit; ++n) ASSERT_EQ(taken[n], 1u) << "entry " << n << ", seed " << seed;
}

using Stealing = WorkStealingFrontier<DeterministicAtomic, DeterministicWait>;
using Levels = LevelFrontier<DeterministicAtomic, DeterministicWait>;

TEST(FrontierSchedules, WorkStealing) {
  for (uint64_t seed = 0; seed < 300; ++seed) run_schedule<Stealing>(seed, 2 + seed % 3, 1 + seed % 90, false);
  for (uint64_t seed = 0; seed < 20; ++seed) run_schedule<Stealing>(seed, 3, 1500, false);
}

TEST(FrontierSchedules, Levels) {
  for (uint64_t seed = 0; seed < 300; ++seed) run_schedule<Levels>(seed, 2 + seed % 3, 1 + seed % 90, true);
  for (uint64_t seed = 0; seed < 20; ++seed) run_schedule<Levels>(seed, 3, 1500, true);
}

}  // namespace
}  // namespace px::stress
