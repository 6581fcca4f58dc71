// A value within packed states: its position and type. The only way to navigate from a variable to its parts, so that
// no other code needs to know that the cells of a variable's own array dimensions may be spread over the lanes of
// processes, while everything below them is contiguous (layout.h).
//
// A cursor is a few words, made and copied freely; program and layout must outlive it. It is independent of any state:
// read() and write() take one as an argument, so that one cursor serves many states.
#pragma once

#include <cstdint>

#include "engine/base/check.h"
#include "engine/ir/layout.h"

namespace px::ir {

class StateCursor {
 public:
  StateCursor(const Program& program, const Layout& layout, VariableId variable)
      : program_(&program),
        layout_(&layout),
        own_(&layout.variable(variable)),
        bit_(own_->offset),
        type_(program.variables[variable].type) {}

  TypeId type_id() const { return type_; }
  const Type& type() const { return program_->types[type_]; }
  const TypeShape& shape() const { return layout_->shape(type_); }
  uint64_t bit() const { return bit_; }
  // Whether the cells are spread over the state; if not, the value is shape().bits bits from bit() on.
  bool spread() const { return own_ != nullptr && dimension_ < own_->strides.size(); }

  // Array: the number of cells, and the cell at an index counted from 0.
  uint32_t cells() const { return program_->domain_size(type().domain); }
  StateCursor cell(uint64_t index) const {
    PX_DCHECK(type().kind == TypeKind::Array);
    StateCursor part = *this;
    part.bit_ += index * (spread() ? own_->strides[dimension_] : shape().stride);
    part.type_ = type().element;
    ++part.dimension_;
    return part;
  }
  // Record: each of type().fields.
  StateCursor field(size_t index) const {
    PX_DCHECK(type().kind == TypeKind::Record);
    return below(shape().field_offsets[index], type().fields[index].type);
  }
  // Queue: the slot of an item, counted from the front, occupied or not. read() yields the length.
  StateCursor item(uint64_t index) const {
    PX_DCHECK(type().kind == TypeKind::Queue);
    return below(shape().items + index * shape().stride, type().element);
  }

  // A scalar; the length of a queue.
  int64_t read(const uint64_t* state) const {
    const ScalarCode& code = shape().code;
    return code.decode(read_bits(state, bit_, code.width));
  }
  void write(uint64_t* state, int64_t value) const {
    const ScalarCode& code = shape().code;
    write_bits(state, bit_, code.width, code.encode(value));
  }

 private:
  StateCursor below(uint64_t offset, TypeId type) const {
    StateCursor part = *this;
    part.bit_ += offset;
    part.type_ = type;
    part.own_ = nullptr;
    return part;
  }

  const Program* program_;
  const Layout* layout_;
  const VariableLayout* own_;  // of the variable, while within its own dimensions
  uint64_t bit_;
  uint32_t dimension_ = 0;
  TypeId type_;
};

// Writes the initial values of the variables into an all-zero state; does not set the locations of processes.
void write_initial_values(const Program& program, const Layout& layout, uint64_t* state);

}  // namespace px::ir
