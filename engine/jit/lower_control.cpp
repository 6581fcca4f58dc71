// Processes: their locations, the actions they can take from there (a jump table per process), whether they can move or
// may end.
#include "engine/jit/function_lowering.h"
#include "engine/jit/generated_code.h"

namespace px::jit {

using ir::ActionId;
using ir::Expr;
using ir::FamilyId;
using ir::LocationId;

llvm::Value* StateCode::is_process(FamilyId family, const Number& process) {
  const int64_t first = program_.families[family].first;
  return within(process, {first, first + static_cast<int64_t>(program_.families[family].count) - 1});
}

Address StateCode::control_address(FamilyId family_id, const Number& process) {
  const ir::Family& family = program_.families[family_id];
  const ir::LaneLayout& lane = layout_.lane(family_id);
  Address a;
  a.bit = lane.offset + lane.control_offset;
  add_term(a, b_.CreateSub(process.value, word(family.first)), family.count, lane.stride);
  return a;
}

llvm::Value* StateCode::location_index(FamilyId family, const Number& process) {
  return read_bits(state_, control_address(family, process), layout_.lane(family).control.width);
}

// A process of another family has no location; reading one would be out of bounds.
llvm::Value* StateCode::stands_at(const Number& process, LocationId location_id) {
  const ir::Location& location = program_.locations[location_id];
  Value* exists = is_process(location.family, process);
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(exists)) {
    if (fixed->isZero()) return exists;
    return b_.CreateICmpEQ(location_index(location.family, process), word(location.index));
  }
  Value* stands = variable(b_.getInt1Ty(), "stands");
  b_.CreateStore(b_.getFalse(), stands);
  when(exists, [&] {
    b_.CreateStore(b_.CreateICmpEQ(location_index(location.family, process), word(location.index)), stands);
  });
  return b_.CreateLoad(b_.getInt1Ty(), stands);
}

Number ValueLowering::location_number(const Expr& e) {
  const Number process = number(e.operands[0]);
  const int64_t locations = static_cast<int64_t>(program_.families[e.family].locations.size());
  Value* index = variable(i64(), "location");
  b_.CreateStore(word(~uint64_t{0}), index);
  when(is_process(e.family, process), [&] { b_.CreateStore(location_index(e.family, process), index); });
  return {b_.CreateLoad(i64(), index), {-1, locations - 1}};
}

void StatementLowering::go_to(const Number& process, LocationId location_id) {
  const ir::Location& location = program_.locations[location_id];
  require_or_give_up(is_process(location.family, process));
  const uint32_t width = layout_.lane(location.family).control.width;
  if (width != 0) write_bits(control_address(location.family, process), width, word(location.index));
}

llvm::Value* ValueLowering::can_move(const Expr& e) {
  // Within a test of CanMove, CanMove is false: so the tests cannot recurse for ever.
  if (within_can_move_) return b_.getFalse();
  llvm::Function* test = m_.can_move[e.family.value];
  const Number process = number(e.operands[0]);
  Value* known = variable(b_.getInt32Ty(), "can_move");  // elements outside the family, and "none", cannot move
  b_.CreateStore(b_.getInt32(0), known);
  when(is_process(e.family, process), [&] {
    b_.CreateStore(b_.CreateCall(test, {context_, state_, process.value}), known);
  });
  Value* answer = b_.CreateLoad(b_.getInt32Ty(), known);
  require_or_give_up(b_.CreateICmpSGE(answer, b_.getInt32(0)));
  return b_.CreateICmpNE(answer, b_.getInt32(0));
}

// ---- The actions of a process, of a location, of no process

void FunctionLowering::lower_leaving(ir::LocationId location, const Number& process) {
  only_first_possible_ = program_.locations[location].deterministic && analysis_.any_holds_control();
  for (ActionId action : analysis_.leaving(location)) lower_action(action, &process);
  only_first_possible_ = false;
}

// The actions of a process at any of the locations.
void FunctionLowering::lower_process(ir::FamilyId family, const Number& process,
                                     std::span<const ir::LocationId> locations, const Outlined& outlined) {
  BasicBlock* after = block("after_process");
  llvm::SwitchInst* at = b_.CreateSwitch(location_index(family, process), after);
  std::map<llvm::Function*, BasicBlock*> calls;
  for (ir::LocationId location : locations) {
    if (analysis_.leaving(location).empty()) continue;
    const auto found = outlined.find(location);
    llvm::Function* function = found == outlined.end() ? nullptr : found->second;
    BasicBlock*& shared = calls[function];
    const bool first = function == nullptr || shared == nullptr;
    BasicBlock* here = first ? block(program_.locations[location].name.c_str()) : shared;
    at->addCase(b_.getInt64(program_.locations[location].index), here);
    if (!first) continue;
    shared = here;
    b_.SetInsertPoint(here);
    if (function != nullptr) {
      call(function, process);
    } else {
      lower_leaving(location, process);
    }
    b_.CreateBr(after);
  }
  b_.SetInsertPoint(after);
}

llvm::Value* FunctionLowering::process_number(ir::FamilyId family, const Number& process) {
  uint64_t before = 0;
  for (uint32_t f = 0; f < family.value; ++f) {
    const ir::Family& other = program_.families[ir::FamilyId(f)];
    before += other.is_process() ? other.count : 0;
  }
  const auto first = static_cast<uint64_t>(program_.families[family].first);
  return b_.CreateAdd(process.value, word(before - first));
}

void FunctionLowering::in_part_of_processes(Value* number, const std::function<void()>& body) {
  if (!m_.by_process) return body();
  Value* row = b_.CreateLoad(b_.getPtrTy(), context_field(offsetof(RunContext, part_processes)));
  Value* bits = b_.CreateLoad(i64(), b_.CreateInBoundsGEP(i64(), row, b_.CreateLShr(number, word(6))));
  Value* bit = b_.CreateAnd(b_.CreateLShr(bits, b_.CreateAnd(number, word(63))), word(1));
  when(b_.CreateICmpNE(bit, word(0)), body);
}

void FunctionLowering::lower_free_action(ir::ActionId action) {
  if (!m_.by_process) return lower_action(action, nullptr);
  Value* row = b_.CreateLoad(b_.getPtrTy(), context_field(offsetof(RunContext, part_free_actions)));
  Value* bits = b_.CreateLoad(i64(), b_.CreateConstInBoundsGEP1_64(i64(), row, action.value / 64));
  Value* bit = b_.CreateAnd(bits, word(uint64_t{1} << (action.value % 64)));
  when(b_.CreateICmpNE(bit, word(0)), [&] { lower_action(action, nullptr); });
}

void FunctionLowering::call(llvm::Function* function) {
  Value* next = b_.CreateCall(function, {context_, source_, b_.CreateLoad(b_.getPtrTy(), cursor_)});
  require_or_give_up(b_.CreateIsNotNull(next));
  b_.CreateStore(next, cursor_);
}

// Calls a function that makes successors by the actions of one process.
void FunctionLowering::call(llvm::Function* function, const Number& process) {
  Value* next = b_.CreateCall(function, {context_, source_, b_.CreateLoad(b_.getPtrTy(), cursor_), process.value});
  require_or_give_up(b_.CreateIsNotNull(next));
  b_.CreateStore(next, cursor_);
}

void FunctionLowering::call_for_family(ir::FamilyId family, llvm::Function* function) {
  for_each(ir::Domain::of(family), 1, 0, [&](const Number& process) {
    in_part_of_processes(process_number(family, process), [&] { call(function, process); });
  });
}

void FunctionLowering::finish_expand() {
  b_.CreateRet(b_.CreateLoad(b_.getPtrTy(), cursor_));
}

// ---- Tests

void FunctionLowering::lower_invariants() {
  for (const ir::Invariant& invariant : program_.invariants) require_or_give_up(truth(invariant.condition));
}

void FunctionLowering::finish_test(bool answer) {
  b_.CreateRet(b_.getInt32(answer));
}

// Whether a state in which nothing can move may be an end: the rule of docs/ir.md.
void FunctionLowering::lower_may_end() {
  Value* all_may_stop = variable(b_.getInt1Ty(), "all_may_stop");
  bool any_process = false;
  b_.CreateStore(b_.getTrue(), all_may_stop);
  for (uint32_t f = 0; f < program_.families.size(); ++f) {
    const ir::Family& family = program_.families[ir::FamilyId(f)];
    if (!family.is_process() || family.count == 0) continue;
    any_process = true;
    for_each(ir::Domain::of(ir::FamilyId(f)), 1, 0, [&](const Number& process) {
      Value* index = location_index(ir::FamilyId(f), process);
      BasicBlock* stop = block("may_stop");
      BasicBlock* next = block("next");
      BasicBlock* must_go_on = block("must_go_on");
      llvm::SwitchInst* at = b_.CreateSwitch(index, must_go_on);
      for (ir::LocationId location : family.locations) {
        if (program_.locations[location].valid_end) at->addCase(b_.getInt64(program_.locations[location].index), stop);
      }
      b_.SetInsertPoint(must_go_on);
      b_.CreateStore(b_.getFalse(), all_may_stop);
      b_.CreateBr(next);
      b_.SetInsertPoint(stop);
      b_.CreateBr(next);
      b_.SetInsertPoint(next);
    });
  }
  if (any_process) when(b_.CreateLoad(b_.getInt1Ty(), all_may_stop), [&] { return_and_go_on(true); });
  if (program_.deadlock.allowed.valid()) {
    when(truth(program_.deadlock.allowed), [&] { return_and_go_on(true); });
  }
  finish_test(false);
}

void FunctionLowering::return_and_go_on(bool answer) {
  finish_test(answer);
  b_.SetInsertPoint(block("unreached"));
}

void FunctionLowering::lower_can_move(ir::FamilyId family) {
  within_can_move_ = true;
  const ir::Family& f = program_.families[family];
  const Number inside = process_parameter(family);
  const Number process{inside.value, {}};
  BasicBlock* exists = block("exists");
  BasicBlock* no = block("no");
  b_.CreateCondBr(is_process(family, process), exists, no);
  b_.SetInsertPoint(no);
  finish_test(false);
  b_.SetInsertPoint(exists);
  llvm::SwitchInst* at = b_.CreateSwitch(location_index(family, inside), no);
  for (ir::LocationId location : f.locations) {
    if (analysis_.leaving(location).empty()) continue;
    BasicBlock* here = block("here");
    at->addCase(b_.getInt64(program_.locations[location].index), here);
    b_.SetInsertPoint(here);
    for (ActionId id : analysis_.leaving(location)) lower_enabled(id, inside);
    b_.CreateBr(no);
  }
}

}  // namespace px::jit
