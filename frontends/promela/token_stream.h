// The token stream for the parser: inlines are expanded in place, and line ends that end a statement become semicolons.
//
// A line end counts as a semicolon if it follows a token that can end a statement, within the body of a process and
// outside parentheses and brackets, unless the next token continues or closes the statement anyway (SPIN 6.3 and
// later).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/promela/ast.h"
#include "frontends/promela/lexer.h"

namespace px::promela {

struct InlineDefinition {
  std::string name;
  SourceSpan span;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;  // with its braces
};

// An inline call being parsed.
struct InlineFrame {
  std::string name;
  ast::ExprId result;  // the target of its `return`; may be none
  SourceSpan call;
};

class TokenStream {
 public:
  explicit TokenStream(const std::vector<Token>& tokens) : pending_(tokens.rbegin(), tokens.rend()) {}

  // The token at distance `ahead`; only for the very next one are line ends turned into semicolons.
  const Token& peek(size_t ahead = 0);
  Token next();
  bool at(TokenKind kind) { return peek().kind == kind; }
  bool accept(TokenKind kind);
  // The kind of the last token.
  TokenKind last() const { return last_; }
  SourceSpan last_span() const { return last_span_; }

  // Records every token until the record is taken.
  void start_recording() { recorded_.clear(); }
  std::vector<Token> take_recorded() { return std::move(recorded_); }

  void enter_body() { ++bodies_; }
  void leave_body() { --bodies_; }
  size_t nesting() const { return nesting_; }
  // Forgets open parentheses, after an error.
  void reset_nesting(size_t bodies);
  size_t body_depth() const { return bodies_; }

  // Continues with the body of the inline, its parameters replaced by the arguments. Returns false if that makes the
  // text too long: inlines that call inlines can grow without bounds.
  bool expand(const InlineDefinition& definition, const std::vector<std::vector<Token>>& arguments, ast::ExprId result,
              SourceSpan call);
  const std::vector<InlineFrame>& frames() const { return frames_; }

 private:
  void drop_inline_ends();
  bool line_end_separates() const;

  std::vector<Token> pending_;  // the last one is read first
  std::vector<Token> recorded_;
  std::vector<InlineFrame> frames_;
  Token separator_;
  TokenKind last_ = TokenKind::End;
  SourceSpan last_span_;
  size_t expanded_ = 0;  // tokens produced by inlines
  size_t nesting_ = 0;   // open parentheses and brackets
  size_t bodies_ = 0;
};

}  // namespace px::promela
