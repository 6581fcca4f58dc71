// Hash of a state given as 64-bit words: 64 bits, of which the high ones address the tables, and another 64 for uses
// where one hash is not enough (fingerprints, bitstate hashing).
//
// Idea: a chain of folded multiplications (the xor of the two halves of a 64x64-bit product) of two data words, each
// blinded by an odd constant; after Wang Yi's wyhash. Two words per multiplication; long states run in two chains side
// by side so that the multiplier is kept busy. A last folded multiplication spreads the result over the high bits,
// which address the tables. Deterministic: a function of words and seed, the same on every machine.
// Compared with XXH3 in benchmarks/micro/hash_bench.cpp: within 0.6 ns of it per state up to 16 words and faster
// beyond, with equally uniform high bits; kept because it can be inlined and is only these few lines. (Independent
// instead of chained products, as in XXH3, gained nothing here.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace px {

namespace hash_detail {

__extension__ using Product = unsigned __int128;

inline constexpr uint64_t kBlind0 = 0x9e3779b97f4a7c15ULL;
inline constexpr uint64_t kBlind1 = 0xd6e8feb86659fd93ULL;
inline constexpr uint64_t kBlind2 = 0xa0761d6478bd642fULL;
inline constexpr uint64_t kBlind3 = 0xe7037ed1a0b428dbULL;

inline uint64_t fold(uint64_t a, uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t chain(const uint64_t* words, size_t count, uint64_t seed, uint64_t blind) {
  uint64_t first = seed ^ blind;
  size_t i = 0;
  if (count >= 8) {
    uint64_t second = seed ^ kBlind3;
    for (; i + 4 <= count; i += 4) {
      first = fold(words[i] ^ kBlind1, words[i + 1] ^ first);
      second = fold(words[i + 2] ^ kBlind2, words[i + 3] ^ second);
    }
    first ^= second;
  }
  for (; i + 2 <= count; i += 2) first = fold(words[i] ^ kBlind1, words[i + 1] ^ first);
  if (i < count) first = fold(words[i] ^ kBlind2, first ^ kBlind3);
  return first;
}

}  // namespace hash_detail

inline uint64_t hash_words(const uint64_t* words, size_t count, uint64_t seed) {
  using namespace hash_detail;
  return fold(chain(words, count, seed, kBlind0) ^ count, kBlind1);
}

inline uint64_t hash_word(uint64_t word, uint64_t seed) {
  return hash_words(&word, 1, seed);
}

// A second hash of the same words with a different chain, different blinds and a different seed; practically
// independent of hash_words.
inline uint64_t second_hash_words(const uint64_t* words, size_t count, uint64_t seed) {
  using namespace hash_detail;
  return fold(chain(words, count, fold(seed ^ kBlind3, kBlind2), kBlind2) ^ kBlind0, kBlind3 ^ count);
}

}  // namespace px
