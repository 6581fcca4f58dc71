// The packing of a state into bits.
//
//   | globals | lane of element 0 of family A | lane of element 1 | ... | lanes of family B | ... |
//
// All arrays indexed by one family are interleaved into one lane per element (with the control location of the
// element, if it is a process), so that applying a permutation moves lanes and rewrites the few fields that hold
// elements of the sort. A lane is a whole number of bytes; everything else is packed to the bit.
//
// Every scalar is encoded so that its default value (0, or the smallest value if 0 is not in its range, or "none", or
// the empty sequence) is all zero bits. So the all-zero state is the default state, Reset clears bits, and unused bits
// are always zero: equal states are equal words. Bit i of the state is bit i % 64 of word i / 64. Scalars of more than
// 32 bits start on a byte boundary, so any scalar lies within 8 bytes from the byte it starts in.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/result.h"
#include "engine/ir/program.h"

namespace px::ir {

// value = sign_extend ? sext(raw) : raw + bias
struct ScalarCode {
  uint8_t width = 0;
  bool sign_extend = false;
  int64_t bias = 0;

  int64_t decode(uint64_t raw) const {
    if (!sign_extend) return static_cast<int64_t>(raw + static_cast<uint64_t>(bias));
    const int shift = 64 - width;
    return static_cast<int64_t>(raw << shift) >> shift;
  }
  uint64_t encode(int64_t value) const {
    const uint64_t raw = static_cast<uint64_t>(value) - (sign_extend ? 0 : static_cast<uint64_t>(bias));
    return width == 64 ? raw : raw & ((uint64_t{1} << width) - 1);
  }
};

// The packed form of a type inside a lane, a record, or an array that is not a variable's own dimension.
struct TypeShape {
  uint64_t bits = 0;
  uint32_t align = 1;                   // 1 or 8
  ScalarCode code;                      // scalars; Queue: its length
  uint64_t stride = 0;                  // Array, Queue: bits from one element to the next
  uint64_t items = 0;                   // Queue: offset of its first item
  std::vector<uint64_t> field_offsets;  // Record
};

// A scalar or part of variable v at indices i0, i1, ... of its own array dimensions (counted from the first element
// of each domain) starts at bit offset + i0 * strides[0] + i1 * strides[1] + ...; below that, shapes apply.
struct VariableLayout {
  uint64_t offset = 0;
  std::vector<uint64_t> strides;
  TypeId core;    // the type below the variable's own array dimensions
  FamilyId lane;  // the family in whose lanes it lies; invalid: among the globals
  uint32_t lane_dimension = 0;
};

struct LaneLayout {
  uint64_t offset = 0;          // of the first lane
  uint64_t stride = 0;          // a multiple of 8; 0: the family has no lane
  ScalarCode control;           // width 0 if not processes or only one location
  uint64_t control_offset = 0;  // within the lane

  // The bit at which the control location of the family's process `index` starts, counted from its first process.
  uint64_t control_bit(uint64_t index) const { return offset + index * stride + control_offset; }
};

class Layout {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t{1} << 16;

  // Fails with LimitExceeded for states of more than kMaxBytes.
  static Result<Layout> make(const Program& program);

  uint64_t bits() const { return bits_; }
  uint32_t bytes() const { return static_cast<uint32_t>((bits_ + 7) / 8); }
  uint32_t words() const { return static_cast<uint32_t>((bits_ + 63) / 64); }
  const TypeShape& shape(TypeId type) const {
    PX_DCHECK(type.value < shapes_.size());
    return shapes_[type.value];
  }
  const VariableLayout& variable(VariableId variable) const {
    PX_DCHECK(variable.value < variables_.size());
    return variables_[variable.value];
  }
  const LaneLayout& lane(FamilyId family) const {
    PX_DCHECK(family.value < lanes_.size());
    return lanes_[family.value];
  }
  std::string dump(const Program& program) const;

 private:
  friend class LayoutMaker;
  uint64_t bits_ = 0;
  std::vector<TypeShape> shapes_;
  std::vector<VariableLayout> variables_;
  std::vector<LaneLayout> lanes_;
};

// A mask for states: exactly the bits of the `wanted` variables are set.
std::vector<uint64_t> bits_of(const Program& program, const Layout& layout,
                              const std::function<bool(const Variable&)>& wanted);

// Reads `width` (0..64) bits of a state, starting at bit number `bit`; touches only the words that hold them.
inline uint64_t read_bits(const uint64_t* state, uint64_t bit, uint32_t width) {
  PX_DCHECK(width <= 64);
  if (width == 0) return 0;
  const uint64_t* word = state + bit / 64;
  const uint32_t shift = static_cast<uint32_t>(bit % 64);
  uint64_t raw = word[0] >> shift;
  if (shift + width > 64) raw |= word[1] << (64 - shift);
  return width == 64 ? raw : raw & ((uint64_t{1} << width) - 1);
}

inline void write_bits(uint64_t* state, uint64_t bit, uint32_t width, uint64_t raw) {
  PX_DCHECK(width <= 64);
  if (width == 0) return;
  uint64_t* word = state + bit / 64;
  const uint32_t shift = static_cast<uint32_t>(bit % 64);
  const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  word[0] = (word[0] & ~(mask << shift)) | (raw & mask) << shift;
  if (shift + width > 64) {
    word[1] = (word[1] & ~(mask >> (64 - shift))) | (raw & mask) >> (64 - shift);
  }
}

}  // namespace px::ir
