// What the parts of the parser share: tokens, errors, error recovery, limits. The parser is a chain of classes, shared
// only by the parser*.cpp files: ParserBase, ExpressionParser, StatementParser (with declarations), Parser (units).
// Each knows only those before it.
#pragma once

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "frontends/promela/parser.h"
#include "frontends/promela/token_stream.h"

namespace px::promela {

// Maximum nesting of statements and expressions, and maximum depth of a chain of operators.
inline constexpr size_t kMaxNesting = 400;

// Thrown at a syntax error (already reported), caught where parsing can continue; never leaves the parser.
struct SyntaxAbort {};

class ParserBase {
 protected:
  ParserBase(const TokenList& tokens, Diagnostics& diagnostics);

  // Declarations (parser_declaration.cpp).
  bool at_declaration();

  // Errors, and error recovery (parser_recovery.cpp).
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
  // Counts one more open statement or expression during its lifetime. All later stages are recursive too, so this
  // limit, and that on the height of expressions, protect all of them from a stack overflow.
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

  // Whether the token belongs to the text around the formula of an option.
  bool is_frame(const Token& token) const { return frames_.contains(token.span.file); }

  Diagnostics& diagnostics_;
  TokenStream stream_;
  const std::set<FileId>& frames_;
  ast::Module module_;
  std::unordered_map<std::string, InlineDefinition> inlines_;
  std::unordered_set<std::string_view> typedefs_;
  std::unordered_set<std::string_view> proctypes_;  // all of the text, since formulas may refer to later ones
  size_t nesting_ = 0;                              // of statements and expressions being parsed
  std::vector<uint32_t> heights_;                   // by ExprId
};

}  // namespace px::promela
