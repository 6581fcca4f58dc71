// Records: the bytes of a packed state, without the padding of its last word.
//
// A record of n bytes is the first n bytes of the state's words in memory order (little endian). Nothing outside the n
// bytes is read or written: the neighbour may belong to another thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace px {

static_assert(std::endian::native == std::endian::little, "records are prefixes of little-endian words");

namespace record_detail {

template <class T>
T load_as(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// The 0 to 7 bytes after the last full word, as the low bytes of a word.
inline uint64_t load_tail(const std::byte* from, size_t bytes) {
  uint64_t tail = 0;
  size_t at = 0;
  if (bytes & 4) {
    tail = load_as<uint32_t>(from);
    at = 4;
  }
  if (bytes & 2) {
    tail |= uint64_t{load_as<uint16_t>(from + at)} << (8 * at);
    at += 2;
  }
  if (bytes & 1) tail |= uint64_t{load_as<uint8_t>(from + at)} << (8 * at);
  return tail;
}

inline void store_tail(std::byte* to, uint64_t tail, size_t bytes) {
  size_t at = 0;
  if (bytes & 4) {
    std::memcpy(to, &tail, 4);
    at = 4;
  }
  if (bytes & 2) {
    const auto part = static_cast<uint16_t>(tail >> (8 * at));
    std::memcpy(to + at, &part, 2);
    at += 2;
  }
  if (bytes & 1) to[at] = static_cast<std::byte>(tail >> (8 * at));
}

}  // namespace record_detail

inline void write_record(std::byte* record, const uint64_t* words, size_t bytes) {
  const size_t full = bytes / 8;
  for (size_t i = 0; i < full; ++i) std::memcpy(record + 8 * i, &words[i], 8);
  if (bytes % 8) record_detail::store_tail(record + 8 * full, words[full], bytes % 8);
}

inline void read_record(const std::byte* record, uint64_t* words, size_t bytes) {
  const size_t full = bytes / 8;
  for (size_t i = 0; i < full; ++i) std::memcpy(&words[i], record + 8 * i, 8);
  if (bytes % 8) words[full] = record_detail::load_tail(record + 8 * full, bytes % 8);
}

inline bool equals_record(const std::byte* record, const uint64_t* words, size_t bytes) {
  const size_t full = bytes / 8;
  for (size_t i = 0; i < full; ++i) {
    if (record_detail::load_as<uint64_t>(record + 8 * i) != words[i]) return false;
  }
  return bytes % 8 == 0 || record_detail::load_tail(record + 8 * full, bytes % 8) == words[full];
}

}  // namespace px
