// engine/base/hash.h against XXH3 on states of 1 to 64 words: time per state, 64 and 128 bits, and (as a check of
// quality where it matters) how evenly the high bits of the hashes of states that differ in few bits fill buckets:
// `chi2` is the chi-squared statistic divided by its expectation, 1 for a random function.
#include <benchmark/benchmark.h>
#define XXH_INLINE_ALL
#include <cstdint>
#include <vector>
#include <xxhash.h>

#include "engine/base/hash.h"

namespace px {
namespace {

constexpr uint32_t kStates = 4096;

uint64_t xxh3_64(const uint64_t* words, size_t count, uint64_t seed) {
  return XXH3_64bits_withSeed(words, count * 8, seed);
}
uint64_t xxh3_128(const uint64_t* words, size_t count, uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(words, count * 8, seed);
  return hash.high64 ^ hash.low64;
}
uint64_t own_64(const uint64_t* words, size_t count, uint64_t seed) {
  return hash_words(words, count, seed);
}
uint64_t own_128(const uint64_t* words, size_t count, uint64_t seed) {
  return hash_words(words, count, seed) ^ second_hash_words(words, count, seed);
}

// State number n: the bits of n spread thinly over the words, as counters and program positions do.
void fill_state(uint64_t number, uint32_t words, uint64_t* row) {
  for (uint32_t w = 0; w < words; ++w) row[w] = 0;
  for (uint32_t bit = 0; number >> bit; ++bit) {
    row[bit % words] |= (number >> bit & 1) << (bit / words * 9 % 64);
  }
}

template <class Hash>
double evenness(uint32_t words, Hash&& hash) {
  constexpr uint32_t kLog2Buckets = 14;
  constexpr uint64_t kSample = uint64_t{1} << 18;
  std::vector<uint32_t> buckets(1u << kLog2Buckets);
  std::vector<uint64_t> row(words);
  for (uint64_t n = 0; n < kSample; ++n) {
    fill_state(n, words, row.data());
    ++buckets[hash(row.data(), words, 7) >> (64 - kLog2Buckets)];
  }
  const double expected = static_cast<double>(kSample) / (1u << kLog2Buckets);
  double chi2 = 0;
  for (const uint32_t count : buckets) chi2 += (count - expected) * (count - expected) / expected;
  return chi2 / (1u << kLog2Buckets);
}

template <uint64_t (*Hash)(const uint64_t*, size_t, uint64_t)>
void BM_Hash(benchmark::State& state) {
  const auto words = static_cast<uint32_t>(state.range(0));
  std::vector<uint64_t> rows(size_t{kStates} * words);
  for (uint32_t i = 0; i < kStates; ++i) fill_state(i, words, &rows[size_t{i} * words]);
  for (auto _ : state) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < kStates; ++i) sum += Hash(&rows[size_t{i} * words], words, 7);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * kStates);
  state.counters["chi2"] = evenness(words, Hash);
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const int words : {1, 2, 3, 5, 8, 16, 40, 64}) bench->Arg(words);
}

BENCHMARK(BM_Hash<own_64>)->Name("own_64")->Apply(sizes);
BENCHMARK(BM_Hash<xxh3_64>)->Name("xxh3_64")->Apply(sizes);
BENCHMARK(BM_Hash<own_128>)->Name("own_128")->Apply(sizes);
BENCHMARK(BM_Hash<xxh3_128>)->Name("xxh3_128")->Apply(sizes);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
