#include "engine/store/state_table.h"

#include <atomic>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <thread>
#include <unordered_set>
#include <vector>

namespace px {
namespace {

constexpr uint64_t kPlenty = uint64_t{1} << 30;

std::unique_ptr<StateTable> make_table(TableConfig config) {
  auto table = make_state_table(config);
  EXPECT_TRUE(table.ok());
  return std::move(*table);
}

// Rows of pseudo-random states; state number n is the same wherever it is made.
struct States {
  explicit States(const StateTable& table) : table(table), words(table.state_words()) {}

  void add(uint64_t number) {
    std::mt19937_64 random(number);
    for (uint32_t i = 0; i < words; ++i) rows.push_back(random());
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

class ExactStates : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ExactStates, AreFoundAgainAndLoadable) {
  MemoryBudget budget(kPlenty);
  auto table = make_table({.state_bits = GetParam(), .workers = 1, .budget = &budget, .initial_slots = 1024});
  std::set<std::vector<uint64_t>> reference;
  States states(*table);
  for (uint64_t number = 0; number < 30000; ++number) {
    states.add(number % 20000);
    if (states.count < 100 && number + 1 < 30000) continue;
    const InsertOutcome outcome = states.insert(*table, 0);
    ASSERT_EQ(outcome.done, states.count);
    ASSERT_FALSE(outcome.full);
    std::vector<uint64_t> loaded(states.rows.size());
    table->load_batch(states.refs.data(), states.count, loaded.data(), states.words);
    EXPECT_EQ(loaded, states.rows);
    for (uint32_t i = 0; i < states.count; ++i) {
      const auto* row = states.rows.data() + size_t{i} * states.words;
      EXPECT_EQ(reference.emplace(row, row + states.words).second, states.is_new[i] == 1);
      EXPECT_EQ(table->find(row), states.refs[i]);
    }
    states.clear();
  }
  EXPECT_EQ(table->stats().states, reference.size());
  if (reference.size() > 10000) {
    EXPECT_GE(table->stats().growths, 3u);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, ExactStates, ::testing::Values(12, 17, 33, 64, 65, 100, 160, 512, 2400));

TEST(StateTable, ConcurrentInsertersAgreeOnWhoWasFirst) {
  constexpr uint32_t kWorkers = 4;
  constexpr uint64_t kStates = 60000;
  for (uint64_t repetition = 0; repetition < 5; ++repetition) {
    MemoryBudget budget(kPlenty);
    auto table = make_table({.state_bits = 160, .workers = kWorkers, .budget = &budget, .satellites = true});
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
          std::vector<uint64_t> satellites;
          for (uint64_t i = at; i < at + 50; ++i) {
            states.add(order[i]);
            satellites.push_back(order[i] * 3);
          }
          ASSERT_EQ(states.insert(*table, worker, satellites.data()).done, 50u);
          for (uint64_t i = 0; i < 50; ++i) {
            first[order[at + i]] += states.is_new[i];
            const uint64_t before = refs[order[at + i]].exchange(states.refs[i] + 1);
            EXPECT_TRUE(before == 0 || before == states.refs[i] + 1);
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (uint64_t i = 0; i < kStates; ++i) {
      ASSERT_EQ(first[i], 1u);
      ASSERT_EQ(table->satellite(refs[i] - 1), i * 3);
    }
    EXPECT_EQ(table->stats().states, kStates);
  }
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
}  // namespace px
