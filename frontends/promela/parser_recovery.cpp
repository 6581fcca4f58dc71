// Messages about text that cannot be parsed, and error recovery.
//
// After an error within a body, parsing continues after the statement; within a declaration, at the next one; anywhere
// else, at the next word that can only begin a unit. Such a word also ends every open body: a '}' is missing then.
#include "engine/base/spelling.h"
#include "frontends/promela/parser_base.h"

namespace px::promela {

std::string ParserBase::describe(const Token& token) const {
  if (is_frame(token)) return "the end of the formula";
  if (token.kind == TokenKind::Name || token.kind == TokenKind::Number) return "'" + std::string(token.text) + "'";
  return token_name(token.kind);
}

// The location of the call whose inline body is being parsed; empty outside of inlines.
std::string ParserBase::in_inline() const {
  if (stream_.frames().empty()) return {};
  const InlineFrame& frame = stream_.frames().back();
  return "this is in the inline '" + frame.name + "' as called in line " + std::to_string(frame.call.line);
}

void ParserBase::fail_at(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  const auto& known = diagnostics_.items();
  const bool repeated = !known.empty() && known.back().span == span;  // recovery reports a mistake only once
  if (!repeated) {
    const std::string where = in_inline();
    hint += (hint.empty() || where.empty() ? "" : "; ") + where;
    diagnostics_.add(kind, span, std::move(message), std::move(hint));
  }
  throw SyntaxAbort{};
}

void ParserBase::fail(std::string expected, std::string hint) {
  reject_embedded_c();
  const Token& token = stream_.peek();
  fail_at(DiagnosticKind::SyntaxError, token.span, "expected " + expected + ", but found " + describe(token),
          std::move(hint));
}

// Like fail, but parsing continues right here.
void ParserBase::report(std::string expected, std::string hint) {
  try {
    fail(std::move(expected), std::move(hint));
  } catch (const SyntaxAbort&) {
  }
}

// A hint that something is missing before the next token, if the construct was opened on another line.
std::string ParserBase::not_closed(const char* opener, SourceSpan open) {
  if (open.line == stream_.peek().span.line) return {};
  return std::string("the ") + opener + " in line " + std::to_string(open.line) + " is not closed";
}

std::string ParserBase::similar_word(std::string_view word) const {
  if (word == "while") return "a loop is written do :: condition -> statements :: else -> break od";
  std::vector<std::string> words = reserved_words();
  for (const auto& [name, definition] : inlines_) words.push_back(name);
  return suggestion(word, words);
}

// The statement is complete, but the next token cannot follow it. `condition` is its expression, if it is a condition.
void ParserBase::fail_after_statement(ast::ExprId condition) {
  const Token& token = stream_.peek();
  std::string hint;
  if (token.kind == TokenKind::Assign) hint = "only a variable can be assigned to; == compares";
  if (condition.valid()) {
    const ast::Expr& expr = module_.exprs[condition];
    const bool is_word = expr.kind == ast::ExprKind::Reference && expr.path.size() == 1 && !expr.path[0].index.valid();
    if (is_word && token.kind == TokenKind::LeftParen) {
      const std::string name = expr.path[0].name;
      fail_at(DiagnosticKind::UnknownName, expr.span, "there is no inline '" + name + "'", similar_word(name));
    }
    if (is_word && token.kind != TokenKind::Assign) hint = similar_word(expr.path[0].name);
  }
  fail("';' or '->' after the statement", std::move(hint));
}

bool ParserBase::at_unit_start() {
  switch (stream_.peek().kind) {
    case TokenKind::Proctype:
    case TokenKind::DProctype:
    case TokenKind::Active:
    case TokenKind::Init:
    case TokenKind::Inline:
    case TokenKind::Typedef:
    case TokenKind::Never:
    case TokenKind::Ltl:
    case TokenKind::Trace:
    case TokenKind::NoTrace: return true;
    default: return false;
  }
}

void ParserBase::skip_to_unit(bool in_declaration) {
  stream_.reset_nesting(0);
  size_t depth = 0;
  for (;; stream_.next()) {
    const Token& token = stream_.peek();
    if (token.kind == TokenKind::End || at_unit_start()) return;
    if (token.kind == TokenKind::LeftBrace) ++depth;
    if (token.kind == TokenKind::RightBrace && depth > 0) --depth;
    const bool first = stream_.last() == TokenKind::Semicolon || token.newline_before;
    if (in_declaration && depth == 0 && first && at_declaration()) return;
  }
}

// Skips past the brace that closes the formula; false if there is none.
bool ParserBase::skip_formula() {
  stream_.reset_nesting(stream_.body_depth());
  size_t depth = 0;
  while (stream_.peek().kind != TokenKind::End && !at_unit_start()) {
    const TokenKind kind = stream_.next().kind;
    if (kind == TokenKind::LeftBrace) ++depth;
    if (kind == TokenKind::RightBrace && depth-- == 0) return true;
  }
  return false;
}

// Skips past the formula of an option, whatever it contains.
void ParserBase::skip_to_frame() {
  stream_.reset_nesting(stream_.body_depth());
  while (stream_.peek().kind != TokenKind::End) {
    if (is_frame(stream_.next())) return;
  }
}

// Skips to the end of the statement, past whole blocks and the rest of open parentheses.
void ParserBase::skip_statement(size_t parentheses) {
  if (stream_.peek().newline_before) parentheses = 0;
  size_t depth = 0;
  for (;; stream_.next()) {
    if (at_unit_start()) return;
    const Token& token = stream_.peek();
    switch (token.kind) {
      case TokenKind::End: return;
      case TokenKind::LeftParen: ++parentheses; break;
      case TokenKind::RightParen: parentheses -= parentheses > 0 ? 1 : 0; break;
      case TokenKind::LeftBrace:
      case TokenKind::If:
      case TokenKind::Do: ++depth; break;
      case TokenKind::RightBrace:
      case TokenKind::Fi:
      case TokenKind::Od:
        if (depth == 0) return;
        if (--depth > 0 || stream_.peek(1).kind == TokenKind::Unless) break;
        stream_.next();
        return;
      case TokenKind::DoubleColon:
        if (depth == 0) return;
        break;
      case TokenKind::Semicolon:
      case TokenKind::Arrow:
        if (depth == 0 && (parentheses == 0 || token.newline_before)) return;
        break;
      default: break;
    }
  }
}

}  // namespace px::promela
