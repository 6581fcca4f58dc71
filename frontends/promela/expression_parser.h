// Expressions, references, and patterns of receives.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "frontends/promela/parser_base.h"

namespace px::promela {

class ExpressionParser : public ParserBase {
 protected:
  using ParserBase::ParserBase;

  // Units (parser.cpp).
  int32_t parse_optional_priority();

  // Statements (parser_statement.cpp).
  ast::StmtId add(ast::Stmt stmt, SourceSpan start);

  // Expressions (parser_expression.cpp).
  ast::ExprId parse_expression() { return parse_binary(1, {}); }
  // `first`, if valid, is the leftmost operand, which has already been parsed.
  ast::ExprId parse_binary(int least, ast::ExprId first);
  bool binary_operator(Operator& op);
  void skip_binary_operator();
  ast::ExprId parse_unary();
  bool temporal_unary(Operator& op, size_t& length);
  ast::ExprId parse_primary();
  ast::ExprId parse_parenthesised();
  ast::ExprId parse_run();
  ast::ExprId parse_call(ast::ExprKind kind);
  ast::ExprId parse_reference();
  ast::ExprId parse_remote();
  bool at_remote();
  ast::ExprId after_reference(ast::ExprId reference);
  std::vector<ast::Selector> parse_path();
  ast::ExprId parse_pattern_item();
  void parse_pattern(std::vector<ast::ExprId>& items);
  void parse_arguments(std::vector<ast::ExprId>& items, TokenKind end);
  ast::ExprId add(ast::Expr expr, SourceSpan start);
  ast::ExprId number(int32_t value, SourceSpan span);

  // Errors, and error recovery (parser_recovery.cpp).
  // Common.
  Token expect(TokenKind kind, const char* where);
  SourceSpan span_from(SourceSpan start) const;

  std::unordered_set<std::string> seen_proctypes_;
  bool in_formula_ = false;
  SourceSpan statement_start_;  // of the statement being read
};

}  // namespace px::promela
