// Records: the stored form of a packed state.
//
//   plain    the first n bytes of the state's words in memory order (little endian), without the last word's padding
//   sparse   long states only: one bit per word that says whether it is zero, then the nonzero words
//
//            [satellite] [bits 0..63] [bits 64..127] ... [word] [word] [word] ...         8 bytes each
//
// Most of a long state is unused space: queues that hold few messages, processes that have not started. A record
// without the zero words takes a third of the space, and memory that is not written need not be cleared by the system,
// fetched or compared. Sparse records differ in length, so record numbers count units of 8 bytes instead of records,
// and the satellite is stored with the record.
//
// Nothing outside a record's bytes is read or written: the neighbour may belong to another thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace px::store {

static_assert(std::endian::native == std::endian::little, "records are prefixes of little-endian words");

namespace record_detail {

template <class T>
T load_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// The 0 to 7 bytes of a record of less than a word, as the low bytes of a word.
inline uint64_t load_short(const std::byte* from, size_t bytes) {
  uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

}  // namespace record_detail

// ---- Plain records. The bytes after the last full word are reached by a whole word that ends with the record.

inline void write_record(std::byte* record, const uint64_t* words, size_t bytes) {
  const size_t full = bytes / 8;
  if (full == 0) {
    std::memcpy(record, words, bytes);
    return;
  }
  for (size_t i = 0; i < full; ++i) std::memcpy(record + 8 * i, &words[i], 8);
  if (bytes % 8) std::memcpy(record + bytes - 8, reinterpret_cast<const std::byte*>(words) + bytes - 8, 8);
}

inline void read_record(const std::byte* record, uint64_t* words, size_t bytes) {
  const size_t full = bytes / 8;
  if (full == 0) {
    words[0] = record_detail::load_short(record, bytes);
    return;
  }
  for (size_t i = 0; i < full; ++i) std::memcpy(&words[i], record + 8 * i, 8);
  const size_t last = (bytes - 1) / 8;
  words[last] = record_detail::load_as<uint64_t>(record + bytes - 8) >> (64 * (last + 1) - 8 * bytes);
}

inline bool equals_record(const std::byte* record, const uint64_t* words, size_t bytes) {
  const size_t full = bytes / 8;
  if (full == 0) return record_detail::load_short(record, bytes) == words[0];
  for (size_t i = 0; i < full; ++i) {
    if (record_detail::load_as<uint64_t>(record + 8 * i) != words[i]) return false;
  }
  const auto* row = reinterpret_cast<const std::byte*>(words);
  return record_detail::load_as<uint64_t>(record + bytes - 8) == record_detail::load_as<uint64_t>(row + bytes - 8);
}

// ---- Sparse records

// Bit i: words[i] is not zero; for up to 64 words.
inline uint64_t nonzero_words(const uint64_t* words, size_t count) {
  uint64_t mask = 0;
  for (size_t i = 0; i < count; ++i) mask |= uint64_t{words[i] != 0} << i;
  return mask;
}

// The maximal size in words of a sparse record of a state of this many words.
inline constexpr size_t sparse_record_words(size_t words) {
  return (words + 63) / 64 + words;
}

// Returns how many words were used.
inline size_t write_sparse_record(uint64_t* record, const uint64_t* words, size_t count) {
  size_t next = (count + 63) / 64;
  for (size_t first = 0; first < count; first += 64) {
    const size_t run = count - first < 64 ? count - first : 64;
    uint64_t mask = 0;
    for (size_t i = 0; i < run; ++i) {
      const uint64_t word = words[first + i];
      record[next] = word;  // within bounds even if it is zero: it follows at most as many words as in the state
      mask |= uint64_t{word != 0} << i;
      next += word != 0;
    }
    record[first / 64] = mask;
  }
  return next;
}

inline void read_sparse_record(const uint64_t* record, uint64_t* words, size_t count) {
  std::memset(words, 0, count * sizeof(uint64_t));
  size_t next = (count + 63) / 64;
  for (size_t first = 0; first < count; first += 64) {
    for (uint64_t mask = record[first / 64]; mask != 0; mask &= mask - 1) {
      words[first + static_cast<size_t>(std::countr_zero(mask))] = record[next++];
    }
  }
}

inline bool equals_sparse_record(const uint64_t* record, const uint64_t* words, size_t count) {
  size_t next = (count + 63) / 64;
  for (size_t first = 0; first < count; first += 64) {
    uint64_t mask = nonzero_words(words + first, count - first < 64 ? count - first : 64);
    if (mask != record[first / 64]) return false;
    for (; mask != 0; mask &= mask - 1) {
      if (words[first + static_cast<size_t>(std::countr_zero(mask))] != record[next++]) return false;
    }
  }
  return true;
}

}  // namespace px::store
