// How close the state tables come to the limit of the memory system.
//
// Roofline: inserting random 8-byte keys into one large array of slots by compare-and-swap, on huge pages, with the
// slots of 32 keys prefetched at a time; only the key is stored. The tables run the same number of new keys, of
// 8 to 256 bytes, hashing included, by batches of 128; "presized" tables start with as many slots as the roofline has,
// "growing" ones with as many as a search. Both sides run in one process, and every run checks its count. `of_roofline`
// is the share.
#include <algorithm>
#include <atomic>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdint>
#include <map>
#include <time.h>
#include <vector>

#include "engine/base/arena.h"
#include "engine/base/check.h"
#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"
#include "engine/frontier/worker_threads.h"
#include "engine/store/state_table.h"

namespace px {
namespace {

constexpr uint32_t kLog2Slots = 26;
constexpr uint64_t kSlots = uint64_t{1} << kLog2Slots;
constexpr uint64_t kKeys = kSlots / 2;
constexpr uint32_t kBatch = 128;
constexpr uint64_t kMemory = uint64_t{16} << 30;

// splitmix64: distinct keys for distinct numbers.
uint64_t key_of(uint64_t number) {
  uint64_t x = (number + 1) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

struct Share {
  uint64_t first;
  uint64_t end;
};
Share share_of(uint32_t worker, uint32_t workers, uint64_t keys = kKeys) {
  return {keys * worker / workers, keys * (worker + 1) / workers};
}

uint64_t roofline_insert(std::atomic<uint64_t>* slots, const Share& share) {
  constexpr uint32_t kAhead = 32;
  uint64_t added = 0;
  uint64_t keys[kAhead];
  for (uint64_t at = share.first; at < share.end; at += kAhead) {
    const auto count = static_cast<uint32_t>(std::min<uint64_t>(kAhead, share.end - at));
    for (uint32_t i = 0; i < count; ++i) {
      keys[i] = key_of(at + i);
      prefetch_for_write(&slots[keys[i] >> (64 - kLog2Slots)]);
    }
    for (uint32_t i = 0; i < count; ++i) {
      uint64_t position = keys[i] >> (64 - kLog2Slots);
      for (;; position = (position + 1) & (kSlots - 1)) {
        uint64_t slot = slots[position].load(std::memory_order_acquire);
        if (slot == 0 && slots[position].compare_exchange_strong(slot, keys[i], std::memory_order_acq_rel)) {
          ++added;
          break;
        }
        if (slot == keys[i]) break;
      }
    }
  }
  return added;
}

// Seconds per insert of the last roofline run, by number of threads.
std::map<uint32_t, double>& roofline_seconds() {
  static std::map<uint32_t, double> seconds;
  return seconds;
}

struct Seconds {
  double wall = 1e9;
  double processor = 1e9;  // of the busiest thread
  void keep_best(const Seconds& other) {
    wall = std::min(wall, other.wall);
    processor = std::min(processor, other.processor);
  }
};

// On a virtual machine the first touch of a page that the host has not backed yet costs many times an ordinary page
// fault. Both sides are measured after this, so that they get pages that have been in use.
void warm_up_memory() {
  Region region(size_t{3} << 30, Pages::Huge);
  PX_CHECK(region.data() != nullptr);
  for (size_t at = 0; at < region.bytes(); at += 4096) region.data()[at] = std::byte{1};
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
Seconds timed(uint32_t threads, Work&& work) {
  std::atomic<uint32_t> ready = 0;
  std::vector<double> used(threads);
  std::chrono::steady_clock::time_point begin;
  const bool ran = frontier::run_workers(threads, {.pin = true}, [&](uint32_t worker) {
    if (++ready == threads) begin = std::chrono::steady_clock::now();
    while (ready != threads) spin_pause();
    const double before = processor_seconds();
    work(worker);
    used[worker] = processor_seconds() - before;
  });
  PX_CHECK(ran);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return {wall.count(), *std::max_element(used.begin(), used.end())};
}

void BM_Roofline(benchmark::State& state) {
  const auto threads = static_cast<uint32_t>(state.range(0));
  Seconds best;
  for (auto _ : state) {
    warm_up_memory();
    Region region(kSlots * sizeof(uint64_t), Pages::Huge);
    auto* slots = reinterpret_cast<std::atomic<uint64_t>*>(region.data());
    std::atomic<uint64_t> added = 0;
    const Seconds seconds =
        timed(threads, [&](uint32_t worker) { added += roofline_insert(slots, share_of(worker, threads)); });
    PX_CHECK(added == kKeys);
    state.SetIterationTime(seconds.wall);
    best.keep_best(seconds);
  }
  roofline_seconds()[threads] = best.processor / kKeys;
  state.counters["inserts/s"] = kKeys / best.processor;
}

struct Rows {
  explicit Rows(uint32_t words) : states(size_t{kBatch} * words), hashes(kBatch), refs(kBatch), is_new(kBatch) {}
  std::vector<uint64_t> states;
  std::vector<uint64_t> hashes;
  std::vector<store::StateRef> refs;
  std::vector<uint8_t> is_new;
};

uint64_t table_insert(store::StateTable& table, uint32_t worker, const Share& share) {
  const uint32_t words = table.state_words();
  Rows rows(words);
  uint64_t added = 0;
  for (uint64_t at = share.first; at < share.end; at += kBatch) {
    const auto count = static_cast<uint32_t>(std::min<uint64_t>(kBatch, share.end - at));
    for (uint32_t i = 0; i < count; ++i) {
      uint64_t* row = &rows.states[size_t{i} * words];
      for (uint32_t w = 0; w < words; ++w) row[w] = at + w;
      row[0] = key_of(at + i);
    }
    table.hash_batch(rows.states.data(), words, count, rows.hashes.data());
    const store::InsertOutcome outcome = table.insert_batch(
        worker, {rows.states.data(), words, count, rows.hashes.data(), {}}, rows.refs.data(), rows.is_new.data());
    PX_CHECK(outcome.done == count);
    for (uint32_t i = 0; i < count; ++i) added += rows.is_new[i];
  }
  return added;
}

void run_table(benchmark::State& state, store::TableKind kind, uint32_t fingerprint_bits) {
  const auto threads = static_cast<uint32_t>(state.range(0));
  const auto bytes = static_cast<uint32_t>(state.range(1));
  const bool presized = state.range(2) != 0;
  const uint64_t keys = bytes <= 24 ? kKeys : kKeys / 4;
  Seconds best;
  Seconds again;
  store::TableStats stats;
  for (auto _ : state) {
    warm_up_memory();
    MemoryBudget budget(kMemory);
    auto table = store::make_state_table(
        {.kind = kind,
         .state_bits = 8 * bytes,
         .workers = threads,
         .budget = &budget,
         .initial_slots = presized ? static_cast<uint32_t>(kSlots) : store::TableConfig{}.initial_slots,
         .fingerprint_bits = fingerprint_bits});
    std::atomic<uint64_t> added = 0;
    const Seconds seconds = timed(
        threads, [&](uint32_t worker) { added += table_insert(**table, worker, share_of(worker, threads, keys)); });
    PX_CHECK(added == keys);
    state.SetIterationTime(seconds.wall);
    best.keep_best(seconds);
    again.keep_best(timed(threads, [&](uint32_t worker) {
      added += table_insert(**table, worker, share_of(threads - 1 - worker, threads, keys));
    }));
    PX_CHECK(added == keys);
    stats = (*table)->stats();
  }
  const auto count = static_cast<double>(keys);
  state.counters["inserts/s"] = count / best.processor;
  state.counters["found/s"] = count / again.processor;
  state.counters["bytes/state"] = static_cast<double>(stats.bytes()) / count;
  state.counters["probes"] = static_cast<double>(stats.probes) / static_cast<double>(stats.inserts);
  const auto roofline = roofline_seconds().find(threads);
  if (roofline != roofline_seconds().end()) state.counters["of_roofline"] = roofline->second * count / best.processor;
}

void BM_Exact(benchmark::State& state) {
  run_table(state, store::TableKind::Exact, 64);
}
void BM_Tree(benchmark::State& state) {
  run_table(state, store::TableKind::Tree, 64);
}
void BM_Hash(benchmark::State& state) {
  run_table(state, store::TableKind::Hash, 64);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"threads", "bytes", "presized"})->UseManualTime()->Iterations(2)->Unit(benchmark::kMillisecond);
  for (const int threads : {1, 2}) {
    for (const int bytes : {8, 24, 64, 256}) bench->Args({threads, bytes, 1});
    bench->Args({threads, 8, 0});
    bench->Args({threads, 24, 0});
  }
}

BENCHMARK(BM_Roofline)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Exact)->Apply(sizes);
BENCHMARK(BM_Tree)
    ->ArgNames({"threads", "bytes", "presized"})
    ->Args({1, 8, 1})
    ->Args({2, 8, 1})
    ->UseManualTime()
    ->Iterations(2);
BENCHMARK(BM_Hash)
    ->ArgNames({"threads", "bytes", "presized"})
    ->Args({1, 24, 1})
    ->Args({2, 24, 1})
    ->UseManualTime()
    ->Iterations(2);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
