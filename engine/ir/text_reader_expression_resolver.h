// Resolves expressions and places. `none` and `{}` take their types from the context.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ir/text_reader_type_resolver.h"

namespace px::ir::text {

class ExpressionResolver : public TypeResolver {
 protected:
  using TypeResolver::TypeResolver;

  // Expressions and places (text_reader_resolver_expr.cpp). All yield invalid ids after an error was reported.
  ExprId expr(SyntaxExprId id, TypeId expected = {});
  ExprId operation(const SyntaxExpr& e, TypeId expected);
  ExprId name_or_place(SyntaxExprId id);
  ExprId named_constant(const SyntaxExpr& e);
  ExprId element(const SyntaxExpr& e);
  ExprId quantifier(const SyntaxExpr& e, TypeId expected);
  ExprId named_value(const SyntaxExpr& e, TypeId expected);
  ExprId set_display(const SyntaxExpr& e, TypeId expected);
  ExprId set_of(const SyntaxExpr& e);
  ExprId sequence_display(const SyntaxExpr& e);
  ExprId length(const SyntaxExpr& e);
  ExprId at(const SyntaxExpr& e);
  ExprId of_process(const SyntaxExpr& e);
  ExprId element_at(const SyntaxExpr& e);
  std::pair<ExprId, ExprId> alike(SyntaxExprId a, SyntaxExprId b, TypeId expected);
  bool needs_type(SyntaxExprId id) const;
  bool is_place(SyntaxExprId id) const;
  PlaceId place(SyntaxExprId id);
  PlaceId named_place(const SyntaxExpr& e);
  PlaceId field_place(const SyntaxExpr& e);
  PlaceId index_place(const SyntaxExpr& e);
};

}  // namespace px::ir::text
