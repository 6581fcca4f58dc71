#include "frontends/b/token_reader.h"

#include <cctype>

namespace px::b {

TokenReader::TokenReader(FileId file, std::string_view text, ParsedMachine& machine, Diagnostics& diagnostics)
    : text_(text), machine_(machine), diagnostics_(diagnostics), tokens_(lex(file, text, diagnostics)) {
  limit_ = tokens_.size() - 1;
  end_token_ = tokens_.back();
}

const Token& TokenReader::peek(size_t ahead) const {
  return position_ + ahead < limit_ ? tokens_[position_ + ahead] : end_token_;
}

Token TokenReader::next() {
  const Token token = peek();
  if (position_ < limit_) ++position_;
  return token;
}

bool TokenReader::accept(TokenKind kind) {
  if (!at(kind)) return false;
  next();
  return true;
}

bool TokenReader::accept(Op op) {
  if (!at(op)) return false;
  next();
  return true;
}

Token TokenReader::expect(TokenKind kind, std::string_view where) {
  if (!at(kind)) fail_expected(token_name(kind) + (where.empty() ? "" : " " + std::string(where)));
  return next();
}

void TokenReader::expect(Op op, std::string_view where) {
  if (!accept(op)) fail_expected("'" + std::string(info(op).text) + "' " + std::string(where));
}

// last, front, size: names in other languages, operators in this one.
std::string TokenReader::hint_of_taken_word() const {
  if (!at(TokenKind::Operator)) return {};
  const std::string word(info(peek().op).text);
  if (std::isalpha(static_cast<unsigned char>(word.front())) == 0) return {};
  return "'" + word + "' is an operator of B; take another name, or write `" + word + "`";
}

Name TokenReader::expect_name(std::string_view what) {
  if (!at(TokenKind::Name)) fail_expected(what, hint_of_taken_word());
  const Token token = next();
  return {token.text, token.span};
}

Name TokenReader::expect_qualified(std::string_view what) {
  Name name = expect_name(what);
  while (at(TokenKind::Dot) && peek(1).kind == TokenKind::Name) {
    next();
    const Token part = next();
    name.text += '.' + part.text;
    name.span = span_from(name.span);
  }
  return name;
}

std::vector<Name> TokenReader::parse_names(std::string_view what) {
  std::vector<Name> names;
  do {
    names.push_back(expect_name(what));
  } while (accept(TokenKind::Comma));
  return names;
}

std::vector<Name> TokenReader::parse_qualified_names(std::string_view what) {
  std::vector<Name> names;
  do {
    names.push_back(expect_qualified(what));
  } while (accept(TokenKind::Comma));
  return names;
}

SourceSpan TokenReader::span_from(SourceSpan start) const {
  const SourceSpan last = position_ == 0 ? start : tokens_[position_ - 1].span;
  if (last.line == start.line && last.column + last.length > start.column) {
    start.length = last.column + last.length - start.column;
  }
  return start;
}

void TokenReader::fail(std::string message, std::string hint) {
  fail_at(DiagnosticKind::SyntaxError, peek().span, std::move(message), std::move(hint));
}

void TokenReader::fail_at(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
  throw SyntaxAbort{};
}

void TokenReader::fail_expected(std::string_view what, std::string hint) {
  const bool cut = at(TokenKind::End) && limit_ + 1 < tokens_.size();
  fail(std::string(what) + " is expected, not " + (cut ? "the end of the definition" : token_text(peek())),
       std::move(hint));
}

TokenReader::Nesting::Nesting(TokenReader& reader) : reader_(reader) {
  if (reader_.depth_ >= kMaxDepth) {
    reader_.fail_at(DiagnosticKind::LimitExceeded, reader_.peek().span,
                    "formulas and substitutions nest at most " + std::to_string(kMaxDepth) + " deep");
  }
  ++reader_.depth_;
}

}  // namespace px::b
