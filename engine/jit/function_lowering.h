// Lowers parts of a Program into one LLVM function. Its concerns are spread over lower_expr.cpp (values),
// lower_quantifier.cpp, lower_place.cpp (bits of the state), lower_statement.cpp, lower_queue.cpp, lower_action.cpp
// (arguments, guards, outcomes) and lower_control.cpp (processes and their locations).
//
// State. Expressions read from `state_`: the expanded state itself until the body of an action first writes, then the
// copy at the cursor of the output, where the outcome is made in place (or in the frame: lower_sequence.cpp). An
// outcome that is dropped is simply written over by the next one.
//
// Control. Code is emitted at the builder's insertion point and leaves it where execution goes on. Whatever can go
// wrong branches to the `give up` block, which returns at once (generated_code.h says why that is right).
//
// Choice. A body with Choose or Either runs once per outcome, from its start; the context remembers which branch each
// choice took, and after each run the last choice that has another branch takes it. So choices may be anywhere, in
// loops too, and no code is duplicated.
#pragma once

#include <functional>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/ir/interval.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/jit/analysis.h"
#include "engine/model/action_coverage.h"

namespace px::jit {

using ir::Interval;
using ir::IntervalResult;

// A 64-bit number of the running model and what is known of it.
struct Number {
  llvm::Value* value = nullptr;
  Interval range;
};

// Where a part of the state lies: at bit `bit` + the sum of index * stride over `terms`.
struct Address {
  struct Term {
    llvm::Value* index;
    uint64_t stride;
  };
  uint64_t bit = 0;
  std::vector<Term> terms;
  uint64_t step = 0;      // all strides of terms are multiples of it; 0: no terms
  uint64_t farthest = 0;  // the largest sum the terms can have
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

// What all functions of one program share.
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

class FunctionLowering {
 public:
  // `function` takes the context, the state, and, if it makes successors, the cursor.
  FunctionLowering(ModuleContext& module, llvm::Function* function, bool makes_successors);

  // The parts lower_program.cpp makes functions of. Each adds to the code of this function; those that make successors
  // go on behind, finish_expand() and finish_test() end the function.
  using Outlined = std::map<ir::LocationId, llvm::Function*>;  // what is not there is lowered in place
  void lower_free_action(ir::ActionId action);
  // Where generators are asked for parts: code that is run only if the process, counted through all families, is of the
  // part that is to be expanded.
  llvm::Value* process_number(ir::FamilyId family, const Number& process);
  void in_part_of_processes(llvm::Value* number, const std::function<void()>& body);
  void lower_leaving(ir::LocationId location, const Number& process);
  void lower_process(ir::FamilyId family, const Number& process, std::span<const ir::LocationId> locations,
                     const Outlined& outlined);
  void call_for_family(ir::FamilyId family, llvm::Function* function);  // for each of its processes
  void lower_invariants();
  void lower_may_end();
  void lower_can_move(ir::FamilyId family);
  void call(llvm::Function* function);                         // makes successors of the whole state
  void call(llvm::Function* function, const Number& process);  // by the actions of one process
  void finish_expand();
  void finish_test(bool answer);
  Number process_parameter(ir::FamilyId family);  // the last argument; a constant if there is only one process
  Number process(ir::FamilyId family, uint32_t index);

 private:
  using Value = llvm::Value;
  using BasicBlock = llvm::BasicBlock;

  // ---- Building blocks (function_lowering.cpp)
  Number constant(int64_t value);
  llvm::Type* i64() { return b_.getInt64Ty(); }
  BasicBlock* block(const char* name) { return BasicBlock::Create(b_.getContext(), name, function_); }
  Value* word(uint64_t value) { return b_.getInt64(value); }
  Value* variable(llvm::Type* type, const char* name);  // mutable; becomes a register
  void require_or_give_up(Value* condition);
  void give_up();
  // In a loop that may go on for long: when the search is over.
  void give_up_if_ended();
  BasicBlock* give_up_block();
  Value* context_field(size_t offset);
  Value* context_item(size_t offset, Value* index);
  void expect_rarely(llvm::Instruction* branch);
  // Runs `body` for each value of the domain, unrolled if `body_weight` is small enough. Long loops can be left.
  void for_each(const ir::Domain& domain, uint64_t body_weight, uint64_t budget,
                const std::function<void(const Number&)>& body);
  // Emits `body` where `condition` holds and goes on in both cases.
  void when(Value* condition, const std::function<void()>& body);

  // ---- Values (lower_expr.cpp, lower_quantifier.cpp)
  Number number(ir::ExprId id);
  Value* truth(ir::ExprId id);
  Number known(Value* value, Interval range);
  Number from_truth(Value* truth);
  Number called(const ir::Expr& e);
  Number of_sequence(const ir::Expr& e);
  Interval sequence_result(const ir::Expr& e) const;
  Number arithmetic(const ir::Expr& e);
  Number bits(const ir::Expr& e);
  Number checked(ir::Op op, const Number& a, const Number& b, Interval range);
  Number divided(ir::Op op, const Number& a, const Number& b, Interval range);
  Number wrapped(const Number& a, Interval type);
  Number set_of(const ir::Expr& e);
  Number conditional(const ir::Expr& e);
  Value* compared(const ir::Expr& e);
  Value* member(const ir::Expr& e);
  Value* junction(const ir::Expr& e);
  Value* within(const Number& a, Interval range);
  Value* quantified(const ir::Expr& e);
  Number aggregated(const ir::Expr& e);
  Number collected(const ir::Expr& e);
  Number the_one(const ir::Expr& e);
  Number fixpoint(const ir::Expr& e);
  void aggregate_item(const ir::Expr& e, const Number& item, Value* result, Value* any);

  // ---- Places (lower_place.cpp)
  Address address(ir::PlaceId id);
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

  // ---- Statements (lower_statement.cpp, lower_queue.cpp)
  void run(const ir::Block& statements);
  void run(ir::StatementId id);
  void run_assign(const ir::Statement& s);
  void run_copy(const ir::Statement& s);
  void run_reset(const ir::Statement& s);
  void run_if(const ir::Statement& s);
  void run_while(const ir::Statement& s);
  void run_choose(const ir::Statement& s);
  void run_either(const ir::Statement& s);
  void run_push(const ir::Statement& s);
  Value* sorted_position(const Address& queue, Value* length, const std::vector<Number>& fields);
  void open_gap(const Address& queue, Value* target, Value* length);
  void run_remove(const ir::Statement& s);
  void close_gap(const Address& queue, const Number& position, Value* length);
  Value* choice(Value* branches);
  void end_outcome();
  using Cell = std::pair<Address, uint64_t>;  // and how many bits
  void for_each_cell(const Address& address, bool split_arrays, std::vector<Cell>& cells) const;
  uint64_t scattered(const Address& address) const;
  Address cell_of(const Address& array, const Number& index);
  void copy_cells(const Address& to, const Address& from);
  void clear_cells(const Address& place);
  Address item_address(const Address& queue, Value* position, uint64_t positions);

  // ---- Actions (lower_action.cpp)
  struct GuardPlan;
  void lower_action(ir::ActionId id, const Number* first_mover);
  void lower_parameters(const ir::Action& action, GuardPlan& plan, uint32_t parameter,
                        const std::function<void()>& then);
  void lower_tests(const ir::Action& action, GuardPlan& plan, uint32_t parameter, const std::function<void()>& then);
  void lower_body(ir::ActionId id);
  void mark_taken(ir::ActionId action);
  void lower_outcome(const ir::Action& action);
  void lower_distinct_outcomes(const ir::Action& action, const std::function<void()>& outcome);
  void repeat_for_choices(const std::function<void()>& outcome);
  void lower_enabled(ir::ActionId id, const Number& process);
  void return_and_go_on(bool answer);

  // ---- How outcomes end (lower_sequence.cpp)
  void emit();
  void make_room();
  void pass_control(ir::FamilyId family, ir::Control control, const Number& holder);
  void call_holder(llvm::Function* function, bool deterministic, const Number& holder);
  void commit_if_first(const std::function<void()>& commit);

  // ---- Control (lower_control.cpp)
  Address control_address(ir::FamilyId family, const Number& process);
  Value* location_index(ir::FamilyId family, const Number& process);  // of a process that exists
  Value* stands_at(const Number& process, ir::LocationId location);
  Number location_number(const ir::Expr& e);
  Value* can_move(const ir::Expr& e);
  void go_to(const Number& process, ir::LocationId location);
  Value* is_process(ir::FamilyId family, const Number& process);

  ModuleContext& m_;
  const ir::Program& program_;
  const ir::Layout& layout_;
  const Analysis& analysis_;
  llvm::Function* function_;
  llvm::IRBuilder<> b_;
  Value* context_;
  Value* source_;
  Value* cursor_ = nullptr;  // a variable
  Value* state_ = nullptr;   // where expressions read
  bool writable_ = false;    // state_ is the outcome being made
  Value* held_ = nullptr;    // in the frame: room for an outcome whose process keeps control
  BasicBlock* give_up_ = nullptr;
  uint64_t loops_ = 0;                 // that have been made so far
  BasicBlock* end_outcome_ = nullptr;  // where an outcome ends that is dropped
  Value* choices_made_ = nullptr;      // variables, within a body that branches
  Value* choices_known_ = nullptr;
  std::vector<Number> bindings_;
  bool within_can_move_ = false;
  bool checks_room_ = true;           // after each successor of the action being lowered
  bool keeps_control_ = false;        // the outcomes of the action being lowered go on at once
  bool only_first_possible_ = false;  // the actions being lowered leave a deterministic location
};

}  // namespace px::jit
