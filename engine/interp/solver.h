// The search behind `Solve`: see the essay in solver.cpp.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "engine/interp/evaluator.h"
#include "engine/ir/interval.h"

namespace px::interp {

class Evaluator::Solver {
 public:
  Solver(Evaluator& evaluator, const ir::Statement& s, const std::function<void()>& done);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  void run();

 private:
  // A step is the number of a cell, from 1, in the order in which cells are assigned.
  using Step = uint32_t;
  struct Cell {
    uint64_t bit;
    ir::TypeId type;
    int64_t lo;
    int64_t hi;
  };
  enum class Truth : uint8_t { False, True, Unknown, Failed };
  // A finding that is unknown, and cannot fail, becomes false or true no earlier than at these steps.
  struct Finding {
    Truth truth = Truth::Unknown;
    Step false_at = 0;
    Step true_at = 0;
  };
  // A condition, or a part of one, that must hold for given values of the enclosing quantified names.
  struct Instance {
    ir::ExprId condition;
    bool ranged;  // a comparison that the ranges may decide
    std::vector<std::pair<ir::BindingId, int64_t>> names;
  };
  using Range = ir::Interval;

  // Setting up.
  void add_cells(const Address& address);
  void sort_conditions();
  bool flatten(ir::ExprId condition);
  bool flatten_instances(const ir::Expr& forall);
  bool add_instance(ir::ExprId condition);
  bool is_ranged(ir::ExprId condition) const;
  uint64_t reads_of(ir::ExprId expr) const;
  void number_cells();
  bool file_instances();
  bool narrow_cells();
  bool refuted(const Cell& cell, int64_t value);
  bool narrowed_first();

  // Assignment and backtracking.
  void assign_from(size_t next);
  bool may_hold(Step step);
  bool look_again(Step step);
  bool look_in_order();
  Finding look(const Instance& instance);
  void undo(Step step, size_t filed);
  void finish();

  // Three-valued logic.
  Finding possible_now(ir::ExprId id);
  Finding possible(ir::ExprId id);
  Finding possible_value(ir::ExprId id);
  Finding possible_for_all(const ir::Expr& e);
  static Finding undecided_part(bool conjunction);
  static void join(Finding& whole, const Finding& part, bool conjunction);

  // Bounds of an expression for all values of the unassigned cells (solver_ranges.cpp). Sets `fallible_` if the
  // evaluation may fail, as far as is known.
  Range range(ir::ExprId id);
  Range range_if_known(ir::ExprId id, bool& known);
  Range range_of_connective(const ir::Expr& e);
  Range range_of_read(const ir::Expr& e);
  bool range_of_index(const ir::Place& place, bool& known);
  Range range_of_operation(const ir::Expr& e);
  Range range_by_type(const ir::Expr& e, Range a);
  Range range_of_quantifier(const ir::Expr& e);
  Range range_of_quantified(const ir::Expr& e);
  Range anything_or_failure();
  void may_need(Step step);

  Evaluator& ev_;
  const ir::Program& program_;
  const ir::Statement& statement_;
  const std::function<void()>& done_;
  std::vector<Cell> cells_;
  std::vector<Instance> instances_;
  std::vector<std::pair<ir::BindingId, int64_t>> names_;  // while flattening
  std::vector<std::vector<uint32_t>> filed_;              // by step: the instances to re-examine there
  std::vector<Step> trail_;                               // where instances were filed, to remove them again
  std::vector<uint32_t> fallible_conditions_;             // by number, in order
  std::vector<Step> held_since_;                          // by number of the condition; kept for the fallible ones
  bool fallible_ = false;
  Step needed_ = 0;  // by the last range: the first step at which the range may change; 0: never
  Step step_ = 0;    // the last one done
};

}  // namespace px::interp
