#include "engine/model/sequence_table.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <thread>

namespace px {
namespace {

using Handle = SequenceTable::Handle;
using Items = std::vector<int64_t>;

Items items(const SequenceTable& table, Handle h) {
  const auto span = table.items(h);
  return {span.begin(), span.end()};
}

TEST(SequenceTable, EqualContentsHaveEqualHandles) {
  SequenceTable table;
  EXPECT_EQ(table.intern({}), SequenceTable::kEmpty);
  const Handle a = *table.intern(Items{1, 2, 3});
  const Handle b = *table.intern(Items{1, 2});
  EXPECT_NE(a, b);
  EXPECT_NE(a, SequenceTable::kEmpty);
  EXPECT_EQ(table.intern(Items{1, 2, 3}), a);
  EXPECT_EQ(table.append(b, 3), a);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(items(table, a), (Items{1, 2, 3}));
  EXPECT_EQ(items(table, SequenceTable::kEmpty), Items{});
}

TEST(SequenceTable, Operations) {
  SequenceTable table;
  const Handle abc = *table.intern(Items{7, -1, INT64_MIN});
  EXPECT_EQ(table.length(abc), 3U);
  EXPECT_EQ(table.at(abc, 2), INT64_MIN);
  EXPECT_EQ(table.at(abc, 3), std::nullopt);
  EXPECT_EQ(table.at(abc, -1), std::nullopt);
  EXPECT_EQ(items(table, *table.append(abc, 5)), (Items{7, -1, INT64_MIN, 5}));
  EXPECT_EQ(items(table, *table.prepend(5, abc)), (Items{5, 7, -1, INT64_MIN}));
  EXPECT_EQ(items(table, *table.tail(abc)), (Items{-1, INT64_MIN}));
  EXPECT_EQ(items(table, *table.front(abc)), (Items{7, -1}));
  EXPECT_EQ(items(table, *table.concat(abc, abc)), (Items{7, -1, INT64_MIN, 7, -1, INT64_MIN}));
  EXPECT_EQ(table.concat(abc, SequenceTable::kEmpty), abc);
  EXPECT_EQ(table.concat(SequenceTable::kEmpty, abc), abc);
  const Handle one = *table.intern(Items{4});
  EXPECT_EQ(table.tail(one), SequenceTable::kEmpty);
  EXPECT_EQ(table.front(one), SequenceTable::kEmpty);
}

TEST(SequenceTable, AgreesWithAMapWhileGrowing) {
  SequenceTable table;
  std::map<Items, Handle> known;
  std::mt19937_64 random(1);
  for (int round = 0; round < 20000; ++round) {
    Items all(random() % 6);
    for (int64_t& item : all) item = static_cast<int64_t>(random() % 5) - 2;
    const Handle handle = *table.intern(all);
    const auto [at, fresh] = known.emplace(all, handle);
    ASSERT_EQ(at->second, handle);
  }
  for (const auto& [all, handle] : known) ASSERT_EQ(items(table, handle), all);
  EXPECT_EQ(table.size(), known.size() - 1);  // the empty one is not counted
}

TEST(SequenceTable, ReportsThatItsHandlesAreUsedUp) {
  SequenceTable table({.sequences = 3});
  const Handle a = *table.intern(Items{1});
  const Handle b = *table.append(a, 2);
  ASSERT_TRUE(table.append(b, 3));
  EXPECT_FALSE(table.full());
  EXPECT_EQ(table.append(b, 4), std::nullopt);
  EXPECT_TRUE(table.full());
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.append(a, 2), b) << "what is stored can still be found";
}

TEST(SequenceTable, KeepsItsByteLimit) {
  constexpr uint64_t kLimit = 100'000;
  SequenceTable table({.bytes = kLimit});
  int64_t stored = 0;
  while (table.intern(Items{stored, stored + 1})) ++stored;
  EXPECT_TRUE(table.full());
  EXPECT_GT(stored, 500);
  // Segments of slots may exceed it, by less than the slots need in total.
  EXPECT_LE(table.bytes(), kLimit + 16 * static_cast<uint64_t>(stored));
  for (int64_t i = 0; i < stored; ++i) ASSERT_TRUE(table.intern(Items{i, i + 1}));
}

TEST(SequenceTable, CountsTheMemoryOfLongSequences) {
  SequenceTable table;
  ASSERT_TRUE(table.intern(Items(1'000'000, 3)));
  EXPECT_GE(table.bytes(), 8'000'000U);
  EXPECT_LE(table.bytes(), 8'100'000U);
}

// All threads build the same sequences in different orders, by different operations, and read those of others.
TEST(SequenceTable, ThreadsAgreeOnHandles) {
  constexpr int kThreads = 8;
  constexpr int kNumbers = 3000;
  SequenceTable table;
  std::vector<std::vector<Handle>> handles(kThreads, std::vector<Handle>(kNumbers));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<uint32_t>(t));
      std::vector<int> order(kNumbers);
      for (int i = 0; i < kNumbers; ++i) order[static_cast<size_t>(i)] = i;
      std::shuffle(order.begin(), order.end(), random);
      for (const int number : order) {
        const Handle digit = *table.intern(Items{number % 10});
        Handle all = *table.prepend(number / 100, *table.prepend(number / 10 % 10, digit));
        all = *table.tail(*table.concat(digit, all));
        handles[static_cast<size_t>(t)][static_cast<size_t>(number)] = all;
        ASSERT_EQ(table.at(all, 0), number / 100);
        ASSERT_EQ(table.front(*table.append(all, number)), all);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(handles[static_cast<size_t>(t)], handles[0]);
}

}  // namespace
}  // namespace px
