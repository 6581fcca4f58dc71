// Lowers statements: lower_statement.cpp, lower_queue.cpp, lower_control.cpp.
//
// Choice. A body with Choose or Either runs once per outcome, from its start; the context records the branch taken at
// each choice, and after each run the last choice with another branch takes it. So choices may occur anywhere, even in
// loops, and no code is duplicated.
#pragma once

#include <utility>
#include <vector>

#include "engine/jit/value_lowering.h"

namespace px::jit {

class StatementLowering : public ValueLowering {
 protected:
  using ValueLowering::ValueLowering;

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
  using Cell = std::pair<Address, uint64_t>;  // with its number of bits
  void for_each_cell(const Address& address, bool split_arrays, std::vector<Cell>& cells) const;
  uint64_t scattered(const Address& address) const;
  Address cell_of(const Address& array, const Number& index);
  void copy_cells(const Address& to, const Address& from);
  void clear_cells(const Address& place);
  void go_to(const Number& process, ir::LocationId location);

  BasicBlock* end_outcome_ = nullptr;  // where a dropped outcome ends
  Value* choices_made_ = nullptr;      // variables, within a body that branches
  Value* choices_known_ = nullptr;
};

}  // namespace px::jit
