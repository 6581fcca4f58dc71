// The parser class, shared by the parser_*.cpp files only.
#pragma once

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "frontends/promela/parser.h"
#include "frontends/promela/token_stream.h"

namespace px::promela {

// How deep statements and expressions may lie within each other, and how deep a chain of operators may be.
inline constexpr size_t kMaxNesting = 400;

// Thrown at a syntax error (already reported), caught where parsing can go on; never leaves the parser.
struct SyntaxAbort {};

class Parser {
 public:
  Parser(const TokenList& tokens, Diagnostics& diagnostics);
  ast::Module run();

 private:
  // Units (parser.cpp).
  void parse_unit();
  void parse_proctype();
  void parse_body(ast::Proctype proctype);
  void parse_claim(ast::ProctypeKind kind);
  void parse_typedef();
  void parse_inline();
  void parse_formula();
  void parse_mtype_or_variables();
  ast::MtypeSet parse_mtype_names(std::string set);
  int32_t parse_optional_priority();
  void add_unit(ast::Unit::Kind kind, size_t index);

  // Declarations (parser_declaration.cpp).
  bool at_declaration();
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
  ast::StmtId add(ast::Stmt stmt, SourceSpan start);

  // Expressions (parser_expression.cpp).
  ast::ExprId parse_expression() { return parse_binary(1, {}); }
  // `first`, if valid, is the leftmost operand, already read.
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

  // Errors, and where to go on after them (parser_recovery.cpp).
  [[noreturn]] void fail(std::string expected, std::string hint = {});
  [[noreturn]] void fail_at(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  [[noreturn]] void fail_after_statement(ast::ExprId condition);
  void report(std::string expected, std::string hint = {});
  std::string describe(const Token& token) const;
  std::string not_closed(const char* opener, SourceSpan open);
  std::string similar_word(std::string_view word) const;
  std::string in_inline() const;
  bool at_unit_start();
  void skip_to_unit(bool in_declaration);
  void skip_statement(size_t parentheses);
  bool skip_formula();

  // Common.
  Token expect(TokenKind kind, const char* where);
  void reject_embedded_c();
  SourceSpan span_from(SourceSpan start) const;

  Diagnostics& diagnostics_;
  TokenStream stream_;
  ast::Module module_;
  std::unordered_map<std::string, InlineDefinition> inlines_;
  std::unordered_set<std::string_view> typedefs_;
  std::unordered_set<std::string_view> proctypes_;  // all of the text, since formulas may name later ones
  std::unordered_set<std::string> seen_proctypes_;
  // Within its life one more statement or expression is open. Everything that works on a model later is recursive too,
  // so this limit, and that on the height of expressions, keep all of it off the end of the stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  uint32_t height(ast::ExprId expr) const { return expr.valid() ? heights_[expr.value] : 0; }

  bool in_formula_ = false;
  SourceSpan statement_start_;     // of the statement being read
  size_t nesting_ = 0;             // of statements and expressions being read
  std::vector<uint32_t> heights_;  // by ExprId
};

}  // namespace px::promela
