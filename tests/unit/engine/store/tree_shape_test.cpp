#include "engine/store/tree_shape.h"

#include <gtest/gtest.h>
#include <random>

#include "engine/base/memory_budget.h"
#include "engine/store/state_table.h"

namespace px::store {
namespace {

// Every bit of the state lies in one leaf, at a position of its own; every leaf and node but the root belongs to one
// node that comes later.
void expect_complete(const TreeShape& shape, uint32_t state_bits) {
  std::vector<uint32_t> seen((state_bits + 7) / 8 * 8);
  for (const auto& pieces : shape.leaf_pieces) {
    std::vector<uint32_t> used(size_t{shape.leaf_bytes} * 8);
    for (const TreeShape::Piece& piece : pieces) {
      for (uint32_t bit = 0; bit < 64 && (piece.mask >> bit & 1) != 0; ++bit) {
        ASSERT_LT(piece.word_shift + bit, 64u);
        ASSERT_LT(piece.leaf_shift + bit, 64u);
        ASSERT_LT(piece.word * 64 + piece.word_shift + bit, seen.size());
        ++seen[piece.word * 64 + piece.word_shift + bit];
        ASSERT_LT(piece.leaf_word * 64 + piece.leaf_shift + bit, used.size());
        EXPECT_EQ(used[piece.leaf_word * 64 + piece.leaf_shift + bit]++, 0u);
      }
    }
  }
  EXPECT_EQ(seen, std::vector<uint32_t>(seen.size(), 1));
  std::vector<uint32_t> uses(shape.leaves() + shape.nodes.size());
  for (uint32_t n = 0; n < shape.nodes.size(); ++n) {
    for (const uint32_t operand : {shape.nodes[n].left, shape.nodes[n].right}) {
      ASSERT_LT(operand, shape.leaves() + n);
      ++uses[operand];
    }
  }
  EXPECT_EQ(uses.back(), 0u);
  uses.pop_back();
  EXPECT_EQ(uses, std::vector<uint32_t>(uses.size(), 1));
}

std::vector<uint64_t> random_rows(uint32_t words, uint32_t count, uint32_t state_bits) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> rows(size_t{words} * count);
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool last = i % words == words - 1;
    rows[i] = last && state_bits % 64 != 0 ? random() >> (64 - state_bits % 64) : random();
  }
  return rows;
}

TEST(TreeShape, HoldsEveryBitOnce) {
  for (const uint32_t bits : {1u, 8u, 31u, 32u, 33u, 64u, 65u, 99u, 160u, 512u, 513u, 3008u, 20000u}) {
    SCOPED_TRACE(bits);
    expect_complete(TreeShape::choose(bits, {}), bits);
    expect_complete(TreeShape::choose(bits, random_rows((bits + 63) / 64, 300, bits)), bits);
    const std::vector<uint64_t> zeros(300 * size_t{(bits + 63) / 64});
    expect_complete(TreeShape::choose(bits, zeros), bits);
  }
}

// Byte i and byte i + 8 are always equal: halves cut in the middle take all combinations, eight to the power of eight;
// halves that keep the twins together take eight to the power of four each.
std::vector<uint64_t> twins(uint32_t count) {
  std::mt19937_64 random(2);
  std::vector<uint64_t> rows;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t word = random() & 0x0707070707070707ULL;
    rows.insert(rows.end(), {word, word});
  }
  return rows;
}

uint64_t nodes_of(const std::vector<uint64_t>& rows, std::span<const uint64_t> sample) {
  MemoryBudget budget(uint64_t{1} << 30);
  const auto table =
      make_state_table({.kind = TableKind::Tree, .state_bits = 128, .budget = &budget, .sample = sample});
  const auto count = static_cast<uint32_t>(rows.size() / 2);
  std::vector<uint64_t> hashes(count);
  std::vector<StateRef> refs(count);
  std::vector<uint8_t> is_new(count);
  (*table)->hash_batch(rows.data(), 2, count, hashes.data());
  const StateBatch batch{rows.data(), 2, count, hashes.data(), nullptr};
  EXPECT_EQ((*table)->insert_batch(0, batch, refs.data(), is_new.data()).done, count);
  std::vector<uint64_t> loaded(rows.size());
  (*table)->load_batch(refs.data(), count, loaded.data(), 2);
  EXPECT_EQ(loaded, rows);
  return (*table)->stats().shared_nodes;
}

TEST(TreeShape, KeepsTogetherWhatGoesTogether) {
  const std::vector<uint64_t> rows = twins(100000);
  const uint64_t in_the_middle = nodes_of(rows, {});
  const uint64_t chosen = nodes_of(rows, std::span(rows).first(2 * 4096));
  EXPECT_GT(in_the_middle, 90000u);
  EXPECT_LT(chosen, 2 * 4096 + 1000u);
}

}  // namespace
}  // namespace px::store
