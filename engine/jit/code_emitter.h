// Emits the code of one LLVM function: the common base of all lowering classes.
//
// Code is emitted at the builder's insertion point and leaves that point where execution continues. Every failure
// branches to the `give up` block, which returns at once (generated_code.h explains why this is correct).
//
// The lowering of a function is a chain of classes. Each knows only those above it in this list:
//
//   CodeEmitter        blocks, variables, loops, giving up
//   StateCode          reads and writes bits of packed states
//   ValueLowering      expressions and places
//   StatementLowering  the bodies of actions
//   FunctionLowering   actions, their guards and outcomes; processes and properties
#pragma once

#include <functional>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <vector>

#include "engine/ir/interval.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/jit/analysis.h"
#include "engine/model/action_coverage.h"

namespace px::jit {

using ir::Interval;
using ir::IntervalResult;

// A 64-bit number of the running model, and what is known about it.
struct Number {
  llvm::Value* value = nullptr;
  Interval range;
};

// The data shared by all functions of one program.
struct ModuleContext {
  const ir::Program& program;
  const ir::Layout& layout;
  const Analysis& analysis;
  const ActionCoverage* coverage;  // null: actions are not marked
  bool by_process;                 // see CompileOptions
  llvm::Module& module;
  llvm::Function* grow = nullptr;
  llvm::Function* begin_distinct = nullptr;
  llvm::Function* end_distinct = nullptr;
  llvm::Function* set_aside = nullptr;
  llvm::Function* sequence = nullptr;
  llvm::Function* call = nullptr;
  std::vector<llvm::Function*> can_move = {};  // by family; null: not needed
  std::vector<llvm::Function*> process = {};  // by family: expands one process; null: none holds control, or none moves
};

class CodeEmitter {
 public:
  // The last argument; a constant if there is only one process.
  Number process_parameter(ir::FamilyId family);
  Number process(ir::FamilyId family, uint32_t index);

 protected:
  using Value = llvm::Value;
  using BasicBlock = llvm::BasicBlock;

  // `function` takes the context, the state, and, if it makes successors, the cursor.
  CodeEmitter(ModuleContext& module, llvm::Function* function, bool makes_successors);

  Number constant(int64_t value);
  llvm::Type* i64() { return b_.getInt64Ty(); }
  BasicBlock* block(const char* name) { return BasicBlock::Create(b_.getContext(), name, function_); }
  Value* word(uint64_t value) { return b_.getInt64(value); }
  Value* variable(llvm::Type* type, const char* name);  // mutable; becomes a register
  void require_or_give_up(Value* condition);
  void give_up();
  // In a possibly long loop: leaves the loop when the search is over.
  void give_up_if_ended();
  BasicBlock* give_up_block();
  Value* context_field(size_t offset);
  Value* context_item(size_t offset, Value* index);
  void expect_rarely(llvm::Instruction* branch);
  // Runs `body` for each value of the domain, unrolled if `body_weight` is small enough. Long loops can be interrupted.
  void for_each(const ir::Domain& domain, uint64_t body_weight, uint64_t budget,
                const std::function<void(const Number&)>& body);
  // Emits `body` under `condition`; execution continues after it in both cases.
  void when(Value* condition, const std::function<void()>& body);

  Number known(Value* value, Interval range);
  Value* within(const Number& a, Interval range);

  ModuleContext& m_;
  const ir::Program& program_;
  const ir::Layout& layout_;
  const Analysis& analysis_;
  llvm::Function* function_;
  llvm::IRBuilder<> b_;
  Value* context_;
  Value* source_;
  Value* cursor_ = nullptr;  // a variable
  Value* state_ = nullptr;   // the state that expressions read

 private:
  BasicBlock* give_up_ = nullptr;
  uint64_t loops_ = 0;  // emitted so far
};

}  // namespace px::jit
