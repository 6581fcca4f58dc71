// What the parts of the parser share: tokens, error reporting, and the nesting limit. The parser is a chain of classes,
// shared only by the parser*.cpp files: TokenReader, FormulaParser, SubstitutionParser, Parser (the machine and its
// clauses). Each knows only those before it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontends/b/parser.h"

namespace px::b {

// Thrown at a syntax error (already reported), caught where parsing can continue; never leaves the parser.
struct SyntaxAbort {};

class TokenReader {
 protected:
  TokenReader(FileId file, std::string_view text, ParsedMachine& machine, Diagnostics& diagnostics);

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
  // From the start to the last token, as far as they are on one line.
  SourceSpan span_from(SourceSpan start) const;
  [[noreturn]] void fail(std::string message, std::string hint = {});
  [[noreturn]] void fail_at(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  std::string hint_of_taken_word() const;
  [[noreturn]] void fail_expected(std::string_view what, std::string hint = {});

  // Rejects formulas and substitutions nested so deeply that the stack could overflow.
  class Nesting {
   public:
    explicit Nesting(TokenReader& reader);
    ~Nesting() { --reader_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TokenReader& reader_;
  };

  static constexpr int kMaxDepth = 400;

  std::string_view text_;
  ParsedMachine& machine_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t position_ = 0;
  size_t limit_ = 0;  // the end of the current definition, or else the number of tokens
  Token end_token_;   // returned at the limit
  int depth_ = 0;     // nesting of formulas and substitutions
};

}  // namespace px::b
