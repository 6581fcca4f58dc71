#include "frontends/promela/token_stream.h"

#include <algorithm>

namespace px::promela {
namespace {

constexpr size_t kMaxExpansion = size_t{1} << 20;

bool can_end_statement(TokenKind kind) {
  switch (kind) {
    case TokenKind::Name:
    case TokenKind::Number:
    case TokenKind::String:
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::PlusPlus:
    case TokenKind::MinusMinus:
    case TokenKind::Fi:
    case TokenKind::Od:
    case TokenKind::Break:
    case TokenKind::Skip:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::Timeout:
    case TokenKind::NonProgress: return true;
    default: return false;
  }
}

bool continues_or_closes(TokenKind kind) {
  switch (kind) {
    case TokenKind::Semicolon:
    case TokenKind::Arrow:
    case TokenKind::RightBrace:
    case TokenKind::DoubleColon:
    case TokenKind::Fi:
    case TokenKind::Od:
    case TokenKind::Unless:
    case TokenKind::End: return true;
    default: return false;
  }
}

}  // namespace

void TokenStream::drop_inline_ends() {
  while (pending_.back().kind == TokenKind::EndOfInline) {
    pending_.pop_back();
    frames_.pop_back();
  }
}

bool TokenStream::line_end_separates() const {
  const Token& token = pending_.back();
  return bodies_ > 0 && nesting_ == 0 && token.newline_before && can_end_statement(last_) &&
         !continues_or_closes(token.kind);
}

const Token& TokenStream::peek(size_t ahead) {
  drop_inline_ends();
  if (ahead == 0 && line_end_separates()) {
    separator_.kind = TokenKind::Semicolon;
    separator_.newline_before = true;
    separator_.span = last_span_;
    return separator_;
  }
  for (auto token = pending_.rbegin(); token != pending_.rend(); ++token) {
    if (token->kind == TokenKind::EndOfInline) continue;
    if (ahead-- == 0) return *token;
  }
  return pending_.front();
}

Token TokenStream::next() {
  Token token = peek();
  last_ = token.kind;
  last_span_ = token.span;
  if (token.kind == TokenKind::LeftParen || token.kind == TokenKind::LeftBracket) ++nesting_;
  if ((token.kind == TokenKind::RightParen || token.kind == TokenKind::RightBracket) && nesting_ > 0) --nesting_;
  const bool implied = token.kind == TokenKind::Semicolon && pending_.back().kind != TokenKind::Semicolon;
  if (!implied && pending_.size() > 1) pending_.pop_back();
  recorded_.push_back(token);
  return token;
}

bool TokenStream::accept(TokenKind kind) {
  if (!at(kind)) return false;
  next();
  return true;
}

void TokenStream::reset_nesting(size_t bodies) {
  nesting_ = 0;
  bodies_ = bodies;
}

bool TokenStream::expand(const InlineDefinition& definition, const std::vector<std::vector<Token>>& arguments,
                         ast::ExprId result, SourceSpan call) {
  if (expanded_ > kMaxExpansion) return false;
  std::vector<Token> expansion;
  for (const Token& token : definition.body) {
    const auto parameter = std::find(definition.parameters.begin(), definition.parameters.end(), token.text);
    if (token.kind != TokenKind::Name || parameter == definition.parameters.end()) {
      expansion.push_back(token);
      continue;
    }
    const auto& argument = arguments[static_cast<size_t>(parameter - definition.parameters.begin())];
    const size_t first = expansion.size();
    expansion.insert(expansion.end(), argument.begin(), argument.end());
    for (size_t i = first; i < expansion.size(); ++i) expansion[i].newline_before = false;
    if (first < expansion.size()) expansion[first].newline_before = token.newline_before;
  }
  Token end;
  end.kind = TokenKind::EndOfInline;
  pending_.push_back(end);
  pending_.insert(pending_.end(), expansion.rbegin(), expansion.rend());
  frames_.push_back({definition.name, result, call});
  expanded_ += expansion.size();
  return true;
}

}  // namespace px::promela
