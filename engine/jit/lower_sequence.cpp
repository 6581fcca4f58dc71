// How an outcome ends: as a successor, or by continuing at once because a process holds control in it.
//
// An outcome in which a process holds control is made outside the output, in the function's own frame, and the function
// of its holder is called for it immediately: its successors follow at the cursor, so they appear in the order of the
// sequences, and a short sequence costs one call per step. A holder that makes no successor has lost control: then the
// outcome itself is a successor (in a sequence that must not block, the state is given up).
//
// Calls nest up to a depth of kMaxNested, or less if states are so large that frames would fill the stack. The
// remaining work is set aside and, to keep the order, so is every later outcome; runtime.cpp processes them with the
// same functions, and detects sequences that never end.
#include <algorithm>

#include "engine/jit/function_lowering.h"
#include "engine/jit/generated_code.h"

namespace px::jit {
namespace {

constexpr uint64_t kMaxNested = 32;
constexpr uint64_t kMaxFrameWords = 16384;  // of states in all frames of a sequence

}  // namespace

// The outcome at the cursor becomes a successor, unless it has to wait because earlier ones wait.
void FunctionLowering::emit() {
  BasicBlock* after = block("emitted");
  Value* slot = b_.CreateLoad(b_.getPtrTy(), cursor_);
  if (analysis_.any_holds_control()) {
    BasicBlock* wait = block("wait");
    BasicBlock* now = block("emit");
    Value* pending = b_.CreateLoad(i64(), context_field(offsetof(RunContext, pending)));
    expect_rarely(b_.CreateCondBr(b_.CreateICmpNE(pending, word(0)), wait, now));
    b_.SetInsertPoint(wait);
    b_.CreateCall(m_.set_aside, {context_, slot, word(0)});
    b_.CreateBr(after);
    b_.SetInsertPoint(now);
  }
  b_.CreateStore(b_.CreateConstInBoundsGEP1_64(i64(), slot, layout_.words()), cursor_);
  if (checks_room_) make_room();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

void FunctionLowering::make_room() {
  BasicBlock* grow = block("grow");
  BasicBlock* enough = block("enough_room");
  Value* cursor = b_.CreateLoad(b_.getPtrTy(), cursor_);
  Value* limit = b_.CreateLoad(b_.getPtrTy(), context_field(offsetof(RunContext, limit)));
  expect_rarely(b_.CreateCondBr(b_.CreateICmpUGT(cursor, limit), grow, enough));
  b_.SetInsertPoint(grow);
  b_.CreateStore(b_.CreateCall(m_.grow, {context_, cursor}), cursor_);
  b_.CreateBr(enough);
  b_.SetInsertPoint(enough);
}

// Passes the outcome in the frame to its holder.
void FunctionLowering::pass_control(ir::FamilyId family, ir::Control control, const Number& holder) {
  const bool deterministic = control == ir::Control::Deterministic;
  const auto set_aside = [&] {
    Value* code = b_.CreateOr(word(holder_code(family.value, deterministic)), holder.value);
    b_.CreateCall(m_.set_aside, {context_, held_, code});
  };
  const uint64_t deepest = std::min(kMaxNested, kMaxFrameWords / layout_.words());
  if (!m_.process[family.value] || deepest == 0) return set_aside();
  BasicBlock* wait = block("wait");
  BasicBlock* go_on = block("go_on");
  BasicBlock* after = block("passed");
  Value* pending = b_.CreateLoad(i64(), context_field(offsetof(RunContext, pending)));
  Value* nested = b_.CreateLoad(i64(), context_field(offsetof(RunContext, nested)));
  Value* none_waits = b_.CreateICmpEQ(pending, word(0));
  Value* shallow = b_.CreateICmpULT(nested, word(deepest));
  expect_rarely(b_.CreateCondBr(b_.CreateNot(b_.CreateAnd(none_waits, shallow)), wait, go_on));
  b_.SetInsertPoint(wait);
  set_aside();
  b_.CreateBr(after);
  b_.SetInsertPoint(go_on);
  b_.CreateStore(b_.CreateAdd(nested, word(1)), context_field(offsetof(RunContext, nested)));
  call_holder(m_.process[family.value], deterministic, holder);
  b_.CreateStore(nested, context_field(offsetof(RunContext, nested)));
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

// The sequence has flags of its own; those of the sequence it interrupts are saved across the call.
void FunctionLowering::call_holder(llvm::Function* function, bool deterministic, const Number& holder) {
  std::vector<std::pair<size_t, Value*>> kept;
  const auto set = [&](size_t offset, Value* value) {
    kept.emplace_back(offset, b_.CreateLoad(i64(), context_field(offset)));
    b_.CreateStore(value, context_field(offset));
  };
  if (choices_known_) set(offsetof(RunContext, choices), b_.CreateLoad(i64(), choices_known_));
  if (analysis_.uses_timeout()) set(offsetof(RunContext, timeout), word(0));
  if (only_first_possible_ || deterministic) {
    set(offsetof(RunContext, only_first), word(deterministic));
    set(offsetof(RunContext, taken), word(0));
  }
  make_room();
  Value* before = b_.CreateLoad(b_.getPtrTy(), cursor_);
  Value* next = b_.CreateCall(function, {context_, held_, before, holder.value});
  require_or_give_up(b_.CreateIsNotNull(next));
  b_.CreateStore(next, cursor_);
  Value* pending = b_.CreateLoad(i64(), context_field(offsetof(RunContext, pending)));
  Value* moved = b_.CreateOr(b_.CreateICmpNE(next, before), b_.CreateICmpNE(pending, word(0)));
  if (deterministic) {
    require_or_give_up(moved);
  } else {
    when(b_.CreateNot(moved), [&] {
      copy_state(before, held_);
      b_.CreateStore(b_.CreateConstInBoundsGEP1_64(i64(), before, layout_.words()), cursor_);
    });
  }
  make_room();
  for (const auto& [offset, value] : kept) b_.CreateStore(value, context_field(offset));
}

// In a deterministic sequence only the first outcome counts; the body's other outcomes are discarded.
void FunctionLowering::commit_if_first(const std::function<void()>& commit) {
  const auto flag = [&](size_t offset) { return b_.CreateLoad(i64(), context_field(offset)); };
  when(b_.CreateICmpEQ(flag(offsetof(RunContext, taken)), word(0)), [&] {
    commit();
    b_.CreateStore(flag(offsetof(RunContext, only_first)), context_field(offsetof(RunContext, taken)));
  });
}

}  // namespace px::jit
