// Reads and writes packed states: addresses of cells, their bits, copies; locations of processes. See lower_place.cpp.
//
// Expressions read from `state_`: the expanded state itself until the body of an action first writes, then the copy at
// the cursor of the output, where the outcome is built in place (or in the frame: lower_sequence.cpp). A dropped
// outcome is simply overwritten by the next one.
#pragma once

#include <functional>
#include <vector>

#include "engine/jit/code_emitter.h"

namespace px::jit {

// The address of a part of the state: bit `bit` + the sum of index * stride over `terms`.
struct Address {
  struct Term {
    llvm::Value* index;
    uint64_t stride;
  };
  uint64_t bit = 0;
  std::vector<Term> terms;
  uint64_t step = 0;      // divides all strides of terms; 0: no terms
  uint64_t farthest = 0;  // the largest possible sum of the terms
  ir::TypeId type;
  const ir::VariableLayout* variable = nullptr;  // while inside the variable's own dimensions
  size_t dimension = 0;

  bool is_static() const { return terms.empty(); }
  Address at(uint64_t offset) const {
    Address moved = *this;
    moved.bit += offset;
    return moved;
  }
};

class StateCode : public CodeEmitter {
 protected:
  using CodeEmitter::CodeEmitter;

  void add_index(Address& address, const Number& index, const ir::Domain& domain, uint64_t stride);
  void add_term(Address& address, Value* index, uint64_t count, uint64_t stride);
  Value* scaled(const Address& address, uint64_t unit);
  Value* read_bits(Value* state, const Address& address, uint32_t width);
  Value* read_bytes(Value* state, const Address& address, uint32_t width);
  Value* read_words(Value* state, const Address& address, uint32_t width);
  void write_bits(const Address& address, uint32_t width, Value* raw);
  void write_static(const Address& address, uint32_t width, Value* raw);
  void write_bytes(const Address& address, uint32_t width, Value* raw);
  void write_words(const Address& address, uint32_t width, Value* raw);
  Number read_scalar(Value* state, const Address& address, ir::TypeId type);
  Value* encode(const ir::ScalarCode& code, Value* value);
  void write_scalar(const Address& address, ir::TypeId type, const Number& value);
  Value* word_pointer(Value* state, Value* index);
  Value* byte_pointer(const Address& address);
  uint64_t for_each_word(uint64_t bits, const std::function<void(Value* index, uint64_t words)>& body);
  Address word_at(const Address& address, Value* index, uint64_t words);
  void copy_bits(const Address& to, const Address& from, uint64_t bits);
  void clear_bits(const Address& to, uint64_t bits);
  void make_writable();
  void copy_state(Value* to, Value* from);
  Value* held_slot();
  Address item_address(const Address& queue, Value* position, uint64_t positions);

  // ---- Processes (lower_control.cpp)
  Address control_address(ir::FamilyId family, const Number& process);
  Value* location_index(ir::FamilyId family, const Number& process);  // of a process that exists
  Value* stands_at(const Number& process, ir::LocationId location);
  Value* is_process(ir::FamilyId family, const Number& process);

  bool writable_ = false;       // state_ is the outcome being made
  bool keeps_control_ = false;  // the outcomes of the action being lowered continue at once: made in the frame,
  Value* held_ = nullptr;       // at this address
};

}  // namespace px::jit
