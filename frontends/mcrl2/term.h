// Values: terms in normal form.
//
// A Word is one 64-bit integer:
//   ...01  a number of at most 61 bits
//   ...10  the handle of an interned record
//   ...11  a constant: a truth value, an empty collection, a symbol without arguments
//   ...00  a pointer to a record in the arena of the evaluation that made it (0: no value)
// A record is | length | head | part | part | ...; the head determines the meaning of the parts. Records have the same
// layout in the arena and in the table, so reading a value requires no copy.
//
// Evaluations create records in their arena, which costs a few instructions. Records that outlive an evaluation (parts
// of states and of labels) are interned: stored once, so that equal values are equal words.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/check.h"

namespace px::mcrl2 {

using Word = uint64_t;

// The kind of a record. Its head consists of the tag and a number (of the symbol, the operation, the lambda).
enum class Tag : uint8_t {
  Symbol,    // symbol `number` applied to the parts: a constructor, or an application that no equation rewrites
  Builtin,   // operation `number` that is not defined for the parts
  Apply,     // parts[0], which is not a function that can be computed, applied to the others
  BigInt,    // number: 1 if negative; parts: pairs of digits, as raw words
  Rational,  // numerator, denominator
  Cons,      // first, rest
  Set,       // elements, ascending
  SetBut,    // a predicate, then in ascending order the elements for which it is wrong
  Bag,       // element, count, element, count, ...; ascending
  BagBut,    // a function, then as in Bag the elements for which it is wrong
  Lambda,    // lambda `number` with the values that its body captured
  Update,    // a function, then sorted by argument: argument, value, ...
  Table,     // a function over a finite domain, whose sort is `number`: its values
  Not,       // predicates composed of predicates
  And,
  Or,
  Plus,  // functions to numbers composed of such functions
  Minus,
  Least,
};

inline constexpr Word head_of(Tag tag, uint64_t number = 0) {
  return number << 8 | static_cast<Word>(tag);
}

inline constexpr Word kNothing = 0;
inline constexpr Word constant_word(uint64_t number) {
  return number << 2 | 3;
}
inline constexpr Word kFalse = constant_word(0);
inline constexpr Word kTrue = constant_word(1);
inline constexpr Word kEmptyList = constant_word(2);
inline constexpr Word kEmptySet = constant_word(3);
inline constexpr Word kEmptyBag = constant_word(4);
inline constexpr uint64_t kFirstSymbol = 16;  // constants from here on are symbols

inline constexpr Word symbol_word(uint32_t symbol) {
  return constant_word(kFirstSymbol + symbol);
}
inline constexpr Word truth_word(bool value) {
  return value ? kTrue : kFalse;
}

inline constexpr bool is_small(Word w) {
  return (w & 3) == 1;
}
inline constexpr bool is_handle(Word w) {
  return (w & 3) == 2;
}
inline constexpr bool is_constant(Word w) {
  return (w & 3) == 3;
}
inline constexpr bool is_record(Word w) {
  return (w & 1) == 0 && w != kNothing;
}
inline constexpr bool is_bare_symbol(Word w) {
  return is_constant(w) && (w >> 2) >= kFirstSymbol;
}
inline constexpr uint32_t bare_symbol(Word w) {
  return static_cast<uint32_t>((w >> 2) - kFirstSymbol);
}

inline constexpr int64_t kMaxSmall = (int64_t{1} << 60) - 1;
inline constexpr bool fits_small(int64_t n) {
  return n >= -kMaxSmall && n <= kMaxSmall;
}
inline constexpr Word small_word(int64_t n) {
  return static_cast<Word>(n) << 2 | 1;
}
inline constexpr int64_t small_value(Word w) {
  return static_cast<int64_t>(w) >> 2;
}

// Records of one evaluation; freed all at once.
class Arena {
 public:
  // Memory for a record of `words` words and its length.
  int64_t* allocate(size_t words) {
    const size_t needed = words + 1;
    if (used_ + needed > size_) grow(needed);
    int64_t* at = blocks_[block_].get() + used_;
    used_ += needed;
    total_ += needed;
    *at = static_cast<int64_t>(words);
    return at + 1;
  }
  void clear() {
    block_ = 0;
    used_ = 0;
    total_ = 0;
    size_ = blocks_.empty() ? 0 : sizes_[0];
  }
  size_t words() const { return total_; }

 private:
  void grow(size_t needed) {
    if (!blocks_.empty() && block_ + 1 < blocks_.size() && sizes_[block_ + 1] >= needed) {
      ++block_;
    } else {
      const size_t size = std::max<size_t>(needed, size_t{1} << 14);
      blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(blocks_.empty() ? 0 : block_ + 1),
                     std::make_unique<int64_t[]>(size));
      sizes_.insert(sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.empty() ? 0 : block_ + 1), size);
      if (blocks_.size() > 1) ++block_;
    }
    used_ = 0;
    size_ = sizes_[block_];
  }

  std::vector<std::unique_ptr<int64_t[]>> blocks_;
  std::vector<size_t> sizes_;
  size_t block_ = 0;
  size_t used_ = 0;
  size_t size_ = 0;
  size_t total_ = 0;
};

}  // namespace px::mcrl2
