// A table that was written block by block and restored into a fresh one, by other numbers of workers, is the same set
// with the same references, and continues as the original would have.
#include "engine/store/table_snapshot.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

#include "engine/store/state_table.h"

namespace px::store {
namespace {

// Kind, bits per state, satellites, fingerprint bits.
using Variant = std::tuple<TableKind, uint32_t, bool, uint32_t>;

TableConfig config_of(const Variant& variant, uint32_t workers, MemoryBudget& budget) {
  const auto [kind, bits, satellites, fingerprint_bits] = variant;
  return {.kind = kind,
          .state_bits = bits,
          .workers = workers,
          .budget = &budget,
          .seed = 11,
          .satellites = satellites,
          .initial_slots = 1024,
          .fingerprint_bits = fingerprint_bits,
          .bitstate_bytes = uint64_t{16} << 20};
}

// State `number`: few bits set, so that long states have zero words and trees share parts.
void make_state(uint64_t number, uint32_t bits, uint64_t* state, uint32_t words) {
  std::mt19937_64 random(number);
  std::fill_n(state, words, 0);
  for (uint32_t i = 0; i < 4 && words > 1; ++i) state[random() % words] |= random() & 0xffff;
  state[0] ^= number * 0x9e3779b97f4a7c15ULL;
  if (bits % 64 != 0) state[words - 1] &= (uint64_t{1} << bits % 64) - 1;
}

struct Inserted {
  std::vector<StateRef> refs;
  uint64_t added = 0;
};

Inserted insert_range(StateTable& table, uint32_t worker, uint64_t first, uint64_t end) {
  Inserted all;
  const uint32_t words = table.state_words();
  for (uint64_t done = first; done < end; done += 100) {
    const auto count = static_cast<uint32_t>(std::min<uint64_t>(100, end - done));
    std::vector<uint64_t> rows(size_t{count} * words);
    std::vector<uint64_t> satellites(count);
    for (uint32_t i = 0; i < count; ++i) {
      make_state(done + i, table.state_bits(), &rows[size_t{i} * words], words);
      satellites[i] = done + i == 0 ? kNoState : done + i;
    }
    std::vector<uint64_t> hashes(count);
    table.hash_batch(rows.data(), words, count, hashes.data());
    std::vector<StateRef> refs(count);
    std::vector<uint8_t> is_new(count);
    const uint64_t* kept = table.config().satellites ? satellites.data() : nullptr;
    EXPECT_EQ(
        table.insert_batch(worker, {rows.data(), words, count, hashes.data(), kept}, refs.data(), is_new.data()).done,
        count);
    all.refs.insert(all.refs.end(), refs.begin(), refs.end());
    for (const uint8_t is : is_new) all.added += is;
  }
  return all;
}

using Blocks = std::vector<std::vector<uint64_t>>;

Blocks blocks_of(const TableSnapshot& snapshot) {
  Blocks blocks(snapshot.blocks());
  for (uint64_t i = 0; i < snapshot.blocks(); ++i) snapshot.write(i, blocks[i]);
  return blocks;
}

void restore(StateTable& table, uint32_t workers, const Blocks& blocks) {
  std::atomic<size_t> next{0};
  std::vector<std::thread> threads;
  for (uint32_t worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      for (size_t i = next.fetch_add(1); i < blocks.size(); i = next.fetch_add(1)) {
        EXPECT_EQ(table.restore(worker, blocks[i]), RestoreOutcome::Done);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

class Snapshots : public ::testing::TestWithParam<Variant> {};

TEST_P(Snapshots, GiveTheSameTableWithTheSameReferences) {
  constexpr uint64_t kStates = 9'999;
  for (const uint32_t workers : {1u, 3u}) {
    MemoryBudget budget(uint64_t{1} << 30);
    auto table = std::move(*make_state_table(config_of(GetParam(), workers, budget)));
    std::vector<Inserted> parts;
    for (uint32_t worker = 0; worker < workers; ++worker) {
      parts.push_back(insert_range(*table, worker, kStates / workers * worker, kStates / workers * (worker + 1)));
    }
    const Blocks blocks = blocks_of(*table->snapshot());
    for (const uint32_t others : {1u, 4u}) {
      MemoryBudget fresh_budget(uint64_t{1} << 30);
      auto fresh = std::move(*make_state_table(config_of(GetParam(), others, fresh_budget)));
      restore(*fresh, others, blocks);
      EXPECT_EQ(fresh->stats().states, table->stats().states);
      for (uint32_t worker = 0; worker < workers; ++worker) {
        const uint64_t first = kStates / workers * worker;
        const Inserted again = insert_range(*fresh, 0, first, first + parts[worker].refs.size());
        EXPECT_EQ(again.added, 0u);
        EXPECT_EQ(again.refs, parts[worker].refs);
        if (!fresh->keeps_states()) continue;
        std::vector<uint64_t> state(fresh->state_words());
        std::vector<uint64_t> loaded(fresh->state_words());
        for (uint64_t i = 0; i < parts[worker].refs.size(); i += 97) {
          make_state(first + i, fresh->state_bits(), state.data(), fresh->state_words());
          fresh->load_batch(&parts[worker].refs[i], 1, loaded.data(), fresh->state_words());
          EXPECT_EQ(loaded, state);
          EXPECT_EQ(fresh->find(state.data()), parts[worker].refs[i]);
        }
      }
      if (fresh->config().satellites) {
        for (uint64_t i = 1; i < 100; ++i) EXPECT_EQ(fresh->satellite(parts[0].refs[i]), i);
      }
      // It still grows, and can be written again.
      const Inserted more = insert_range(*fresh, others - 1, kStates, 3 * kStates);
      if (std::get<0>(GetParam()) != TableKind::Bitstate) {
        EXPECT_EQ(more.added, 2 * kStates);
        EXPECT_EQ(fresh->stats().states, 3 * kStates);
      }
      MemoryBudget third_budget(uint64_t{1} << 30);
      auto third = std::move(*make_state_table(config_of(GetParam(), 2, third_budget)));
      restore(*third, 2, blocks_of(*fresh->snapshot()));
      EXPECT_EQ(third->stats().states, fresh->stats().states);
      EXPECT_EQ(insert_range(*third, 1, 0, 3 * kStates).added, 0u);
    }
  }
}

// Half of the blocks are written before more states arrive and the table grows several times, the others after that.
TEST_P(Snapshots, HoldWhatWasThereAtTheirMoment) {
  constexpr uint64_t kStates = 10'000;
  MemoryBudget budget(uint64_t{1} << 30);
  auto table = std::move(*make_state_table(config_of(GetParam(), 2, budget)));
  const Inserted before = insert_range(*table, 0, 0, kStates);
  const std::unique_ptr<TableSnapshot> snapshot = table->snapshot();
  if (!snapshot->outlasts_inserts()) return;
  table->begin_journal();
  Blocks blocks(snapshot->blocks());
  for (uint64_t i = 0; i < blocks.size() / 2; ++i) snapshot->write(i, blocks[i]);
  insert_range(*table, 1, kStates, 8 * kStates);
  for (uint64_t i = blocks.size() / 2; i < blocks.size(); ++i) snapshot->write(i, blocks[i]);
  const std::optional<std::vector<uint64_t>> journal = table->end_journal();
  ASSERT_TRUE(journal);
  MemoryBudget fresh_budget(uint64_t{1} << 30);
  auto fresh = std::move(*make_state_table(config_of(GetParam(), 3, fresh_budget)));
  fresh->exclude(*journal);
  restore(*fresh, 3, blocks);
  EXPECT_EQ(fresh->stats().states, kStates);
  EXPECT_EQ(insert_range(*fresh, 0, 0, kStates).refs, before.refs);
  EXPECT_EQ(fresh->stats().states, kStates);
  EXPECT_EQ(insert_range(*fresh, 0, kStates, 8 * kStates).added, 7 * kStates);
  // The next one starts afresh.
  table->begin_journal();
  const std::optional<std::vector<uint64_t>> nothing = table->end_journal();
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->empty());
}

TEST(Journals, SayWhenMemoryEnded) {
  MemoryBudget budget(uint64_t{1} << 20);
  auto table = std::move(*make_state_table(config_of({TableKind::Hash, 200, false, 64}, 1, budget)));
  const std::unique_ptr<TableSnapshot> snapshot = table->snapshot();
  table->begin_journal();
  const uint64_t taken = budget.left();
  ASSERT_TRUE(budget.reserve(taken));
  insert_range(*table, 0, 0, 500);
  budget.release(taken);
  EXPECT_FALSE(table->end_journal());
}

TEST_P(Snapshots, WhatIsNoBlockIsRefused) {
  MemoryBudget budget(uint64_t{1} << 30);
  auto table = std::move(*make_state_table(config_of(GetParam(), 1, budget)));
  EXPECT_EQ(table->restore(0, {}), RestoreOutcome::Malformed);
  const std::vector<uint64_t> nonsense = {99, 99, 99, 99};
  EXPECT_EQ(table->restore(0, nonsense), RestoreOutcome::Malformed);
}

std::string name_of(const ::testing::TestParamInfo<Variant>& info) {
  const auto [kind, bits, satellites, fingerprint_bits] = info.param;
  const char* kinds[] = {"exact", "tree", "hash", "bitstate"};
  return std::string(kinds[static_cast<int>(kind)]) + std::to_string(bits) + (satellites ? "_satellites" : "") +
         (fingerprint_bits == 128 ? "_128" : "");
}

INSTANTIATE_TEST_SUITE_P(
    AllStores, Snapshots,
    ::testing::Values(Variant{TableKind::Exact, 40, false, 64}, Variant{TableKind::Exact, 64, false, 64},
                      Variant{TableKind::Exact, 40, true, 64}, Variant{TableKind::Exact, 200, false, 64},
                      Variant{TableKind::Exact, 200, true, 64}, Variant{TableKind::Exact, 1500, false, 64},
                      Variant{TableKind::Exact, 1500, true, 64}, Variant{TableKind::Tree, 100, false, 64},
                      Variant{TableKind::Tree, 100, true, 64}, Variant{TableKind::Tree, 900, false, 64},
                      Variant{TableKind::Tree, 900, true, 64}, Variant{TableKind::Hash, 200, false, 64},
                      Variant{TableKind::Hash, 200, true, 64}, Variant{TableKind::Hash, 200, false, 128},
                      Variant{TableKind::Bitstate, 200, false, 64}),
    name_of);

TEST(Differences, GiveBackAscendingNumbers) {
  std::mt19937_64 random(3);
  std::vector<uint64_t> numbers = {0, 0, 127, 128, 16383, UINT64_MAX};
  for (int i = 0; i < 1000; ++i) numbers.push_back(random() >> random() % 64);
  std::sort(numbers.begin(), numbers.end());
  std::vector<uint64_t> words;
  DifferenceWriter writer(words);
  for (const uint64_t number : numbers) writer.add(number);
  DifferenceReader reader(words);
  for (const uint64_t number : numbers) {
    uint64_t read = 0;
    ASSERT_TRUE(reader.next(read));
    EXPECT_EQ(read, number);
  }
}

}  // namespace
}  // namespace px::store
