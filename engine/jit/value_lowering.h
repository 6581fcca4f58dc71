// Lowers expressions and places: lower_expr.cpp, lower_quantifier.cpp, lower_place.cpp and lower_control.cpp. Every
// value carries an interval that contains it, which makes most checks unnecessary.
#pragma once

#include <vector>

#include "engine/jit/state_code.h"

namespace px::jit {

class ValueLowering : public StateCode {
 protected:
  ValueLowering(ModuleContext& module, llvm::Function* function, bool makes_successors)
      : StateCode(module, function, makes_successors), bindings_(module.program.bindings.size()) {}

  Number number(ir::ExprId id);
  Value* truth(ir::ExprId id);
  Number from_truth(Value* truth);
  Number called(const ir::Expr& e);
  Number of_sequence(const ir::Expr& e);
  Interval sequence_result(const ir::Expr& e) const;
  Number arithmetic(const ir::Expr& e);
  Number total(const ir::Expr& e);
  Number checked(ir::Op op, const Number& a, const Number& b, Interval range);
  Number divided(ir::Op op, const Number& a, const Number& b, Interval range);
  Number wrapped(const Number& a, Interval type);
  Number set_of(const ir::Expr& e);
  Number conditional(const ir::Expr& e);
  Value* compared(const ir::Expr& e);
  Value* member(const ir::Expr& e);
  Value* junction(const ir::Expr& e);
  Value* quantified(const ir::Expr& e);
  Number aggregated(const ir::Expr& e);
  Number collected(const ir::Expr& e);
  Number the_one(const ir::Expr& e);
  Number fixpoint(const ir::Expr& e);
  void aggregate_item(const ir::Expr& e, const Number& item, Value* result, Value* any);
  Address address(ir::PlaceId id);
  Number location_number(const ir::Expr& e);
  Value* can_move(const ir::Expr& e);

  std::vector<Number> bindings_;
  bool within_can_move_ = false;
};

}  // namespace px::jit
