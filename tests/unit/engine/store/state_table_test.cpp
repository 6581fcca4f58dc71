#include "engine/store/state_table.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

namespace px::store {
namespace {

constexpr uint64_t kPlenty = uint64_t{1} << 30;

std::unique_ptr<StateTable> make_table(TableConfig config) {
  auto table = make_state_table(config);
  EXPECT_TRUE(table.ok());
  return std::move(*table);
}

// Rows of pseudo-random states; state number n is the same in every instance.
struct States {
  // splitmix64
  static uint64_t scrambled(uint64_t number) {
    uint64_t x = (number + 1) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
  }

  explicit States(const StateTable& table) : table(table), words(table.state_words()) {}

  void add(uint64_t number) {
    for (uint32_t i = 0; i < words; ++i) rows.push_back(scrambled(number * 64 + i));
    const uint32_t spare = words * 64 - table.state_bits();
    rows.back() = spare ? rows.back() << spare >> spare : rows.back();
    ++count;
  }
  void clear() {
    rows.clear();
    count = 0;
  }
  InsertOutcome insert(StateTable& into, uint32_t worker, const uint64_t* satellites = nullptr) {
    hashes.resize(count);
    refs.resize(count);
    is_new.assign(count, 2);
    table.hash_batch(rows.data(), words, count, hashes.data());
    return into.insert_batch(worker, {rows.data(), words, count, hashes.data(), satellites}, refs.data(),
                             is_new.data());
  }

  const StateTable& table;
  const uint32_t words;
  uint32_t count = 0;
  std::vector<uint64_t> rows;
  std::vector<uint64_t> hashes;
  std::vector<StateRef> refs;
  std::vector<uint8_t> is_new;
};

// Kind, bits per state, satellites, fingerprint bits.
using Variant = std::tuple<TableKind, uint32_t, bool, uint32_t>;

TableConfig config_of(const Variant& variant, uint32_t workers, MemoryBudget& budget) {
  const auto [kind, bits, satellites, fingerprint_bits] = variant;
  return {.kind = kind,
          .state_bits = bits,
          .workers = workers,
          .budget = &budget,
          .satellites = satellites,
          .initial_slots = 1024,
          .fingerprint_bits = fingerprint_bits,
          .bitstate_bytes = uint64_t{64} << 20};
}

class Tables : public ::testing::TestWithParam<Variant> {};
class WideTables : public Tables {};  // wide enough that states of different numbers differ

TEST_P(Tables, FindWhatWasInserted) {
  MemoryBudget budget(kPlenty);
  auto table = make_table(config_of(GetParam(), 1, budget));
  std::set<std::vector<uint64_t>> reference;
  States states(*table);
  for (uint64_t number = 0; number < 30000; ++number) {
    states.add(number % 20000);
    if (states.count < 100 && number + 1 < 30000) continue;
    const InsertOutcome outcome = states.insert(*table, 0);
    ASSERT_EQ(outcome.done, states.count);
    ASSERT_FALSE(outcome.full);
    if (table->keeps_states()) {
      std::vector<uint64_t> loaded(states.rows.size());
      table->load_batch(states.refs.data(), states.count, loaded.data(), states.words);
      EXPECT_EQ(loaded, states.rows);
    }
    for (uint32_t i = 0; i < states.count; ++i) {
      const auto* row = states.rows.data() + size_t{i} * states.words;
      ASSERT_EQ(reference.emplace(row, row + states.words).second, states.is_new[i] == 1);
      ASSERT_EQ(table->find(row), states.refs[i]);
    }
    states.clear();
  }
  const TableStats stats = table->stats();
  EXPECT_EQ(stats.states, reference.size());
  EXPECT_EQ(stats.inserts, 30000u);
  EXPECT_EQ(table->loss().lossy,
            table->config().kind == TableKind::Hash || table->config().kind == TableKind::Bitstate);
  states.add(20001);
  if (states.table.state_bits() > 32) {
    EXPECT_EQ(table->find(states.rows.data()), std::nullopt);
  }
}

TEST_P(WideTables, ConcurrentInsertersAgreeOnWhoWasFirst) {
  constexpr uint32_t kWorkers = 4;
  constexpr uint64_t kStates = 40000;
  for (uint64_t repetition = 0; repetition < 3; ++repetition) {
    MemoryBudget budget(kPlenty);
    auto table = make_table(config_of(GetParam(), kWorkers, budget));
    const bool satellites = table->config().satellites;
    std::vector<std::atomic<uint32_t>> first(kStates);
    std::vector<std::atomic<uint64_t>> refs(kStates);
    std::vector<std::thread> threads;
    for (uint32_t worker = 0; worker < kWorkers; ++worker) {
      threads.emplace_back([&, worker] {
        std::vector<uint64_t> order(kStates);
        for (uint64_t i = 0; i < kStates; ++i) order[i] = i;
        if (worker % 2) std::shuffle(order.begin(), order.end(), std::mt19937_64(repetition * 10 + worker));
        States states(*table);
        for (uint64_t at = 0; at < kStates; at += 50) {
          states.clear();
          std::vector<uint64_t> parents;
          for (uint64_t i = at; i < at + 50; ++i) {
            states.add(order[i]);
            parents.push_back(order[i] == 0 ? kNoState : order[i] * 3);
          }
          ASSERT_EQ(states.insert(*table, worker, satellites ? parents.data() : nullptr).done, 50u);
          for (uint64_t i = 0; i < 50; ++i) {
            first[order[at + i]] += states.is_new[i];
            const uint64_t before = refs[order[at + i]].exchange(states.refs[i]);
            EXPECT_TRUE(before == 0 || before == states.refs[i]);
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (uint64_t i = 0; i < kStates; ++i) {
      if (table->config().kind == TableKind::Bitstate) {
        ASSERT_GE(first[i], 1u);
      } else {
        ASSERT_EQ(first[i], 1u);
      }
      if (satellites) {
        ASSERT_EQ(table->satellite(refs[i]), i == 0 ? kNoState : i * 3);
      }
    }
    EXPECT_GE(table->stats().states, kStates);
  }
}

auto variants(TableKind kind, std::initializer_list<uint32_t> bits, bool with_satellites,
              std::initializer_list<uint32_t> fingerprint_bits = {64}) {
  std::vector<Variant> all;
  for (const uint32_t width : bits) {
    for (const uint32_t fingerprint : fingerprint_bits) {
      all.emplace_back(kind, width, false, fingerprint);
      if (with_satellites) all.emplace_back(kind, width, true, fingerprint);
    }
  }
  return ::testing::ValuesIn(all);
}

INSTANTIATE_TEST_SUITE_P(ExactNarrow, Tables, variants(TableKind::Exact, {1, 12, 17, 32, 33, 63}, true));
INSTANTIATE_TEST_SUITE_P(Exact, Tables, variants(TableKind::Exact, {64, 65, 100, 160, 512, 2400}, true));
INSTANTIATE_TEST_SUITE_P(TreeNarrow, Tables, variants(TableKind::Tree, {12, 33}, true));
INSTANTIATE_TEST_SUITE_P(Tree, Tables, variants(TableKind::Tree, {64, 65, 100, 160, 512, 2400}, true));
INSTANTIATE_TEST_SUITE_P(Hash, Tables, variants(TableKind::Hash, {64, 100, 2400}, true, {64, 128}));
INSTANTIATE_TEST_SUITE_P(Bitstate, Tables, variants(TableKind::Bitstate, {64, 100}, false));
INSTANTIATE_TEST_SUITE_P(Exact, WideTables, variants(TableKind::Exact, {48, 64, 160, 2400}, true));
INSTANTIATE_TEST_SUITE_P(Tree, WideTables, variants(TableKind::Tree, {64, 160, 800}, true));
INSTANTIATE_TEST_SUITE_P(Hash, WideTables, variants(TableKind::Hash, {64, 160}, true, {64, 128}));
INSTANTIATE_TEST_SUITE_P(Bitstate, WideTables, variants(TableKind::Bitstate, {160}, false));

TEST(StateTable, FingerprintsReportTheBoundAndTheNearestPair) {
  MemoryBudget budget(kPlenty);
  auto table = make_table({.kind = TableKind::Hash, .state_bits = 128, .workers = 1, .budget = &budget});
  States states(*table);
  for (uint64_t number = 0; number < 30000; ++number) states.add(number);
  states.insert(*table, 0);
  std::vector<uint64_t> fingerprints = states.refs;
  std::sort(fingerprints.begin(), fingerprints.end());
  uint64_t nearest = UINT64_MAX;
  for (size_t i = 1; i < fingerprints.size(); ++i) nearest = std::min(nearest, fingerprints[i] - fingerprints[i - 1]);
  const LossReport loss = table->loss();
  EXPECT_EQ(loss.nearest_distance, static_cast<double>(nearest));
  EXPECT_DOUBLE_EQ(loss.omission_probability, 30000.0 * 29999.0 / std::pow(2.0, 65));
}

TEST(StateTable, BitstateEstimatesWhatItMisses) {
  MemoryBudget budget(kPlenty);
  auto table = make_table({.kind = TableKind::Bitstate,
                           .state_bits = 128,
                           .workers = 1,
                           .budget = &budget,
                           .bit_functions = 2,
                           .bitstate_bytes = 32768});
  States states(*table);
  constexpr uint64_t kStates = 100000;
  for (uint64_t number = 0; number < kStates; ++number) states.add(number);
  states.insert(*table, 0);
  const double coverage = static_cast<double>(table->stats().states) / kStates;
  EXPECT_LT(coverage, 0.95);
  EXPECT_NEAR(table->loss().coverage, coverage, 0.02);
}

TEST(StateTable, ReportsFullAtTheMemoryLimit) {
  MemoryBudget budget(uint64_t{1} << 20);
  auto table = make_table({.state_bits = 160, .workers = 1, .budget = &budget});
  States states(*table);
  uint64_t stored = 0;
  InsertOutcome outcome;
  for (uint64_t number = 0; !outcome.full && number < 1000000; ++number) {
    states.clear();
    states.add(number);
    outcome = states.insert(*table, 0);
    stored += outcome.done;
  }
  EXPECT_TRUE(outcome.full);
  EXPECT_EQ(table->stats().states, stored);
  EXPECT_GT(stored, 20000u);
  EXPECT_LE(budget.peak(), budget.limit());
  states.clear();
  states.add(7);
  outcome = states.insert(*table, 0);
  EXPECT_EQ(outcome.done, 1u);
  EXPECT_EQ(states.is_new[0], 0);
}

// States that fit into a word are kept in the slots: no value of the word may have a special meaning there.
TEST(StateTable, KeepsEveryValueOfAWord) {
  for (const uint32_t workers : {1u, 2u}) {
    MemoryBudget budget(kPlenty);
    auto table = make_table({.state_bits = 64, .workers = workers, .budget = &budget});
    const std::vector<uint64_t> values{0,         1, UINT64_MAX, UINT64_MAX - 1, uint64_t{1} << 63, uint64_t{1} << 32,
                                       0xffffffff};
    const auto count = static_cast<uint32_t>(values.size());
    std::vector<uint64_t> hashes(count);
    std::vector<StateRef> refs(count);
    std::vector<uint8_t> is_new(count);
    table->hash_batch(values.data(), 1, count, hashes.data());
    for (const uint8_t expected : {1, 0}) {
      ASSERT_EQ(table->insert_batch(0, {values.data(), 1, count, hashes.data()}, refs.data(), is_new.data()).done,
                count);
      EXPECT_EQ(is_new, std::vector<uint8_t>(count, expected));
    }
    std::vector<uint64_t> loaded(count);
    table->load_batch(refs.data(), count, loaded.data(), 1);
    EXPECT_EQ(loaded, values);
    EXPECT_EQ(table->stats().states, count);
  }
}

// Rows recur, then never, then again: the cache of recent rows is used, bypassed, and used again.
TEST(StateTable, CountsWhateverTheShareOfRowsThatComeBack) {
  MemoryBudget budget(kPlenty);
  auto table = make_table({.state_bits = 128, .workers = 1, .budget = &budget});
  uint64_t next = 0;
  uint64_t inserted = 0;
  States states(*table);
  const auto insert = [&](uint64_t rows, uint64_t times) {
    for (uint64_t i = 0; i < rows; i += 100) {
      states.clear();
      for (uint64_t number = next; number < next + 100; ++number) states.add(number);
      for (uint64_t t = 0; t < times; ++t) {
        ASSERT_EQ(states.insert(*table, 0).done, 100u);
        ASSERT_EQ(states.is_new, std::vector<uint8_t>(100, t == 0));
        inserted += 100;
      }
      next += 100;
    }
  };
  insert(20000, 3);
  insert(300000, 1);
  insert(20000, 3);
  EXPECT_EQ(table->stats().states, next);
  EXPECT_EQ(table->stats().inserts, inserted);
}

TEST(StateTable, GivesAllMemoryBack) {
  MemoryBudget budget(kPlenty);
  {
    auto table = make_table({.state_bits = 64, .workers = 2, .budget = &budget});
    States states(*table);
    for (uint64_t number = 0; number < 20000; ++number) states.add(number);
    states.insert(*table, 1);
    EXPECT_GT(budget.used(), 0u);
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(StateTable, RefusesABudgetWithoutRoom) {
  MemoryBudget budget(1000);
  EXPECT_FALSE(make_state_table({.state_bits = 64, .workers = 1, .budget = &budget}).ok());
}

}  // namespace
}  // namespace px::store
