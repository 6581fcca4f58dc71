// Evaluates expressions and executes statements of a Program on one packed state. A direct implementation of their
// semantics (docs/ir.md); slow on purpose.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/ir/state_cursor.h"
#include "engine/model/allowance.h"
#include "engine/model/sequence_table.h"
#include "engine/model/trace.h"
#include "engine/model/transition_system.h"

namespace px::interp {

using PackedState = std::vector<uint64_t>;

class Evaluator {
 public:
  // `sequences` holds the sequences whose handles are in the states.
  Evaluator(const ir::Program& program, const ir::Layout& layout, SequenceTable& sequences);

  // The evaluation context, set by the caller.
  PackedState* state = nullptr;
  std::vector<int64_t> bindings;  // by BindingId
  bool timeout = false;
  std::vector<Event>* events = nullptr;  // receives the events
  ActionRecord* record = nullptr;        // receives prints and messages; may be null
  std::function<void()> on_event;        // called right after an event is added; may be empty
  const Allowance* allowance = nullptr;  // polled in loops that may have many iterations; may be null

  // The value of an expression; nullopt if a runtime error (reported as an event) ended its evaluation.
  std::optional<int64_t> value(ir::ExprId expr);
  // Executes a block; calls `done` once per outcome, with `state` pointing to it.
  void run(const ir::Block& block, const std::function<void()>& done);

  // Whether the action is enabled for the arguments in `bindings`.
  bool enabled(const ir::Action& action);
  // Calls `visit` for all values of the action's parameters, in lexicographic order; the first mover's parameter
  // takes `first_mover` only, if there are movers. Stops when `visit` returns true; returns whether it did.
  bool for_each_argument(const ir::Action& action, int64_t first_mover, const std::function<bool()>& visit);

  ir::LocationId location_of(ir::FamilyId family, int64_t element) const;
  void set_location(ir::FamilyId family, int64_t element, ir::LocationId location);
  void write_scalar(uint64_t bit, ir::TypeId type, int64_t value);

 private:
  // Ends the evaluation of an expression or outcome; its event has been reported.
  struct RuntimeErrorMet {};
  // The address of a place.
  using Address = ir::StateCursor;

  int64_t eval(ir::ExprId id);
  int64_t eval_binary(const ir::Expr& e, ir::ExprId id);
  int64_t eval_arithmetic(const ir::Expr& e, ir::ExprId id, int64_t a, int64_t b);
  int64_t eval_sequence(const ir::Expr& e, ir::ExprId id, int64_t a, int64_t b);
  int64_t eval_quantifier(const ir::Expr& e, ir::ExprId id);
  int64_t eval_call(const ir::Expr& e, ir::ExprId id);
  int64_t eval_named(const ir::Expr& e);
  int64_t eval_wrap(const ir::Expr& e);
  bool can_move(ir::FamilyId family, int64_t element);
  void ask() const {
    if (allowance != nullptr) allowance->ask();
  }
  [[noreturn]] void fail(Event::Error error, int64_t value, ir::ExprId expr, ir::PlaceId place = {},
                         ir::StatementId statement = {});

  Address resolve(ir::PlaceId id);
  Address resolve_index(const ir::Place& place, ir::PlaceId id, const Address& parent);

  bool run_from(const ir::Block& block, size_t next, const std::function<void()>& done);
  bool deterministic(ir::StatementId id) const;
  bool run_simple(ir::StatementId id);  // false: the outcome ends here
  class Solver;                         // solver.h
  void run_solve(const ir::Statement& s, const std::function<void()>& done);
  bool run_branching(ir::StatementId id, const std::function<void()>& done);
  void run_loop(const ir::Statement& s, ir::StatementId id, const std::function<void()>& done);
  bool begin_round(const ir::Statement& s, ir::StatementId id, uint64_t round);
  void run_assign(const ir::Statement& s, ir::StatementId id);
  void run_copy(const ir::Statement& s);
  void run_reset(const ir::Statement& s);
  void run_push(const ir::Statement& s, ir::StatementId id);
  void run_remove(const ir::Statement& s, ir::StatementId id);
  void record_message(ir::PlaceId queue, uint64_t position, bool sent, const std::vector<int64_t>& fields);
  void clear_bits(uint64_t bit, uint64_t count);
  void move_item(const Address& queue, uint64_t from, uint64_t to);
  std::string format(const ir::Statement& s);

  const ir::Program& program_;
  const ir::Layout& layout_;
  SequenceTable& sequences_;
  bool within_can_move_ = false;
  // While solving: by bit, the step at which a still unassigned cell gets its value, else 0; and the step of the first
  // such cell that was read, 0 if none was.
  std::vector<uint32_t> step_of_cell_;
  bool solving_ = false;
  uint32_t unknown_ = 0;
};

}  // namespace px::interp
