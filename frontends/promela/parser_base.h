// What parts of the parser share: tokens, errors and where parsing continues after them, limits. The parser is a chain
// of classes, shared by the parser*.cpp files only: ParserBase, ExpressionParser, StatementParser (with declarations),
// Parser (units). Each knows only those below it.
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

// Thrown at a syntax error (already reported), caught where parsing can continue; never leaves the parser.
struct SyntaxAbort {};

class ParserBase {
 protected:
  ParserBase(const TokenList& tokens, Diagnostics& diagnostics);

  // Declarations (parser_declaration.cpp).
  bool at_declaration();

  // Errors, and where to continue after them (parser_recovery.cpp).
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
  void skip_to_frame();
  void reject_embedded_c();
  // Within its life one more statement or expression is open. Everything that works on a model later is recursive too,
  // so this limit, and that on the height of expressions, keep all of it off the end of the stack.
  class Nesting {
   public:
    explicit Nesting(ParserBase& parser);
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ParserBase& parser_;
  };
  uint32_t height(ast::ExprId expr) const { return expr.valid() ? heights_[expr.value] : 0; }

  // Of a text around the formula of an option.
  bool is_frame(const Token& token) const { return frames_.contains(token.span.file); }

  Diagnostics& diagnostics_;
  TokenStream stream_;
  const std::set<FileId>& frames_;
  ast::Module module_;
  std::unordered_map<std::string, InlineDefinition> inlines_;
  std::unordered_set<std::string_view> typedefs_;
  std::unordered_set<std::string_view> proctypes_;  // all of the text, since formulas may name later ones
  size_t nesting_ = 0;                              // of statements and expressions being read
  std::vector<uint32_t> heights_;                   // by ExprId
};

}  // namespace px::promela
