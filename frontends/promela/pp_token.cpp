#include "frontends/promela/pp_token.h"

#include <array>
#include <cctype>

namespace px::promela {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

constexpr std::array<std::string_view, 16> kPairs = {"##", "&&", "||", "==", "!=", "<=", ">=", "<<",
                                                     ">>", "->", "--", "++", "::", "!!", "??", ".."};

}  // namespace

bool hides(const HideSetPtr& set, std::string_view name) {
  for (const HideSet* item = set.get(); item != nullptr; item = item->rest.get()) {
    if (item->name == name) return true;
  }
  return false;
}

SourceSpan PpScanner::here() const {
  return {file_, line_, column_, 1};
}

void PpScanner::set_line(FileId file, uint32_t line) {
  file_ = file;
  line_ = line;
}

void PpScanner::advance() {
  if (at() == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  ++pos_;
}

bool PpScanner::skip_continuation() {
  if (at() != '\\') return false;
  size_t length = 1;
  if (at(length) == '\r') ++length;
  if (at(length) != '\n') return false;
  for (size_t i = 0; i <= length; ++i) advance();
  return true;
}

void PpScanner::skip_block_comment(bool& newline) {
  const SourceSpan start = here();
  advance();
  advance();
  while (pos_ < text_.size()) {
    if (at() == '*' && at(1) == '/') {
      advance();
      advance();
      return;
    }
    if (at() == '\n') newline = true;
    advance();
  }
  unterminated_ = start;
}

void PpScanner::skip_blanks(bool& space, bool& newline) {
  while (pos_ < text_.size()) {
    if (is_blank(at())) {
      advance();
    } else if (skip_continuation()) {
      // joined
    } else if (at() == '/' && at(1) == '*') {
      skip_block_comment(newline);
    } else if (at() == '/' && at(1) == '/') {
      while (pos_ < text_.size() && at() != '\n') {
        if (!skip_continuation()) advance();
      }
    } else {
      return;
    }
    space = true;
  }
}

void PpScanner::scan_quoted(PpToken& token, char quote) {
  do {
    if (at() == '\\' && at(1) != '\n' && pos_ + 1 < text_.size()) {
      token.text += at();
      advance();
    }
    token.text += at();
    advance();
  } while (pos_ < text_.size() && at() != quote && at() != '\n');
  if (at() != quote) return;  // the lexer reports the missing quote
  token.text += quote;
  advance();
}

void PpScanner::scan_word(PpToken& token) {
  while (continues_word(at())) {
    token.text += at();
    advance();
  }
}

void PpScanner::scan_punctuation(PpToken& token) {
  const std::string_view pair = text_.substr(pos_, 2);
  size_t length = 1;
  for (std::string_view known : kPairs) {
    if (pair == known) length = 2;
  }
  for (size_t i = 0; i < length; ++i) {
    token.text += at();
    advance();
  }
}

PpToken PpScanner::next(bool in_directive) {
  PpToken token;
  bool newline = false;
  const SourceSpan before = here();
  skip_blanks(token.space_before, newline);
  token.place = here();
  if (newline && !in_directive) {  // a comment over several lines ends the line, as with cpp
    token.kind = PpKind::Newline;
    token.place = before;
    return token;
  }
  if (pos_ >= text_.size()) return token;
  const char c = at();
  if (c == '\n') {
    token.kind = PpKind::Newline;
    advance();
    return token;
  }
  if (starts_word(c)) {
    token.kind = PpKind::Identifier;
    scan_word(token);
  } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
    token.kind = PpKind::Number;
    scan_word(token);
  } else if (c == '"' || c == '\'') {
    token.kind = c == '"' ? PpKind::String : PpKind::Character;
    scan_quoted(token, c);
  } else {
    token.kind = PpKind::Punctuation;
    scan_punctuation(token);
  }
  token.place.length = static_cast<uint32_t>(token.text.size());
  return token;
}

}  // namespace px::promela
