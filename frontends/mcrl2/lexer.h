// Splits text into tokens. Drops comments (% to the end of the line).
#pragma once

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"

namespace px::mcrl2 {

enum class TokenKind : uint8_t {
  End,
  Name,
  Number,
  Keyword,  // text is the word
  Symbol,   // text is the symbol
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  SourceSpan span;

  bool is(std::string_view word) const {
    return (kind == TokenKind::Keyword || kind == TokenKind::Symbol) && text == word;
  }
};

// Words that no declaration may use. The whole toolset shares one list, so it includes the words of formulas.
bool is_keyword(std::string_view word);
// The name of a token in messages: "'->'", "the end of the file".
std::string token_text(const Token& token);

// The last token is End. Errors are reported and skipped.
std::vector<Token> lex(FileId file, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::mcrl2
