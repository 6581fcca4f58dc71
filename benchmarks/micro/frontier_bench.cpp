// The cost of the frontier per entry: push and take by one worker; a search shared by several workers, where nearly all
// work starts at one of them; and stealing a chunk.
#include <atomic>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/memory_budget.h"
#include "engine/frontier/frontier.h"
#include "engine/frontier/worker_threads.h"

namespace px {
namespace {

constexpr uint64_t kMemory = uint64_t{4} << 30;
constexpr uint32_t kBatch = 64;

// Entries are numbers of nodes of a binary tree up to kLimit.
void search_tree(frontier::SearchOrder order, uint32_t workers, uint64_t limit, uint64_t& steals) {
  MemoryBudget budget(kMemory);
  auto frontier = frontier::make_frontier({.order = order, .workers = workers, .budget = &budget});
  std::atomic<uint64_t> taken = 0;
  const uint64_t root = 1;
  frontier->push(0, &root, 1);
  const bool ran = frontier::run_workers(workers, {}, [&](uint32_t worker) {
    uint64_t mine = 0;
    std::vector<uint64_t> children;
    while (frontier::Chunk* chunk = frontier->take(worker)) {
      children.clear();
      for (uint32_t i = 0; i < chunk->count; ++i) {
        const uint64_t n = *chunk->entry(i);
        if (2 * n <= limit) children.push_back(2 * n);
        if (2 * n + 1 <= limit) children.push_back(2 * n + 1);
      }
      mine += chunk->count;
      frontier->recycle(worker, chunk);
      frontier->push(worker, children.data(), static_cast<uint32_t>(children.size()));
    }
    taken += mine;
  });
  PX_CHECK(ran && taken == limit);
  steals = frontier->steals();
}

void BM_Search(benchmark::State& state) {
  const auto order = state.range(0) == 0 ? frontier::SearchOrder::WorkStealing : frontier::SearchOrder::Levels;
  const auto workers = static_cast<uint32_t>(state.range(1));
  constexpr uint64_t kLimit = 4000000;
  uint64_t steals = 0;
  for (auto _ : state) search_tree(order, workers, kLimit, steals);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kLimit));
  state.counters["steals"] = static_cast<double>(steals);
}

void BM_PushTake(benchmark::State& state) {
  MemoryBudget budget(kMemory);
  auto frontier =
      frontier::make_frontier({.workers = 1, .entry_words = static_cast<uint32_t>(state.range(0)), .budget = &budget});
  const std::vector<uint64_t> entries(size_t{kBatch} * static_cast<uint32_t>(state.range(0)), 1);
  int64_t taken = 0;
  for (auto _ : state) {
    for (int i = 0; i < 4; ++i) frontier->push(0, entries.data(), kBatch);
    frontier::Chunk* chunk = frontier->take(0);
    taken += chunk->count;
    frontier->recycle(0, chunk);
  }
  state.SetItemsProcessed(taken);
}

// Worker 0 fills its deque, worker 1 (the same thread here) takes all of it.
void BM_Steal(benchmark::State& state) {
  MemoryBudget budget(kMemory);
  constexpr uint32_t kChunks = 1000;
  const std::vector<uint64_t> entries(256, 1);
  auto frontier = frontier::make_frontier({.workers = 2, .budget = &budget});
  for (auto _ : state) {
    for (uint32_t i = 0; i < kChunks; ++i) frontier->push(0, entries.data(), 256);
    for (uint32_t i = 0; i < kChunks; ++i) frontier->recycle(1, frontier->take(1));
  }
  PX_CHECK(frontier->steals() == static_cast<uint64_t>(state.iterations()) * kChunks);
  state.SetItemsProcessed(state.iterations() * kChunks);
}

BENCHMARK(BM_PushTake)->ArgName("words")->Arg(1)->Arg(3)->Arg(8);
BENCHMARK(BM_Steal);
BENCHMARK(BM_Search)
    ->ArgNames({"levels", "workers"})
    ->ArgsProduct({{0, 1}, {1, 2, 8}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
