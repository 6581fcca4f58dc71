// The parser class, shared by the parser*.cpp files only.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/b/parser.h"

namespace px::b {

// Thrown at a syntax error (already reported), caught where reading can go on; never leaves the parser.
struct SyntaxAbort {};

class Parser {
 public:
  Parser(FileId file, const SourceMap& sources, ParsedMachine& machine, Diagnostics& diagnostics)
      : Parser(file, sources.text(file), machine, diagnostics) {}
  Parser(FileId file, std::string_view text, ParsedMachine& machine, Diagnostics& diagnostics);
  void run_machine();
  void run_definition_file();
  ExprId run_formula();

 private:
  // Which operators the innermost brackets allow: a comma makes pairs, `;` and `||` compose relations.
  struct Brackets {
    bool pairs;
    bool compositions;
  };

  // The machine and its clauses (parser.cpp).
  void parse_header();
  void parse_clauses();
  void parse_clause(TokenKind clause);
  void parse_uses(MachineUse::Kind kind);
  void parse_sets();
  void parse_declared(std::vector<DeclaredName>& names, bool concrete);
  void parse_values();
  void parse_assertions();
  void parse_operations(std::vector<ParsedOperation>& operations);
  ParsedOperation parse_operation();
  void parse_definitions();
  void parse_definition();
  void skip_to_clause();
  bool skip_to_operation();
  bool at_operation_header() const;
  bool at_definition_start(size_t index) const;
  size_t definitions_end() const;
  size_t definition_end(size_t limit) const;
  bool looks_like_substitution(size_t end) const;

  // Substitutions (parser_substitution.cpp).
  SubstId parse_substitution();  // with ; and ||
  SubstId parse_parallel();
  SubstId parse_simple();
  SubstId parse_keyword_substitution();
  SubstId parse_guarded(SubstKind kind);
  SubstId parse_conditional(SubstKind kind, TokenKind again, const std::string& condition_name);
  SubstId parse_choice();
  SubstId parse_case();
  SubstId parse_any();
  SubstId parse_let();
  SubstId parse_var();
  SubstId parse_while();
  SubstId parse_assignment();
  SubstId parse_call(std::vector<ExprId> results, SourceSpan start);
  SubstId call_from(ExprId expr, SourceSpan start);
  Branch parse_branch_body(ExprId condition, SourceSpan start);
  std::vector<ExprId> parse_let_values(std::vector<Name>& names);
  SubstId add(Subst subst, SourceSpan start);

  // Formulas (parser_formula.cpp).
  ExprId parse_formula() { return parse_in({false, false}); }
  ExprId parse_bracketed() { return parse_in({true, true}); }
  ExprId parse_element() { return parse_in({false, true}); }
  std::vector<ExprId> parse_elements(TokenKind end);
  ExprId parse_binary(int least);
  ExprId parse_prefix();
  ExprId parse_postfix(ExprId operand, SourceSpan start);
  ExprId parse_application(ExprId function, SourceSpan start);
  ExprId parse_in(Brackets brackets);
  bool at_binary(Op& op, int& priority) const;
  ExprId parse_primary();
  ExprId parse_operator_primary();
  ExprId parse_function(Op op, SourceSpan start);
  ExprId parse_binder(Op op, SourceSpan start);
  std::vector<Name> parse_bound_names();
  ExprId parse_brace();
  ExprId parse_sequence_extension();
  ExprId parse_record(ExprKind kind);
  ExprId parse_if_expression();
  ExprId parse_let_expression();
  ExprId parse_name();
  ExprId add(Expr expr, SourceSpan start);
  ExprId operation(Op op, std::vector<ExprId> operands, SourceSpan start);
  std::vector<Name> names_of(const std::vector<ExprId>& exprs);

  // Tokens.
  const Token& peek(size_t ahead = 0) const;
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool at(Op op) const { return peek().kind == TokenKind::Operator && peek().op == op; }
  Token next();
  bool accept(TokenKind kind);
  bool accept(Op op);
  Token expect(TokenKind kind, std::string_view where);
  void expect(Op op, std::string_view where);
  Name expect_name(std::string_view what);       // without a prefix
  Name expect_qualified(std::string_view what);  // x or p.x
  std::vector<Name> parse_names(std::string_view what);
  std::vector<Name> parse_qualified_names(std::string_view what);
  // From the start to the last token read, as far as they are on one line.
  SourceSpan span_from(SourceSpan start) const;
  [[noreturn]] void fail(std::string message, std::string hint = {});
  [[noreturn]] void fail_at(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  std::string hint_of_taken_word() const;
  [[noreturn]] void fail_expected(std::string_view what, std::string hint = {});

  // Formulas and substitutions within each other, so deep that the stack is in danger, are refused.
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  static constexpr int kPairPriority = 115;
  static constexpr int kMaxDepth = 400;

  std::string_view text_;
  ParsedMachine& machine_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t position_ = 0;
  size_t limit_ = 0;  // where the definition being read ends; the number of tokens elsewhere
  Token end_token_;   // stands for what is at the limit
  int depth_ = 0;
  Brackets brackets_{false, false};
  uint64_t clauses_seen_ = 0;  // a bit for each clause
};

}  // namespace px::b
