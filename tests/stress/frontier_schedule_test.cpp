// The frontiers' own code (deques, pools, termination, barrier) under seeded schedules: every entry is taken exactly
// once, and a worker learns that the search is over only when nothing is left anywhere.
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <span>
#include <utility>
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
    while (frontier::Chunk* chunk = frontier.take(worker)) {
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

// The same with a thread that pauses the others now and then: every entry that was pushed and not expanded must then be
// waiting, once. Halfway through, the others are asked to stop, and the rest continues in another frontier with another
// number of workers.
template <class AnyFrontier>
void run_paused_schedule(uint64_t seed, uint32_t workers, uint64_t limit, bool levels) {
  MemoryBudget budget(uint64_t{1} << 28);
  std::vector<uint32_t> taken(limit + 1);
  uint64_t outstanding = 1;
  const auto work = [&](AnyFrontier& frontier, uint32_t worker) {
    while (frontier::Chunk* chunk = frontier.take(worker)) {
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
  };
  std::vector<std::pair<uint32_t, std::vector<uint64_t>>> left;
  frontier::LevelPosition position;
  {
    AnyFrontier frontier({.workers = workers, .chunk_entries = 8, .budget = &budget});
    const uint64_t root = 1;
    frontier.push(0, &root, 1);
    DeterministicSchedule(seed).run(workers + 1, [&](uint32_t thread) {
      if (thread < workers) return work(frontier, thread);
      for (uint32_t pauses = 0; pauses < 3; ++pauses) {
        frontier.pause();
        std::vector<uint32_t> waits(limit + 1);
        uint64_t all = 0;
        frontier.for_each_waiting([&](uint32_t, std::span<const uint64_t> entries) {
          for (const uint64_t n : entries) all += ++waits[n] == 1 && taken[n] == 0;
        });
        ASSERT_EQ(all, outstanding) << "seed " << seed;
        if (pauses == 2) frontier.stop();
        frontier.resume();
      }
    });
    frontier.for_each_waiting([&](uint32_t depth, std::span<const uint64_t> entries) {
      left.push_back({depth, {entries.begin(), entries.end()}});
    });
    position = frontier.level_position();
  }
  const uint32_t others = 1 + (workers + static_cast<uint32_t>(seed)) % 4;
  AnyFrontier frontier({.workers = others, .chunk_entries = 8, .budget = &budget});
  frontier.start_at(position);
  for (size_t i = 0; i < left.size(); ++i) {
    ASSERT_TRUE(frontier.push_saved(static_cast<uint32_t>(i) % others, left[i].first, left[i].second));
  }
  DeterministicSchedule(seed + 1).run(others, [&](uint32_t worker) { work(frontier, worker); });
  ASSERT_EQ(outstanding, 0u) << "seed " << seed;
  for (uint64_t n = 1; n <= limit; ++n) ASSERT_EQ(taken[n], 1u) << "entry " << n << ", seed " << seed;
  if (!levels) return;
  const std::vector<uint64_t> sizes = frontier.level_sizes();
  for (size_t depth = 0; depth < sizes.size(); ++depth) {
    ASSERT_EQ(sizes[depth], std::min(limit + 1, uint64_t{2} << depth) - (uint64_t{1} << depth)) << "seed " << seed;
  }
}

using Stealing = frontier::WorkStealingFrontier<DeterministicAtomic, DeterministicWait>;
using Levels = frontier::LevelFrontier<DeterministicAtomic, DeterministicWait>;

TEST(FrontierSchedules, WorkStealing) {
  for (uint64_t seed = 0; seed < 300; ++seed) run_schedule<Stealing>(seed, 2 + seed % 3, 1 + seed % 90, false);
  for (uint64_t seed = 0; seed < 20; ++seed) run_schedule<Stealing>(seed, 3, 1500, false);
}

TEST(FrontierSchedules, Levels) {
  for (uint64_t seed = 0; seed < 300; ++seed) run_schedule<Levels>(seed, 2 + seed % 3, 1 + seed % 90, true);
  for (uint64_t seed = 0; seed < 20; ++seed) run_schedule<Levels>(seed, 3, 1500, true);
}

TEST(FrontierSchedules, PausedAndGoneOnFrom) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    run_paused_schedule<Stealing>(seed, 1 + seed % 4, 1 + seed % 200, false);
    run_paused_schedule<Levels>(seed, 1 + seed % 4, 1 + seed % 200, true);
  }
  for (uint64_t seed = 0; seed < 2; ++seed) {
    run_paused_schedule<Stealing>(seed, 3, 800, false);
    run_paused_schedule<Levels>(seed, 3, 800, true);
  }
}

}  // namespace
}  // namespace px::stress
