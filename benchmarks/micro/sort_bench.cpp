// Sorting many short arrays: networks over vectors against insertion sort, per state of n keys.
#include <benchmark/benchmark.h>
#include <random>
#include <vector>

#include "symmetry/sort/sort.h"

namespace {

constexpr size_t kBatches = 64;

std::vector<uint64_t> random_keys(size_t rows) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> keys(kBatches * rows * px::symmetry::kSortColumns);
  for (uint64_t& key : keys) key = random() >> 32;
  return keys;
}

void BM_SortNetwork(benchmark::State& state) {
  const size_t rows = static_cast<size_t>(state.range(0));
  const std::vector<uint64_t> keys = random_keys(rows);
  std::vector<uint64_t> work(keys.size());
  for (auto _ : state) {
    work = keys;
    for (size_t b = 0; b < kBatches; ++b)
      px::symmetry::sort_columns(work.data() + b * rows * px::symmetry::kSortColumns, rows);
    benchmark::DoNotOptimize(work.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kBatches * px::symmetry::kSortColumns));
}
BENCHMARK(BM_SortNetwork)->Arg(5)->Arg(9)->Arg(16)->Arg(32);

void BM_InsertionSort(benchmark::State& state) {
  const size_t rows = static_cast<size_t>(state.range(0));
  const std::vector<uint64_t> keys = random_keys(rows);
  std::vector<uint64_t> work(keys.size());
  for (auto _ : state) {
    work = keys;
    for (size_t at = 0; at < work.size(); at += rows) {
      uint64_t* array = work.data() + at;
      for (size_t i = 1; i < rows; ++i) {
        const uint64_t key = array[i];
        size_t j = i;
        for (; j > 0 && array[j - 1] > key; --j) array[j] = array[j - 1];
        array[j] = key;
      }
    }
    benchmark::DoNotOptimize(work.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kBatches * px::symmetry::kSortColumns));
}
BENCHMARK(BM_InsertionSort)->Arg(5)->Arg(9)->Arg(16)->Arg(32);

}  // namespace

BENCHMARK_MAIN();
