// Lowers parts of a Program into one LLVM function: actions with their arguments, guards and outcomes
// (lower_action.cpp), atomic sequences (lower_sequence.cpp), processes and properties (lower_control.cpp). For the
// classes below it see code_emitter.h.
#pragma once

#include <functional>
#include <map>
#include <span>

#include "engine/jit/statement_lowering.h"

namespace px::jit {

class FunctionLowering : public StatementLowering {
 public:
  // `function` takes the context, the state, and, if it makes successors, the cursor.
  FunctionLowering(ModuleContext& module, llvm::Function* function, bool makes_successors)
      : StatementLowering(module, function, makes_successors) {}

  // The parts of which lower_program.cpp makes functions. Each adds to the code of this function; after those that make
  // successors, execution continues, while finish_expand() and finish_test() end the function.
  using Outlined = std::map<ir::LocationId, llvm::Function*>;  // anything not listed is lowered in place
  void lower_free_action(ir::ActionId action);
  // For generators that expand parts: emits code that runs only if the process, numbered across all families, belongs
  // to the part to be expanded.
  llvm::Value* process_number(ir::FamilyId family, const Number& process);
  void in_part_of_processes(llvm::Value* number, const std::function<void()>& body);
  void lower_leaving(ir::LocationId location, const Number& process);
  void lower_process(ir::FamilyId family, const Number& process, std::span<const ir::LocationId> locations,
                     const Outlined& outlined);
  void call_for_family(ir::FamilyId family, llvm::Function* function);  // for each of its processes
  void lower_invariants();
  void lower_may_end();
  void lower_can_move(ir::FamilyId family);
  void call(llvm::Function* function);                         // makes the successors of the whole state
  void call(llvm::Function* function, const Number& process);  // by the actions of one process
  void finish_expand();
  void finish_test(bool answer);

 private:
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

  bool checks_room_ = true;           // after each successor of the action being lowered
  bool only_first_possible_ = false;  // the actions being lowered leave a deterministic location
};

}  // namespace px::jit
