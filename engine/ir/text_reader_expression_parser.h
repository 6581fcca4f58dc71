// Parses expressions, formulas and types into a syntax tree by recursive descent.
#pragma once

#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/text_syntax.h"

namespace px::ir::text {

struct BinaryOperator {
  std::string_view text;
  Op op;
  int level;  // how tightly it binds
};

struct TemporalOperator {
  std::string_view text;
  Temporal op;
};

// Whether the word is an operator of formulas, and so not a name in them.
bool is_temporal_word(std::string_view word);

class ExpressionParser {
 public:
  // A single constant expression with nothing after it; invalid after an error.
  SyntaxExprId parse_only_constant(SyntaxTree& tree);

 protected:
  ExpressionParser(std::string_view text, std::vector<Token> tokens, Diagnostics& diagnostics);

  // The current token (text_reader_parser.cpp).
  const Token& peek(size_t ahead = 0) const;
  const Token& take();
  bool is(std::string_view what, size_t ahead = 0) const;
  bool accept(std::string_view what);
  void expect(std::string_view what, std::string_view where);
  void fail(std::string message, std::string hint = {});
  void fail_at(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint = {});
  Name name(std::string_view what);
  bool is_name(size_t ahead = 0) const;
  // The same in a position where only a name can occur, so that keywords need no backquotes.
  Name any_name(std::string_view what);
  bool is_any_name(size_t ahead = 0) const;
  std::string string(std::string_view what);
  SourceSpan since(const Token& first) const;

  // Expressions, types, domains (text_reader_parser_expr.cpp).
  SyntaxExprId expression();
  SyntaxExprId binary(int level);
  const BinaryOperator* binary_operator() const;
  SyntaxExprId operation(const BinaryOperator& op, SyntaxExprId left, const Token& first);
  SyntaxExprId at_location(SyntaxExprId process, const Token& first);
  const TemporalOperator* temporal_operator(int level) const;
  SyntaxExprId temporal(const TemporalOperator& op, SyntaxExprId left, const Token& first);
  const TemporalOperator* temporal_prefix() const;
  SyntaxExprId temporal_prefixed(const TemporalOperator& op);
  SyntaxExprId negation(int level);
  SyntaxExprId prefix();
  SyntaxExprId postfix();
  SyntaxExprId primary();
  SyntaxExprId word_primary(const Token& first);
  SyntaxExprId quantifier(Op op);
  SyntaxExprId conditional();
  SyntaxExprId named_value(Op op);
  SyntaxExprId check();
  SyntaxExprId set_or_sequence();
  SyntaxExprId call(Op op);
  SyntaxExprId unknown_function(const Name& name);
  SyntaxExprId process_call(Op op);
  SyntaxExprId number(bool negative);
  SyntaxExprId constant();
  SyntaxExprId place();
  std::vector<SyntaxExprId> list_until(std::string_view close);
  SyntaxDomain domain();
  SyntaxTypeId type();
  SyntaxLocation location();
  SyntaxExprId add(SyntaxExpr e, const Token& first);
  bool enter();

  std::string_view text_;
  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  SyntaxTree tree_;
  size_t at_ = 0;
  bool failed_ = false;          // in this declaration; then peek() yields End
  bool postfix_allowed_ = true;  // false in constants: in `0..N. x` the dot ends the domain
  uint32_t nesting_ = 0;
  bool in_formula_ = false;   // where the words of temporal operators are not names
  bool reads_place_ = false;  // the next name is that of a place: a list in () after it is pushed to it
  Token end_;
};

}  // namespace px::ir::text
