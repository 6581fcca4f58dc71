// Facts about a Program that determine the shape of its code: which actions leave which location, the size of an
// expression or block, what can fail, what writes, what branches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/interval.h"
#include "engine/ir/program.h"

namespace px::jit {

using ir::Interval;
using ir::IntervalResult;

class Analysis {
 public:
  explicit Analysis(const ir::Program& program);

  const std::vector<ir::ActionId>& free_actions() const { return free_actions_; }  // those without movers
  const std::vector<ir::ActionId>& leaving(ir::LocationId location) const { return leaving_[location.value]; }
  bool moves(ir::FamilyId family) const { return family_weight_[family.value] != 0; }
  bool uses_timeout() const { return uses_timeout_; }
  bool tests_can_move(ir::FamilyId family) const { return tests_can_move_[family.value]; }
  // Whether the family's processes have any step while they hold control.
  bool expands_holders(ir::FamilyId family) const { return holds_control_[family.value] && moves(family); }
  bool any_holds_control() const { return any_holds_control_; }

  // The size of the code, in nodes.
  uint64_t weight(ir::ExprId expr) const { return expr.valid() ? expr_weight_[expr.value] : 0; }
  uint64_t weight(const ir::Block& block) const;
  uint64_t action_weight(ir::ActionId action) const { return action_weight_[action.value]; }
  uint64_t program_weight() const;
  uint64_t location_weight(ir::LocationId location) const;
  uint64_t family_weight(ir::FamilyId family) const { return family_weight_[family.value]; }

  // Whether the number of successors that the action generates from a state (by one process, if it has movers) is known
  // in advance. The code for such actions does not check the space for each successor; instead, space for all of them
  // is reserved first.
  bool counted(ir::ActionId action) const { return action_outcomes_[action.value] != 0; }
  // An upper bound on the successors of a state by counted actions.
  uint64_t counted_outcomes() const { return counted_outcomes_; }

  Interval range(ir::ExprId expr) const { return expr_range_[expr.value]; }
  // Whether its evaluation can be an error of the model.
  bool may_fail(ir::ExprId expr) const { return expr.valid() && expr_may_fail_[expr.value] != 0; }
  // Whether evaluating it unnecessarily is cheap and harmless.
  bool speculative(ir::ExprId expr) const { return !may_fail(expr) && weight(expr) <= kSpeculativeWeight; }
  bool writes(ir::StatementId statement) const { return writes_[statement.value] != 0; }
  bool branches(ir::StatementId statement) const { return branches_[statement.value] != 0; }
  bool branches(const ir::Block& block) const;
  bool goes(const ir::Block& block) const;  // contains a Goto
  // Whether the binding occurs in the expression.
  bool mentions(ir::ExprId expr, ir::BindingId binding) const;

 private:
  static constexpr uint64_t kSpeculativeWeight = 24;
  static constexpr uint64_t kCountedAction = 64;   // an action with more outcomes checks the space itself
  static constexpr uint64_t kCountedState = 4096;  // so do all actions, if a state could have more

  void bind(ir::BindingId binding, const ir::Domain& domain);
  void find_bindings();
  void visit_exprs();
  void visit_expr(ir::ExprId id);
  void visit_place(ir::PlaceId id);
  void visit_statement(ir::StatementId id);
  void visit_actions();
  void count_outcomes();
  uint64_t outcomes_of(const ir::Action& action) const;  // 0: not counted
  IntervalResult range_of(const ir::Expr& e) const;
  bool operands_may_fail(const ir::Expr& e) const;
  bool place_may_fail(ir::PlaceId id) const;
  Interval type_range(ir::TypeId type) const { return {program_.scalar_lo(type), program_.scalar_hi(type)}; }

  const ir::Program& program_;
  std::vector<ir::ActionId> free_actions_;
  std::vector<std::vector<ir::ActionId>> leaving_;
  std::vector<uint64_t> expr_weight_, place_weight_, statement_weight_, action_weight_, family_weight_;
  std::vector<Interval> expr_range_;
  std::vector<Interval> binding_range_;
  std::vector<char> expr_may_fail_, expr_done_, place_done_, statement_done_, writes_, branches_, goes_;
  std::vector<char> binding_known_, place_may_fail_;
  std::vector<bool> tests_can_move_, holds_control_;
  std::vector<uint64_t> action_outcomes_;
  uint64_t counted_outcomes_ = 0;
  bool uses_timeout_ = false;
  bool any_holds_control_ = false;
};

}  // namespace px::jit
