#include "engine/frontier/frontier.h"

#include <atomic>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <tuple>
#include <vector>

#include "engine/frontier/worker_threads.h"

namespace px::frontier {
namespace {

constexpr uint64_t kPlenty = uint64_t{1} << 30;

// A search over a binary tree: entry n has children 2n and 2n+1 up to `limit`. Every number must be taken once.
struct TreeSearch {
  uint32_t workers;
  SearchOrder order;
  uint32_t entry_words;

  void run(uint64_t limit) {
    MemoryBudget budget(kPlenty);
    {
      auto frontier =
          make_frontier({.order = order, .workers = workers, .entry_words = entry_words, .budget = &budget});
      std::vector<std::atomic<uint8_t>> taken(limit + 1);
      std::atomic<uint64_t> count = 0;
      push(*frontier, 0, 1);
      const bool ran = run_workers(workers, {}, [&](uint32_t worker) {
        while (Chunk* chunk = frontier->take(worker)) {
          for (uint32_t i = 0; i < chunk->count; ++i) {
            const uint64_t n = chunk->entry(i)[0];
            for (uint32_t w = 1; w < entry_words; ++w) ASSERT_EQ(chunk->entry(i)[w], n + w);
            ++taken[n];
            ++count;
            if (order == SearchOrder::Levels) {
              ASSERT_EQ(chunk->depth, std::bit_width(n) - 1);
            }
            if (2 * n <= limit) push(*frontier, worker, 2 * n);
            if (2 * n + 1 <= limit) push(*frontier, worker, 2 * n + 1);
          }
          frontier->recycle(worker, chunk);
        }
      });
      EXPECT_TRUE(ran);
      EXPECT_EQ(count, limit);
      for (uint64_t n = 1; n <= limit; ++n) ASSERT_EQ(taken[n], 1) << n;
      EXPECT_EQ(frontier->size(), 0u);
      EXPECT_FALSE(frontier->stopped());
    }
    EXPECT_EQ(budget.used(), 0u);
  }

  void push(Frontier& frontier, uint32_t worker, uint64_t n) const {
    std::vector<uint64_t> entry(entry_words);
    for (uint32_t w = 0; w < entry_words; ++w) entry[w] = n + w;
    ASSERT_TRUE(frontier.push(worker, entry.data(), 1));
  }
};

class Frontiers : public ::testing::TestWithParam<std::tuple<uint32_t, SearchOrder, uint32_t>> {};

TEST_P(Frontiers, HandOutEveryEntryOnceAndEnd) {
  const auto [workers, order, words] = GetParam();
  TreeSearch search{workers, order, words};
  search.run(1);
  search.run(100);
  search.run(200000);
}

INSTANTIATE_TEST_SUITE_P(All, Frontiers,
                         ::testing::Combine(::testing::Values(1, 2, 3, 8),
                                            ::testing::Values(SearchOrder::WorkStealing, SearchOrder::Levels),
                                            ::testing::Values(1, 5)));

TEST(Frontier, StopEndsAllWorkers) {
  for (const SearchOrder order : {SearchOrder::WorkStealing, SearchOrder::Levels}) {
    MemoryBudget budget(kPlenty);
    auto frontier = make_frontier({.order = order, .workers = 3, .budget = &budget});
    const uint64_t one = 1;
    frontier->push(0, &one, 1);
    std::atomic<uint64_t> taken = 0;
    const bool ran = run_workers(3, {}, [&](uint32_t worker) {
      while (Chunk* chunk = frontier->take(worker)) {
        if (++taken > 1000) frontier->stop();
        const std::vector<uint64_t> endless(20, 1);
        frontier->push(worker, endless.data(), 20);
        frontier->recycle(worker, chunk);
      }
    });
    EXPECT_TRUE(ran);
    EXPECT_TRUE(frontier->stopped());
    EXPECT_FALSE(frontier->dropped_entries());
  }
}

TEST(Frontier, SaysWhenMemoryIsUsedUp) {
  for (const SearchOrder order : {SearchOrder::WorkStealing, SearchOrder::Levels}) {
    MemoryBudget budget(200000);
    auto frontier = make_frontier({.order = order, .workers = 1, .budget = &budget});
    const std::vector<uint64_t> entries(1000, 7);
    bool accepted = true;
    for (int i = 0; i < 1000 && accepted; ++i) accepted = frontier->push(0, entries.data(), 1000);
    EXPECT_FALSE(accepted);
    EXPECT_TRUE(frontier->dropped_entries());
    EXPECT_LE(budget.peak(), budget.limit());
  }
}

// A search saved when its last level was fully expanded: omissions found only then form a level of their own, as in a
// search that was not interrupted.
TEST(Frontier, LevelsThatAreReopenedAreNumberedAlikeAfterASave) {
  MemoryBudget budget(kPlenty);
  const auto make = [&] {
    return make_frontier({.order = SearchOrder::Levels, .workers = 1, .entry_words = 1, .budget = &budget});
  };
  const auto one_level = [](Frontier& frontier) {
    const uint64_t entry = 7;
    ASSERT_TRUE(frontier.push(0, &entry, 1));
    while (Chunk* chunk = frontier.take(0)) frontier.recycle(0, chunk);
  };
  const auto whole = make();
  for (int i = 0; i < 3; ++i) {
    one_level(*whole);
    whole->reopen();
  }
  EXPECT_EQ(whole->level_sizes(), std::vector<uint64_t>({1, 1, 1}));

  auto pieces = make();
  one_level(*pieces);
  for (int i = 0; i < 2; ++i) {
    LevelPosition position = pieces->level_position();
    pieces = make();
    pieces->start_at(std::move(position));
    EXPECT_EQ(pieces->take(0), nullptr);
    pieces->reopen();
    one_level(*pieces);
  }
  EXPECT_EQ(pieces->level_sizes(), whole->level_sizes());
}

TEST(WorkerThreads, EachRunsOnceAlsoPinned) {
  for (const ThreadPlacement placement : {ThreadPlacement{false, false}, {true, false}, {false, true}}) {
    std::vector<std::atomic<int>> runs(5);
    EXPECT_TRUE(run_workers(5, placement, [&](uint32_t worker) { ++runs[worker]; }));
    for (const std::atomic<int>& count : runs) EXPECT_EQ(count, 1);
  }
}

uint64_t mapped_bytes() {
  std::ifstream pages("/proc/self/statm");
  uint64_t mapped = 0;
  pages >> mapped;
  return mapped * 4096;
}

// A search whose workers wait for each other must not start with only some of them: it would never end.
TEST(WorkerThreads, NoneRunsIfTheSystemRefusesOne) {
  if (mapped_bytes() > uint64_t{1} << 40) GTEST_SKIP() << "a sanitizer needs address space without bounds";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit tight{mapped_bytes() + (uint64_t{256} << 20), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &tight), 0);
  std::atomic<int> runs = 0;
  const bool ran = run_workers(10'000, {}, [&](uint32_t) { ++runs; });
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_FALSE(ran);
  EXPECT_EQ(runs, 0);
}

cpu_set_t cores_of_this_thread() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  EXPECT_EQ(sched_getaffinity(0, sizeof(cores), &cores), 0);
  return cores;
}

TEST(WorkerThreads, PinnedOnesHaveACoreEach) {
  const cpu_set_t before = cores_of_this_thread();
  const auto workers = static_cast<uint32_t>(CPU_COUNT(&before));
  std::vector<cpu_set_t> cores(workers);
  const auto note_cores = [&](uint32_t worker) { cores[worker] = cores_of_this_thread(); };
  EXPECT_TRUE(run_workers(workers, {.pin = true}, note_cores));
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const cpu_set_t& one : cores) {
    EXPECT_EQ(CPU_COUNT(&one), 1);
    CPU_OR(&all, &all, &one);
  }
  EXPECT_TRUE(CPU_EQUAL(&all, &before));
  const cpu_set_t after = cores_of_this_thread();
  EXPECT_TRUE(CPU_EQUAL(&after, &before)) << "the first thread was the caller's, who gets its cores back";
}

TEST(WorkerThreads, KeepToTheCoresOfTheProcess) {
  const cpu_set_t before = cores_of_this_thread();
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &before)) --last;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(last, &only);
  ASSERT_EQ(sched_setaffinity(0, sizeof(only), &only), 0);
  for (const ThreadPlacement placement : {ThreadPlacement{false, false}, {true, false}, {false, true}, {true, true}}) {
    std::vector<cpu_set_t> cores(3);
    EXPECT_TRUE(run_workers(3, placement, [&](uint32_t worker) { cores[worker] = cores_of_this_thread(); }));
    for (const cpu_set_t& one : cores) EXPECT_TRUE(CPU_EQUAL(&one, &only));
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}

}  // namespace
}  // namespace px::frontier
