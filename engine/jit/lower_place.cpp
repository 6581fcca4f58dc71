// Bits of the state. The layout is known, so an address is a constant plus a sum of index * constant; constant terms
// (an unrolled process, a literal index) are folded. There are three ways to reach the bits:
//
//   static   the words that hold the field, one or two; shifts and masks by constants
//   bytes    every dynamic step is a whole number of bytes (always so for lanes): access exactly the bytes that hold
//            the field
//   words    anything else: a dynamic word and shift; a field that may straddle two words is shifted out of both
//
// Whatever the indices, which were checked or are known to be in range, each way touches only words (or bytes) inside
// the state; the second word of the last way is never the one after the state.
#include <bit>
#include <numeric>

#include "engine/base/check.h"
#include "engine/jit/function_lowering.h"

namespace px::jit {
namespace {

constexpr uint64_t kMaxUnrolledWords = 8;  // larger states are copied by memcpy

constexpr uint64_t kLongBits = 512;  // containers of at least this size are copied and cleared as bytes

uint64_t mask_of(uint32_t width) {
  return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}

// A field of `width` bits on a grid of multiples of `width`, a power of two, does not cross a word.
bool stays_within_word(const Address& a, uint32_t width) {
  return std::has_single_bit(width) && a.bit % width == 0 && a.step % width == 0;
}

bool starts_at_byte(const Address& a) {
  return a.bit % 8 == 0 && a.step % 8 == 0;
}

}  // namespace

// ---- Addresses

Address ValueLowering::address(ir::PlaceId id) {
  const ir::Place& place = program_.places[id];
  if (place.kind == ir::Place::Kind::Variable) {
    Address a;
    a.variable = &layout_.variable(place.variable);
    a.bit = a.variable->offset;
    a.type = place.type;
    return a;
  }
  Address a = address(place.parent);
  const ir::TypeShape& shape = layout_.shape(a.type);
  const ir::Type& type = program_.types[a.type];
  if (place.kind == ir::Place::Kind::FieldOf) {
    a.bit += shape.field_offsets[place.field];
    a.variable = nullptr;
  } else if (place.kind == ir::Place::Kind::Item) {
    const Number position = number(place.index);
    Value* length = read_bits(state_, a, shape.code.width);
    require_or_give_up(b_.CreateICmpULT(position.value, length));
    a = item_address(a, position.value, type.capacity);
  } else {
    const bool own = a.variable != nullptr && a.dimension < a.variable->strides.size();
    const uint64_t stride = own ? a.variable->strides[a.dimension] : shape.stride;
    add_index(a, number(place.index), type.domain, stride);
    ++a.dimension;
  }
  a.type = place.type;
  return a;
}

void StateCode::add_index(Address& a, const Number& index, const ir::Domain& domain, uint64_t stride) {
  const int64_t first = program_.domain_first(domain);
  const int64_t size = program_.domain_size(domain);
  require_or_give_up(within(index, {first, first + size - 1}));
  add_term(a, b_.CreateSub(index.value, word(static_cast<uint64_t>(first))), static_cast<uint64_t>(size), stride);
}

// Adds index * stride, where index < count.
void StateCode::add_term(Address& a, Value* index, uint64_t count, uint64_t stride) {
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    // An index that is always wrong is constant too, in unreachable code.
    if (fixed->getZExtValue() < count) a.bit += fixed->getZExtValue() * stride;
    return;
  }
  if (count <= 1 || stride == 0) return;
  a.terms.push_back({index, stride});
  a.step = std::gcd(a.step, stride);
  a.farthest += (count - 1) * stride;
}

Address StateCode::item_address(const Address& queue, Value* position, uint64_t positions) {
  const ir::TypeShape& shape = layout_.shape(queue.type);
  Address a = queue.at(shape.items);
  a.type = program_.types[queue.type].element;
  a.variable = nullptr;
  add_term(a, position, positions, shape.stride);
  return a;
}

// The dynamic part of the address in units of `unit` bits, which divides all strides.
llvm::Value* StateCode::scaled(const Address& a, uint64_t unit) {
  Value* sum = nullptr;
  for (const Address::Term& term : a.terms) {
    Value* part = b_.CreateMul(term.index, word(term.stride / unit), "", true, true);
    sum = sum ? b_.CreateAdd(sum, part, "", true, true) : part;
  }
  return sum;
}

llvm::Value* StateCode::word_pointer(Value* state, Value* index) {
  return b_.CreateInBoundsGEP(i64(), state, index);
}

// ---- Reading

llvm::Value* StateCode::read_bits(Value* state, const Address& a, uint32_t width) {
  if (width == 0) return word(0);
  if (!a.is_static()) return a.step % 8 == 0 ? read_bytes(state, a, width) : read_words(state, a, width);
  const uint64_t shift = a.bit % 64;
  Value* raw = b_.CreateLShr(b_.CreateLoad(i64(), word_pointer(state, word(a.bit / 64))), word(shift));
  if (shift + width > 64) {
    Value* rest = b_.CreateLoad(i64(), word_pointer(state, word(a.bit / 64 + 1)));
    raw = b_.CreateOr(raw, b_.CreateShl(rest, word(64 - shift)));
  }
  return b_.CreateAnd(raw, word(mask_of(width)));
}

llvm::Value* StateCode::read_bytes(Value* state, const Address& a, uint32_t width) {
  const uint64_t shift = a.bit % 8;
  if (shift + width > 64) return read_words(state, a, width);
  uint64_t bytes = (shift + width + 7) / 8;
  // A power of two is one load; it must not extend beyond the state.
  const uint64_t rounded = std::bit_ceil(bytes);
  if (a.bit / 8 + a.farthest / 8 + rounded <= uint64_t{layout_.words()} * 8) bytes = rounded;
  Value* offset = b_.CreateAdd(scaled(a, 8), word(a.bit / 8), "", true, true);
  Value* pointer = b_.CreateInBoundsGEP(b_.getInt8Ty(), state, offset);
  Value* raw = b_.CreateAlignedLoad(b_.getIntNTy(static_cast<unsigned>(bytes * 8)), pointer, llvm::Align(1));
  raw = b_.CreateLShr(b_.CreateZExt(raw, i64()), word(shift));
  return b_.CreateAnd(raw, word(mask_of(width)));
}

llvm::Value* StateCode::read_words(Value* state, const Address& a, uint32_t width) {
  Value* bit = b_.CreateAdd(scaled(a, 1), word(a.bit), "", true, true);
  Value* index = b_.CreateLShr(bit, word(6));
  Value* shift = b_.CreateAnd(bit, word(63));
  Value* low = b_.CreateLoad(i64(), word_pointer(state, index));
  if (stays_within_word(a, width)) return b_.CreateAnd(b_.CreateLShr(low, shift), word(mask_of(width)));
  Value* next =
      b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, b_.CreateAdd(index, word(1)), word(layout_.words() - 1));
  Value* high = b_.CreateLoad(i64(), word_pointer(state, next));
  Value* raw = b_.CreateIntrinsic(llvm::Intrinsic::fshr, {i64()}, {high, low, shift});
  return b_.CreateAnd(raw, word(mask_of(width)));
}

Number StateCode::read_scalar(Value* state, const Address& a, ir::TypeId type) {
  const ir::ScalarCode& code = layout_.shape(type).code;
  Value* raw = read_bits(state, a, code.width);
  const Interval range{program_.scalar_lo(type), program_.scalar_hi(type)};
  if (!code.sign_extend) return known(b_.CreateAdd(raw, word(static_cast<uint64_t>(code.bias))), range);
  Value* shift = word(64u - code.width);
  return known(b_.CreateAShr(b_.CreateShl(raw, shift), shift), range);
}

// ---- Writing, to the outcome at the cursor

void StateCode::make_writable() {
  if (writable_) return;
  Value* slot = keeps_control_ ? held_slot() : b_.CreateLoad(b_.getPtrTy(), cursor_);
  copy_state(slot, source_);
  state_ = slot;
  writable_ = true;
}

void StateCode::copy_state(Value* to, Value* from) {
  const uint32_t words = layout_.words();
  if (words <= kMaxUnrolledWords) {
    for (uint32_t w = 0; w < words; ++w) {
      b_.CreateStore(b_.CreateLoad(i64(), word_pointer(from, word(w))), word_pointer(to, word(w)));
    }
  } else {
    b_.CreateMemCpy(to, llvm::Align(8), from, llvm::Align(8), uint64_t{words} * 8);
  }
}

// Where outcomes are made that are not yet successors.
llvm::Value* StateCode::held_slot() {
  if (!held_) held_ = variable(llvm::ArrayType::get(i64(), layout_.words()), "held");
  return held_;
}

// `raw` has no bits beyond `width`.
void StateCode::write_bits(const Address& a, uint32_t width, Value* raw) {
  PX_CHECK(writable_);
  if (width == 0) return;
  if (a.is_static()) return write_static(a, width, raw);
  if (a.step % 8 == 0 && a.bit % 8 + width <= 64) return write_bytes(a, width, raw);
  write_words(a, width, raw);
}

void StateCode::write_static(const Address& a, uint32_t width, Value* raw) {
  const uint64_t shift = a.bit % 64;
  const uint64_t mask = mask_of(width);
  const auto merge = [&](uint64_t index, uint64_t bits, Value* value) {
    Value* pointer = word_pointer(state_, word(index));
    Value* kept = b_.CreateAnd(b_.CreateLoad(i64(), pointer), word(~bits));
    b_.CreateStore(b_.CreateOr(kept, value), pointer);
  };
  merge(a.bit / 64, mask << shift, b_.CreateShl(raw, word(shift)));
  if (shift + width > 64) merge(a.bit / 64 + 1, mask >> (64 - shift), b_.CreateLShr(raw, word(64 - shift)));
}

void StateCode::write_bytes(const Address& a, uint32_t width, Value* raw) {
  const uint64_t shift = a.bit % 8;
  uint64_t bytes = (shift + width + 7) / 8;
  const uint64_t rounded = std::bit_ceil(bytes);
  if (a.bit / 8 + a.farthest / 8 + rounded <= uint64_t{layout_.words()} * 8) bytes = rounded;
  llvm::Type* type = b_.getIntNTy(static_cast<unsigned>(bytes * 8));
  Value* offset = b_.CreateAdd(scaled(a, 8), word(a.bit / 8), "", true, true);
  Value* pointer = b_.CreateInBoundsGEP(b_.getInt8Ty(), state_, offset);
  Value* value = b_.CreateTrunc(b_.CreateShl(raw, word(shift)), type);
  if (shift != 0 || width != bytes * 8) {
    const llvm::APInt bits(static_cast<unsigned>(bytes * 8), mask_of(width) << shift);
    Value* old = b_.CreateAlignedLoad(type, pointer, llvm::Align(1));
    value = b_.CreateOr(b_.CreateAnd(old, b_.getInt(~bits)), value);
  }
  b_.CreateAlignedStore(value, pointer, llvm::Align(1));
}

void StateCode::write_words(const Address& a, uint32_t width, Value* raw) {
  Value* bit = b_.CreateAdd(scaled(a, 1), word(a.bit), "", true, true);
  Value* index = b_.CreateLShr(bit, word(6));
  Value* shift = b_.CreateAnd(bit, word(63));
  const auto merge = [&](Value* at, Value* bits, Value* value) {
    Value* pointer = word_pointer(state_, at);
    Value* kept = b_.CreateAnd(b_.CreateLoad(i64(), pointer), b_.CreateNot(bits));
    b_.CreateStore(b_.CreateOr(kept, value), pointer);
  };
  Value* mask = word(mask_of(width));
  merge(index, b_.CreateShl(mask, shift), b_.CreateShl(raw, shift));
  if (stays_within_word(a, width)) return;
  // The remainder for the next word: a shift by 64 - shift, which may be 64, in two steps. If the field ends in this
  // word, nothing remains, and the merge changes nothing in whichever word it is applied to.
  Value* next =
      b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, b_.CreateAdd(index, word(1)), word(layout_.words() - 1));
  const auto rest = [&](Value* v) { return b_.CreateLShr(b_.CreateLShr(v, b_.CreateXor(shift, word(63))), word(1)); };
  merge(next, rest(mask), rest(raw));
}

llvm::Value* StateCode::encode(const ir::ScalarCode& code, Value* value) {
  Value* raw = code.sign_extend ? value : b_.CreateSub(value, word(static_cast<uint64_t>(code.bias)));
  return b_.CreateAnd(raw, word(mask_of(code.width)));
}

// The value must be known to be in the range of the type.
void StateCode::write_scalar(const Address& a, ir::TypeId type, const Number& value) {
  const ir::ScalarCode& code = layout_.shape(type).code;
  if (code.width != 0) write_bits(a, code.width, encode(code, value.value));
}

// ---- Containers, in pieces; long ones as bytes first

llvm::Value* StateCode::byte_pointer(const Address& a) {
  Value* offset = word(a.bit / 8);
  if (!a.is_static()) offset = b_.CreateAdd(scaled(a, 8), offset, "", true, true);
  return b_.CreateInBoundsGEP(b_.getInt8Ty(), state_, offset);
}

// A loop over the whole words of a bit string that starts at any bit; returns the number of bits covered.
uint64_t StateCode::for_each_word(uint64_t bits, const std::function<void(Value*, uint64_t)>& body) {
  const uint64_t words = bits / 64;
  for_each(ir::Domain::range(0, static_cast<int64_t>(words) - 1), 1, 0,
           [&](const Number& index) { body(index.value, words); });
  return words * 64;
}

Address StateCode::word_at(const Address& a, Value* index, uint64_t words) {
  Address there = a;
  add_term(there, index, words, 64);
  return there;
}

void StateCode::copy_bits(const Address& to, const Address& from, uint64_t bits) {
  uint64_t done = 0;
  if (starts_at_byte(to) && starts_at_byte(from) && bits >= kLongBits) {
    done = bits / 8 * 8;
    b_.CreateMemMove(byte_pointer(to), llvm::Align(1), byte_pointer(from), llvm::Align(1), done / 8);
  } else if (bits >= kLongBits) {
    done = for_each_word(bits, [&](Value* index, uint64_t words) {
      write_bits(word_at(to, index, words), 64, read_bits(state_, word_at(from, index, words), 64));
    });
  }
  for (; done < bits; done += 64) {
    const auto width = static_cast<uint32_t>(std::min<uint64_t>(64, bits - done));
    write_bits(to.at(done), width, read_bits(state_, from.at(done), width));
  }
}

void StateCode::clear_bits(const Address& to, uint64_t bits) {
  uint64_t done = 0;
  if (starts_at_byte(to) && bits >= kLongBits) {
    done = bits / 8 * 8;
    b_.CreateMemSet(byte_pointer(to), b_.getInt8(0), done / 8, llvm::Align(1));
  } else if (bits >= kLongBits) {
    done =
        for_each_word(bits, [&](Value* index, uint64_t words) { write_bits(word_at(to, index, words), 64, word(0)); });
  }
  for (; done < bits; done += 64) {
    write_bits(to.at(done), static_cast<uint32_t>(std::min<uint64_t>(64, bits - done)), word(0));
  }
}

}  // namespace px::jit
