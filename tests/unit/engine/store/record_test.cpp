// Both forms of records: a record reads back as written, equals only itself, and touches nothing past its end.
#include "engine/store/record.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace px::store {
namespace {

TEST(PlainRecords, AllLengths) {
  std::mt19937_64 random(1);
  for (size_t bytes = 1; bytes <= 40; ++bytes) {
    const size_t count = (bytes + 7) / 8;
    std::vector<uint64_t> words(count);
    for (uint64_t& word : words) word = random();
    if (bytes % 8) words.back() &= (uint64_t{1} << (8 * (bytes % 8))) - 1;
    std::vector<std::byte> room(bytes + 8, std::byte{0x5a});
    write_record(room.data(), words.data(), bytes);
    for (size_t i = bytes; i < room.size(); ++i) ASSERT_EQ(room[i], std::byte{0x5a}) << bytes << " bytes";
    std::vector<uint64_t> back(count, ~uint64_t{0});
    read_record(room.data(), back.data(), bytes);
    EXPECT_EQ(back, words) << bytes << " bytes";
    EXPECT_TRUE(equals_record(room.data(), words.data(), bytes));
    for (size_t byte = 0; byte < bytes; ++byte) {
      std::vector<uint64_t> other = words;
      other[byte / 8] ^= uint64_t{1} << (8 * (byte % 8));
      EXPECT_FALSE(equals_record(room.data(), other.data(), bytes)) << bytes << " bytes, differs in " << byte;
    }
  }
}

// Every share of zero words, from none to all, and lengths around multiples of 64.
TEST(SparseRecords, AllSharesOfZeros) {
  std::mt19937_64 random(2);
  for (const size_t count : {1u, 16u, 47u, 63u, 64u, 65u, 128u, 130u}) {
    for (uint32_t share = 0; share <= 8; ++share) {
      std::vector<uint64_t> words(count);
      size_t nonzero = 0;
      for (uint64_t& word : words) {
        word = random() % 8 < share ? random() | 1 : 0;
        nonzero += word != 0;
      }
      constexpr uint64_t kUntouched = 0x5a5a5a5a5a5a5a5aULL;
      std::vector<uint64_t> room(sparse_record_words(count) + 1, kUntouched);
      EXPECT_EQ(write_sparse_record(room.data(), words.data(), count), (count + 63) / 64 + nonzero);
      EXPECT_EQ(room.back(), kUntouched);
      std::vector<uint64_t> back(count, ~uint64_t{0});
      read_sparse_record(room.data(), back.data(), count);
      EXPECT_EQ(back, words);
      EXPECT_TRUE(equals_sparse_record(room.data(), words.data(), count));
      for (size_t word = 0; word < count; ++word) {
        std::vector<uint64_t> other = words;
        other[word] = other[word] == 0 ? 1 : 0;
        EXPECT_FALSE(equals_sparse_record(room.data(), other.data(), count)) << word;
        if (words[word] == 0) continue;
        other[word] = words[word] + 2;
        EXPECT_FALSE(equals_sparse_record(room.data(), other.data(), count)) << word;
      }
    }
  }
}

}  // namespace
}  // namespace px::store
