// Queues: a length, then slots of equal size, the first item in front; slots after the last item are zero.
#include "engine/jit/function_lowering.h"

namespace px::jit {

using ir::Statement;
using Kind = ir::Statement::Kind;

namespace {

constexpr uint64_t kShiftedBits = 64;  // queues whose items fit into this are moved by one shift

}  // namespace

void StatementLowering::run_push(const Statement& s) {
  const Address queue = address(s.places[0]);
  std::vector<Number> fields;
  for (ir::ExprId expr : s.exprs) fields.push_back(number(expr));
  const ir::Type& type = program_.types[queue.type];
  const ir::Type& record = program_.types[type.element];
  const ir::TypeShape& shape = layout_.shape(queue.type);
  Value* length = read_bits(state_, queue, shape.code.width);
  require_or_give_up(b_.CreateICmpULT(length, word(type.capacity)));
  for (size_t f = 0; f < fields.size(); ++f) {
    const ir::TypeId field = record.fields[f].type;
    require_or_give_up(within(fields[f], {program_.scalar_lo(field), program_.scalar_hi(field)}));
  }
  make_writable();
  write_bits(queue, shape.code.width, b_.CreateAdd(length, word(1)));
  if (type.capacity == 0) return;  // unreachable
  Value* position = length;
  if (s.kind == Kind::PushSorted) {
    position = sorted_position(queue, length, fields);
    open_gap(queue, position, length);
  }
  const Address item = item_address(queue, position, type.capacity);
  const ir::TypeShape& record_shape = layout_.shape(type.element);
  for (size_t f = 0; f < fields.size(); ++f) {
    write_scalar(item.at(record_shape.field_offsets[f]), record.fields[f].type, fields[f]);
  }
}

// The position of the first item greater than `fields`, from the front, as the queue need not be sorted.
llvm::Value* StatementLowering::sorted_position(const Address& queue, Value* length,
                                                const std::vector<Number>& fields) {
  const ir::Type& type = program_.types[queue.type];
  const ir::Type& record = program_.types[type.element];
  const ir::TypeShape& shape = layout_.shape(type.element);
  Value* position = variable(i64(), "position");
  BasicBlock* search = block("search");
  BasicBlock* compare = block("compare");
  BasicBlock* further = block("further");
  BasicBlock* found = block("found");
  b_.CreateStore(word(0), position);
  b_.CreateBr(search);
  b_.SetInsertPoint(search);
  Value* here = b_.CreateLoad(i64(), position);
  b_.CreateCondBr(b_.CreateICmpULT(here, length), compare, found);
  b_.SetInsertPoint(compare);
  const Address item = item_address(queue, here, type.capacity);
  for (size_t f = 0; f < fields.size(); ++f) {
    const Number there = read_scalar(state_, item.at(shape.field_offsets[f]), record.fields[f].type);
    BasicBlock* equal = block("equal");
    BasicBlock* differ = block("differ");
    b_.CreateCondBr(b_.CreateICmpEQ(there.value, fields[f].value), equal, differ);
    b_.SetInsertPoint(differ);
    b_.CreateCondBr(b_.CreateICmpSGT(there.value, fields[f].value), found, further);
    b_.SetInsertPoint(equal);
  }
  b_.CreateBr(further);
  b_.SetInsertPoint(further);
  b_.CreateStore(b_.CreateAdd(here, word(1)), position);
  b_.CreateBr(search);

  b_.SetInsertPoint(found);
  return b_.CreateLoad(i64(), position);
}

// Moves the items from `target` on up by one.
void StatementLowering::open_gap(const Address& queue, Value* target, Value* length) {
  const uint32_t capacity = program_.types[queue.type].capacity;
  const uint64_t item_bits = layout_.shape(program_.types[queue.type].element).bits;
  Value* moving = variable(i64(), "moving");
  BasicBlock* test = block("test");
  BasicBlock* move = block("move");
  BasicBlock* write = block("write");
  b_.CreateStore(length, moving);
  b_.CreateBr(test);
  b_.SetInsertPoint(test);
  Value* to = b_.CreateLoad(i64(), moving);
  b_.CreateCondBr(b_.CreateICmpUGT(to, target), move, write);
  b_.SetInsertPoint(move);
  Value* from = b_.CreateSub(to, word(1));
  copy_bits(item_address(queue, to, capacity), item_address(queue, from, capacity), item_bits);
  b_.CreateStore(from, moving);
  b_.CreateBr(test);
  b_.SetInsertPoint(write);
}

void StatementLowering::run_remove(const Statement& s) {
  const Address queue = address(s.places[0]);
  const Number position = s.kind == Kind::Pop ? constant(0) : number(s.exprs[0]);
  const ir::Type& type = program_.types[queue.type];
  const ir::TypeShape& shape = layout_.shape(queue.type);
  Value* length = read_bits(state_, queue, shape.code.width);
  require_or_give_up(b_.CreateICmpULT(position.value, length));
  if (type.capacity == 0) return;  // unreachable
  make_writable();
  write_bits(queue, shape.code.width, b_.CreateSub(length, word(1)));
  const uint64_t all = shape.stride * type.capacity;
  if (s.kind == Kind::Pop && all <= kShiftedBits) {
    // Slots after the last item are zero, so all of them may move.
    const Address items = queue.at(shape.items);
    Value* raw = read_bits(state_, items, static_cast<uint32_t>(all));
    Value* rest = shape.stride < 64 ? b_.CreateLShr(raw, word(shape.stride)) : word(0);
    return write_bits(items, static_cast<uint32_t>(all), rest);
  }
  close_gap(queue, position, length);
}

// Moves the items after `position` down by one, and clears the slot of the last.
void StatementLowering::close_gap(const Address& queue, const Number& position, Value* length) {
  const uint32_t capacity = program_.types[queue.type].capacity;
  const uint64_t item_bits = layout_.shape(program_.types[queue.type].element).bits;
  Value* gap = variable(i64(), "gap");
  BasicBlock* test = block("test");
  BasicBlock* move = block("move");
  BasicBlock* clear = block("clear");
  b_.CreateStore(position.value, gap);
  b_.CreateBr(test);
  b_.SetInsertPoint(test);
  Value* to = b_.CreateLoad(i64(), gap);
  Value* from = b_.CreateAdd(to, word(1));
  b_.CreateCondBr(b_.CreateICmpULT(from, length), move, clear);
  b_.SetInsertPoint(move);
  copy_bits(item_address(queue, to, capacity), item_address(queue, from, capacity), item_bits);
  b_.CreateStore(from, gap);
  b_.CreateBr(test);
  b_.SetInsertPoint(clear);
  clear_bits(item_address(queue, to, capacity), item_bits);
}

}  // namespace px::jit
