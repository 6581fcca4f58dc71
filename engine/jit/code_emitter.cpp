#include "engine/jit/code_emitter.h"

#include <algorithm>
#include <llvm/IR/MDBuilder.h>

#include "engine/jit/generated_code.h"

namespace px::jit {
namespace {

// The work, in rounds times weight, that a loop may do between two checks whether the search is over: some
// microseconds.
constexpr uint64_t kUnaskedWork = 65536;
constexpr uint64_t kMaxUnaskedRounds = 4096;
constexpr uint64_t kFewestUnaskedRounds = 16;

}  // namespace

CodeEmitter::CodeEmitter(ModuleContext& module, llvm::Function* function, bool makes_successors)
    : m_(module),
      program_(module.program),
      layout_(module.layout),
      analysis_(module.analysis),
      function_(function),
      b_(module.module.getContext()),
      context_(function->getArg(0)),
      source_(function->getArg(1)),
      state_(source_) {
  b_.SetInsertPoint(block("entry"));
  if (!makes_successors) return;
  cursor_ = variable(b_.getPtrTy(), "cursor");
  b_.CreateStore(function->getArg(2), cursor_);
}

Number CodeEmitter::process(ir::FamilyId family, uint32_t index) {
  return constant(program_.families[family].first + static_cast<int64_t>(index));
}

Number CodeEmitter::process_parameter(ir::FamilyId family) {
  const int64_t first = program_.families[family].first;
  const int64_t count = program_.families[family].count;
  if (count == 1) return process(family, 0);
  return {function_->getArg(static_cast<unsigned>(function_->arg_size() - 1)), {first, first + count - 1}};
}

Number CodeEmitter::constant(int64_t value) {
  return {word(static_cast<uint64_t>(value)), Interval::of(value)};
}

llvm::Value* CodeEmitter::variable(llvm::Type* type, const char* name) {
  BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  return at_entry.CreateAlloca(type, nullptr, name);
}

void CodeEmitter::expect_rarely(llvm::Instruction* branch) {
  llvm::MDBuilder metadata(b_.getContext());
  branch->setMetadata(llvm::LLVMContext::MD_prof, metadata.createBranchWeights(1, 100000));
}

llvm::BasicBlock* CodeEmitter::give_up_block() {
  if (give_up_) return give_up_;
  give_up_ = block("give_up");
  llvm::IRBuilder<> there(give_up_);
  if (function_->getReturnType()->isPointerTy()) {
    there.CreateRet(llvm::ConstantPointerNull::get(b_.getPtrTy()));
  } else {
    there.CreateRet(b_.getInt32(static_cast<uint32_t>(-1)));
  }
  return give_up_;
}

void CodeEmitter::give_up() {
  b_.CreateBr(give_up_block());
  b_.SetInsertPoint(block("unreached"));
}

void CodeEmitter::require_or_give_up(Value* condition) {
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    if (fixed->isZero()) give_up();
    return;
  }
  BasicBlock* go_on = block("ok");
  expect_rarely(b_.CreateCondBr(b_.CreateNot(condition), give_up_block(), go_on));
  b_.SetInsertPoint(go_on);
}

llvm::Value* CodeEmitter::context_field(size_t offset) {
  return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), context_, offset);
}

// Element `index` of an array of 32-bit numbers in the context.
llvm::Value* CodeEmitter::context_item(size_t offset, Value* index) {
  return b_.CreateInBoundsGEP(b_.getInt32Ty(), context_field(offset), index);
}

void CodeEmitter::give_up_if_ended() {
  Value* flag = b_.CreateLoad(b_.getPtrTy(), context_field(offsetof(RunContext, ended)));
  // Volatile: another thread changes it, and every round must read it.
  Value* ended = b_.CreateLoad(b_.getInt8Ty(), flag, true);
  require_or_give_up(b_.CreateICmpEQ(ended, b_.getInt8(0)));
}

void CodeEmitter::when(Value* condition, const std::function<void()>& body) {
  if (const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    if (!fixed->isZero()) body();
    return;
  }
  BasicBlock* then = block("then");
  BasicBlock* after = block("after");
  b_.CreateCondBr(condition, then, after);
  b_.SetInsertPoint(then);
  body();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

void CodeEmitter::for_each(const ir::Domain& domain, uint64_t body_weight, uint64_t budget,
                           const std::function<void(const Number&)>& body) {
  const int64_t first = program_.domain_first(domain);
  const int64_t size = program_.domain_size(domain);
  if (size <= 1 || static_cast<uint64_t>(size) * body_weight <= budget) {
    for (int64_t v = first; v < first + size; ++v) body(constant(v));
    return;
  }
  // An innermost loop checks between strips of rounds: a check in each round would keep the compiler from processing
  // several rounds at once. Loops that contain loops check in each round.
  const uint64_t strip =
      std::clamp(kUnaskedWork / std::max<uint64_t>(body_weight, 1), kFewestUnaskedRounds, kMaxUnaskedRounds);
  const bool in_strips = static_cast<uint64_t>(size) > strip;
  Value* counter = variable(i64(), "element");
  b_.CreateStore(word(static_cast<uint64_t>(first)), counter);
  Value* end = word(static_cast<uint64_t>(first + size));
  BasicBlock* strips = block("strips");
  BasicBlock* loop = block("loop");
  BasicBlock* after_strip = block("after_strip");
  BasicBlock* after = block("after");
  b_.CreateBr(strips);
  b_.SetInsertPoint(strips);
  Value* stop = end;
  if (in_strips) {
    give_up_if_ended();
    Value* far = b_.CreateNSWAdd(b_.CreateLoad(i64(), counter), word(strip));
    stop = b_.CreateSelect(b_.CreateICmpSLT(far, end), far, end);
  }
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  Value* current = b_.CreateLoad(i64(), counter);
  const uint64_t loops_before = loops_++;
  body(Number{current, {first, first + size - 1}});
  if (loops_ > loops_before + 1) give_up_if_ended();
  Value* next = b_.CreateNSWAdd(current, word(1));
  b_.CreateStore(next, counter);
  b_.CreateCondBr(b_.CreateICmpSLT(next, stop), loop, after_strip);
  b_.SetInsertPoint(after_strip);
  if (in_strips) {
    b_.CreateCondBr(b_.CreateICmpSLT(next, end), strips, after);
  } else {
    b_.CreateBr(after);
  }
  b_.SetInsertPoint(after);
}

}  // namespace px::jit
