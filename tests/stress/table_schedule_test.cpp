// The tables' own code under seeded schedules, with growth in the middle: every state is new exactly once, is found
// afterwards under the reference it was given, and nothing is counted twice.
#include <gtest/gtest.h>
#include <vector>

#include "engine/base/memory_budget.h"
#include "engine/store/exact_table.h"
#include "engine/store/fingerprint_table.h"
#include "engine/store/pair_set.h"
#include "engine/store/tree_table.h"
#include "engine/store/word_table.h"
#include "tests/stress/deterministic_schedule.h"

namespace px::stress {
namespace {

constexpr uint32_t kWorkers = 3;
constexpr uint32_t kWords = 2;

struct Inserted {
  store::StateRef ref = 0;
  uint32_t times_new = 0;
};

// Distinct for distinct numbers below 2^bits, since the factor is odd.
void make_state(uint64_t number, uint32_t bits, uint64_t* row) {
  const uint32_t spare = bits < 64 ? 64 - bits : 0;
  row[0] = number * 0x9e3779b97f4a7c15ULL << spare >> spare;
  row[1] = number;
}

void insert_one(store::StateTable& table, uint32_t worker, uint64_t number, Inserted& result) {
  uint64_t row[kWords];
  make_state(number, table.state_bits(), row);
  uint64_t hash = 0;
  table.hash_batch(row, kWords, 1, &hash);
  const uint64_t parent = number + 5;
  store::StateRef ref = 0;
  uint8_t is_new = 0;
  const store::StateBatch batch{row, kWords, 1, &hash, table.config().satellites ? &parent : nullptr};
  ASSERT_EQ(table.insert_batch(worker, batch, &ref, &is_new).done, 1u);
  ASSERT_TRUE(result.times_new == 0 || result.ref == ref);
  result.ref = ref;
  result.times_new += is_new;
}

// `before` states are already stored; then each worker inserts all of `during` more, in an order of its own.
template <class Table, uint32_t kStateBits = 64 * kWords>
void run_schedule(uint64_t seed, const store::TableConfig& wanted, uint64_t before, uint64_t during) {
  MemoryBudget budget(uint64_t{1} << 28);
  store::TableConfig config = wanted;
  config.state_bits = kStateBits;
  config.workers = kWorkers;
  config.budget = &budget;
  config.initial_slots = 1024;
  Table table(config);
  ASSERT_TRUE(table.usable());
  std::vector<std::vector<Inserted>> results(kWorkers, std::vector<Inserted>(before + during));
  for (uint64_t number = 0; number < before; ++number) insert_one(table, 0, number, results[0][number]);
  DeterministicSchedule(seed).run(kWorkers, [&](uint32_t worker) {
    for (uint64_t i = 0; i < during; ++i) {
      const uint64_t number = before + (worker == 0 ? i : worker == 1 ? during - 1 - i : (i * 7 + seed) % during);
      insert_one(table, worker, number, results[worker][number]);
    }
  });
  ASSERT_EQ(table.stats().states, before + during);
  for (uint64_t number = 0; number < before + during; ++number) {
    uint64_t row[kWords];
    make_state(number, table.state_bits(), row);
    uint32_t times_new = 0;
    for (uint32_t worker = 0; worker < kWorkers; ++worker) times_new += results[worker][number].times_new;
    ASSERT_EQ(times_new, 1u) << "state " << number << ", seed " << seed;
    const auto found = table.find(row);
    ASSERT_TRUE(found) << "state " << number << ", seed " << seed;
    if (number >= before) {
      ASSERT_EQ(*found, results[0][number].ref);
    }
    if (config.satellites) {
      ASSERT_EQ(table.satellite(*found), number + 5);
    }
  }
  ASSERT_GE(table.stats().growths, 1u);
}

constexpr uint64_t kSeeds = 60;

TEST(TableSchedules, Exact) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed)
    run_schedule<store::ExactTable<DeterministicAtomic>>(seed, {}, 770, 45);
}
TEST(TableSchedules, ExactWithSatellites) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    run_schedule<store::ExactTable<DeterministicAtomic>>(seed, {.satellites = true}, 770, 45);
  }
}
TEST(TableSchedules, TwoGrowthsInARow) {
  for (uint64_t seed = 0; seed < kSeeds / 6; ++seed) {
    run_schedule<store::ExactTable<DeterministicAtomic>>(seed, {}, 700, 1000);
  }
}
TEST(TableSchedules, Tree) {
  // The left halves share nothing: the nodes' table and, as numbers widen, the roots' table grow.
  for (uint64_t seed = 0; seed < kSeeds; ++seed) run_schedule<store::TreeTable<DeterministicAtomic>>(seed, {}, 740, 60);
}
TEST(TableSchedules, Words) {
  // The slots of the latter have 4 bytes.
  for (uint64_t seed = 0; seed < kSeeds / 6; ++seed) {
    run_schedule<store::WordTable<DeterministicAtomic>, 64>(seed, {}, 1570, 60);
    run_schedule<store::WordTable<DeterministicAtomic>, 20>(seed, {}, 1570, 60);
  }
}
TEST(TableSchedules, Fingerprints) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed)
    run_schedule<store::FingerprintTable<DeterministicAtomic>>(seed, {}, 770, 45);
}
TEST(TableSchedules, WideFingerprints) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    run_schedule<store::FingerprintTable<DeterministicAtomic>>(seed, {.fingerprint_bits = 128}, 770, 45);
  }
}
TEST(TableSchedules, WideFingerprintsWithSatellites) {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    run_schedule<store::FingerprintTable<DeterministicAtomic>>(seed, {.satellites = true, .fingerprint_bits = 128}, 770,
                                                               45);
  }
}

// Widening numbers creates a generation of the same size, to which everything moves that all workers added meanwhile.
TEST(TableSchedules, ManyWorkersAddWhileNumbersWiden) {
  constexpr uint32_t kMany = 24;
  constexpr uint32_t kPairs = 120;
  for (uint64_t seed = 0; seed < 9; ++seed) {
    MemoryBudget budget(uint64_t{1} << 28);
    store::PairSet<DeterministicAtomic> set({.workers = kMany, .budget = &budget, .initial_slots = 2});
    DeterministicSchedule(seed).run(kMany, [&](uint32_t worker) {
      std::vector<store::Pair> pairs;
      for (uint32_t i = 0; i < kPairs; ++i) pairs.push_back({worker, i});
      pairs.push_back({1000 + worker, 0});
      std::vector<uint8_t> is_new(pairs.size());
      const store::InsertOutcome outcome = set.insert(worker, pairs.data(), kPairs + 1, is_new.data());
      ASSERT_EQ(outcome.done, kPairs + 1);
      for (const uint8_t one : is_new) ASSERT_EQ(one, 1);
    });
    ASSERT_EQ(set.stats().states, kMany * (kPairs + 1));
    for (uint32_t worker = 0; worker < kMany; ++worker) ASSERT_TRUE(set.contains({worker, kPairs - 1}));
  }
}

// Two keys that share their first word compete for one slot, and for the words of each other's slots.
TEST(TableSchedules, KeysThatShareTheFirstWord) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    MemoryBudget budget(uint64_t{1} << 26);
    store::KeyTable<DeterministicAtomic> table(
        {.key_words = 2, .workers = kWorkers, .budget = &budget, .initial_slots = 16});
    uint32_t times_new[4] = {};
    DeterministicSchedule(seed).run(kWorkers, [&](uint32_t worker) {
      for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t key = (i + worker + static_cast<uint32_t>(seed)) % 4;
        const store::KeySlot row{{uint64_t{1} << 62, 1 + key}};
        uint8_t is_new = 0;
        ASSERT_EQ(table.insert(worker, &row, 1, &is_new).done, 1u);
        times_new[key] += is_new;
      }
    });
    for (uint32_t key = 0; key < 4; ++key) ASSERT_EQ(times_new[key], 1u) << "seed " << seed;
  }
}

}  // namespace
}  // namespace px::stress
