// The part of the Builder (builder.h) that creates expressions and places. It infers the type of a result from those of
// the operands (see op_kind.def) and does not check.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/ir/type_builder.h"

namespace px::ir {

class ExpressionBuilder : public TypeBuilder {
 public:
  // Bindings and expressions.
  BindingId binding(std::string name, TypeId type);
  BindingId binding_over(std::string name, const Domain& domain);  // typed as the domain's values
  void rename(BindingId binding, std::string name) { program_.bindings[binding].name = std::move(name); }
  ExprId constant(TypeId type, int64_t value, SourceSpan span = {});
  ExprId boolean(bool value, SourceSpan span = {}) { return constant(bool_type(), value, span); }
  ExprId integer(int64_t value, SourceSpan span = {}) { return constant(integer_type(), value, span); }
  ExprId use(BindingId binding, SourceSpan span = {});
  ExprId read(PlaceId place, SourceSpan span = {});
  ExprId queue_length(PlaceId queue, SourceSpan span = {});
  ExprId unary(Op op, ExprId a, SourceSpan span = {});
  ExprId binary(Op op, ExprId a, ExprId b, SourceSpan span = {});
  ExprId conditional(ExprId condition, ExprId then, ExprId otherwise, SourceSpan span = {});
  ExprId wrap(ExprId a, TypeId type, SourceSpan span = {});
  // {element} as a set of the given type; unary(Op::SetOf, ...) makes one over the whole sort.
  ExprId set_of(ExprId element, TypeId set, SourceSpan span = {});
  ExprId element_at(ExprId index, SortId sort, SourceSpan span = {});
  ExprId quantifier(Op op, BindingId binding, const Domain& domain, ExprId filter, ExprId value = {},
                    SourceSpan span = {});
  ExprId let_in(BindingId binding, ExprId value, ExprId body, SourceSpan span = {});
  // The least set that includes `start` and `step`; `step` may refer to the set by the binding.
  ExprId fixpoint(BindingId binding, ExprId start, ExprId step, SourceSpan span = {});
  // The value if the condition holds; otherwise an error of the model with this text.
  ExprId check(ExprId condition, ExprId value, const std::string& text, SourceSpan span = {});
  // A call of function number `function` of the program's Externals; `result` is a type of integers.
  ExprId call(uint32_t function, const std::vector<ExprId>& arguments, TypeId result, SourceSpan span = {});
  ExprId at(ExprId process, LocationId location, SourceSpan span = {});
  ExprId location_index(ExprId process, FamilyId family, SourceSpan span = {});
  ExprId can_move(ExprId process, FamilyId family, SourceSpan span = {});
  ExprId timeout(SourceSpan span = {});
  ExprId all_of(const std::vector<ExprId>& conditions);  // true if empty
  ExprId any_of(const std::vector<ExprId>& conditions);  // false if empty
  // A deep copy of an expression, with each binding in `replace` replaced by the expression paired with it.
  ExprId clone(ExprId expr, const std::vector<std::pair<BindingId, ExprId>>& replace = {});

  // Places.
  PlaceId place(VariableId variable, SourceSpan span = {});
  PlaceId index(PlaceId parent, ExprId index, SourceSpan span = {});
  PlaceId field(PlaceId parent, uint32_t field, SourceSpan span = {});
  PlaceId item(PlaceId queue, ExprId position, SourceSpan span = {});
  PlaceId clone_place(PlaceId place, const std::vector<std::pair<BindingId, ExprId>>& replace = {});

 protected:
  using TypeBuilder::TypeBuilder;

 private:
  ExprId expr(Expr expr) { return program_.exprs.add(expr); }
  TypeId result_type(Op op, ExprId a, ExprId b);
};

}  // namespace px::ir
