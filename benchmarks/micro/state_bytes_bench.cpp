// Bytes per state of every table on real state spaces, all memory counted: Peterson's mutual exclusion for five
// processes (states of 20 bytes), and a ring of ten stations with a state vector of 320 bytes. The simple explorer
// below generates the states; the tables only store them, and their counts must agree.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/memory_budget.h"
#include "engine/store/state_table.h"

namespace px {
namespace {

constexpr uint64_t kMemory = uint64_t{8} << 30;

struct Space {
  uint32_t state_bits;
  std::vector<uint64_t> rows;  // in the order of a breadth-first search, every state once
  uint32_t words() const { return (state_bits + 63) / 64; }
  uint32_t count() const { return static_cast<uint32_t>(rows.size() / words()); }
};

// Breadth-first search; `expand(row, emit)` calls emit(successor row).
template <class Expand>
Space explore(uint32_t state_bits, const std::vector<uint64_t>& initial, uint32_t most_states, Expand&& expand) {
  MemoryBudget budget(kMemory);
  auto table = store::make_state_table({.state_bits = state_bits, .workers = 1, .budget = &budget});
  PX_CHECK(table.ok());
  Space space{state_bits, {}};
  const uint32_t words = space.words();
  const auto visit = [&](const uint64_t* row) {
    uint64_t hash = 0;
    store::StateRef ref = 0;
    uint8_t is_new = 0;
    (*table)->hash_batch(row, words, 1, &hash);
    PX_CHECK((*table)->insert_batch(0, {row, words, 1, &hash, nullptr}, &ref, &is_new).done == 1);
    if (is_new) space.rows.insert(space.rows.end(), row, row + words);
  };
  visit(initial.data());
  std::vector<uint64_t> row(words);
  for (uint32_t at = 0; at < space.count() && space.count() < most_states; ++at) {
    std::copy_n(space.rows.begin() + size_t{at} * words, words, row.begin());
    expand(row.data(), visit);
  }
  return space;
}

// Process i: byte 4i its level, 4i+1 position in its program, 4i+2 process it tests, 4i+3 turn of level i.
constexpr uint32_t kProcesses = 5;

template <class Emit>
void expand_peterson(const uint64_t* row, Emit&& emit) {
  uint8_t now[24] = {};
  std::memcpy(now, row, sizeof(now));
  for (uint32_t p = 0; p < kProcesses; ++p) {
    uint8_t next[24];
    std::memcpy(next, now, sizeof(now));
    uint8_t& level = next[4 * p];
    uint8_t& place = next[4 * p + 1];
    uint8_t& other = next[4 * p + 2];
    const auto level_of = [&](uint32_t q) { return now[4 * q]; };
    switch (place) {
      case 0:  // wants in, or climbs
        ++level;
        place = 1;
        break;
      case 1:  // gives way at this level
        next[4 * (level - 1) + 3] = static_cast<uint8_t>(p);
        place = 2;
        other = 0;
        break;
      case 2:  // looks at the others one by one; starts over when one is as high and the turn is ours
        if (other == p || level_of(other) < level || now[4 * (level - 1) + 3] != p) {
          if (++other == kProcesses) {
            other = 0;
            place = level == kProcesses - 1 ? 3 : 0;
          }
        } else {
          continue;
        }
        break;
      default:  // leaves
        level = 0;
        place = 0;
        break;
    }
    uint64_t packed[3] = {};
    std::memcpy(packed, next, 20);
    emit(packed);
  }
}

const Space& peterson() {
  static const Space space =
      explore(160, {0, 0, 0}, 1560000, [](const uint64_t* row, auto&& emit) { expand_peterson(row, emit); });
  return space;
}

// Ten stations in a ring, 32 bytes each: position in its program, last value received from its left neighbour, previous
// value, and its name. A step advances one station; at odd positions it also sends to its right neighbour.
constexpr uint32_t kStations = 10;
constexpr uint64_t kPlaces = 6;

template <class Emit>
void expand_ring(const uint64_t* row, Emit&& emit) {
  for (uint32_t i = 0; i < kStations; ++i) {
    uint64_t next[4 * kStations];
    std::copy_n(row, 4 * kStations, next);
    const uint64_t place = row[4 * i];
    if (place == 2 && row[4 * i + 1] == 0) continue;  // waits until it has heard something
    next[4 * i] = (place + 1) % kPlaces;
    next[4 * i + 2] = row[4 * i + 1] << 8 | place;
    if (place % 2) next[4 * ((i + 1) % kStations) + 1] = place;
    emit(next);
  }
}

const Space& ring() {
  static const Space space = [] {
    std::vector<uint64_t> initial(4 * kStations, 0);
    for (uint32_t i = 0; i < kStations; ++i) initial[4 * i + 3] = i + 1;
    return explore(64 * 4 * kStations, initial, 1000000,
                   [](const uint64_t* row, auto&& emit) { expand_ring(row, emit); });
  }();
  return space;
}

void store_all(benchmark::State& state, const Space& space, const store::TableConfig& wanted) {
  constexpr uint32_t kBatch = 128;
  const uint32_t words = space.words();
  std::vector<uint64_t> hashes(kBatch);
  std::vector<store::StateRef> refs(kBatch);
  std::vector<uint8_t> is_new(kBatch);
  for (auto _ : state) {
    MemoryBudget budget(kMemory);
    store::TableConfig config = wanted;
    config.state_bits = space.state_bits;
    config.budget = &budget;
    auto table = store::make_state_table(config);
    PX_CHECK(table.ok());
    for (uint32_t at = 0; at < space.count(); at += kBatch) {
      const uint32_t count = std::min(kBatch, space.count() - at);
      const uint64_t* rows = &space.rows[size_t{at} * words];
      (*table)->hash_batch(rows, words, count, hashes.data());
      PX_CHECK(
          (*table)->insert_batch(0, {rows, words, count, hashes.data(), nullptr}, refs.data(), is_new.data()).done ==
          count);
    }
    const store::TableStats stats = (*table)->stats();
    PX_CHECK(stats.states == space.count());
    const auto states = static_cast<double>(stats.states);
    state.counters["states"] = states;
    state.counters["bytes/state"] = static_cast<double>(stats.bytes()) / states;
    state.counters["load"] = states / static_cast<double>(stats.slots);
    state.counters["nodes/state"] = static_cast<double>(stats.shared_nodes) / states;
  }
  state.SetItemsProcessed(state.iterations() * space.count());
}

void BM_Peterson5(benchmark::State& state, const store::TableConfig& config) {
  store_all(state, peterson(), config);
}
void BM_Ring320(benchmark::State& state, const store::TableConfig& config) {
  store_all(state, ring(), config);
}

#define PX_BENCH_ALL(function) \
  BENCHMARK_CAPTURE(function, exact, store::TableConfig{.kind = store::TableKind::Exact}) \
      ->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, exact_parents, store::TableConfig{.kind = store::TableKind::Exact, .satellites = true}) \
      ->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, tree, store::TableConfig{.kind = store::TableKind::Tree}) \
      ->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, tree_parents, store::TableConfig{.kind = store::TableKind::Tree, .satellites = true}) \
      ->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, hash64, store::TableConfig{.kind = store::TableKind::Hash}) \
      ->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, hash128, store::TableConfig{.kind = store::TableKind::Hash, .fingerprint_bits = 128}) \
      ->Unit(benchmark::kMillisecond)

PX_BENCH_ALL(BM_Peterson5);
PX_BENCH_ALL(BM_Ring320);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
