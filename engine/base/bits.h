// A set of small numbers as a bit vector, used for the rows of matrices.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/check.h"

namespace px {

class Bits {
 public:
  Bits() = default;
  explicit Bits(size_t size) : words_((size + 63) / 64, 0) {}

  void set(size_t i) {
    PX_DCHECK(i / 64 < words_.size());
    words_[i / 64] |= uint64_t{1} << (i % 64);
  }
  void reset(size_t i) {
    PX_DCHECK(i / 64 < words_.size());
    words_[i / 64] &= ~(uint64_t{1} << (i % 64));
  }
  bool test(size_t i) const {
    PX_DCHECK(i / 64 < words_.size());
    return (words_[i / 64] >> (i % 64) & 1) != 0;
  }
  void clear() { words_.assign(words_.size(), 0); }
  void fill(size_t size) {
    clear();
    for (size_t i = 0; i < size; ++i) set(i);
  }
  bool any() const {
    for (const uint64_t word : words_) {
      if (word != 0) return true;
    }
    return false;
  }
  size_t count() const {
    size_t sum = 0;
    for (const uint64_t word : words_) sum += static_cast<size_t>(std::popcount(word));
    return sum;
  }
  bool intersects(const Bits& other) const {
    PX_DCHECK(words_.size() <= other.words_.size());
    for (size_t w = 0; w < words_.size(); ++w) {
      if ((words_[w] & other.words_[w]) != 0) return true;
    }
    return false;
  }
  Bits& operator|=(const Bits& other) {
    PX_DCHECK(words_.size() <= other.words_.size());
    for (size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  Bits& operator&=(const Bits& other) {
    PX_DCHECK(words_.size() <= other.words_.size());
    for (size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
    return *this;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t w = 0; w < words_.size(); ++w) {
      for (uint64_t word = words_[w]; word != 0; word &= word - 1) {
        visit(w * 64 + static_cast<size_t>(std::countr_zero(word)));
      }
    }
  }
  size_t word_count() const { return words_.size(); }
  const uint64_t* words() const { return words_.data(); }
  uint64_t* words() { return words_.data(); }
  bool operator==(const Bits&) const = default;
  auto operator<=>(const Bits&) const = default;

 private:
  std::vector<uint64_t> words_;
};

}  // namespace px
