// Statements, sequences and declarations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontends/promela/expression_parser.h"

namespace px::promela {

class StatementParser : public ExpressionParser {
 protected:
  using ExpressionParser::ExpressionParser;

  // Declarations (parser_declaration.cpp).
  ast::Declaration parse_declaration();
  std::vector<ast::Declaration> parse_declaration_list(TokenKind end);
  ast::TypeName parse_type();
  ast::Declarator parse_declarator(ast::TypeKind type);
  void parse_initialiser(ast::Declarator& item);
  std::unique_ptr<ast::ChannelInit> parse_channel_init();

  // Statements (parser_statement.cpp).
  SourceSpan expect_left_brace();
  void expect_right_brace(SourceSpan open);
  ast::Sequence parse_braced_sequence();
  ast::Sequence parse_filled_sequence(SourceSpan start, const std::string& complaint);  // at least one statement
  ast::Sequence parse_sequence();
  void parse_step(ast::Sequence& sequence);
  bool skip_separators();
  bool at_sequence_end();
  bool at_label();
  ast::StmtId parse_statement();
  ast::StmtId parse_labelled();
  ast::StmtId parse_simple();
  ast::StmtId parse_exclusive();
  ast::StmtId parse_options(ast::StmtKind kind, TokenKind end);
  ast::StmtId parse_nested(ast::StmtKind kind);
  ast::StmtId parse_for();
  bool is_written_as_choice();
  ast::StmtId parse_select();
  ast::StmtId parse_print();
  ast::StmtId parse_print_mtype();
  ast::StmtId parse_return();
  ast::StmtId parse_set_priority();
  ast::StmtId parse_reference_statement();
  ast::StmtId parse_assignment(ast::ExprId target, SourceSpan start);
  ast::StmtId parse_send(ast::ExprId target, SourceSpan start);
  ast::StmtId parse_receive(ast::ExprId target, SourceSpan start);
  ast::StmtId parse_inline_call(ast::ExprId result);
};

}  // namespace px::promela
