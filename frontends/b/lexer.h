// Splits text into tokens, in ASCII or Unicode notation, freely mixed. Drops comments and pragmas (/*@ ... */).
#pragma once

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/b/operator.h"

namespace px::b {

enum class TokenKind : uint8_t {
#define PX_B_TOKEN(name, text) name,
#define PX_B_SYMBOL(name, ascii, unicode) name,
#define PX_B_KEYWORD(name, text) name,
#define PX_B_CLAUSE(name, text) name,
#include "frontends/b/token_kind.def"
#undef PX_B_TOKEN
#undef PX_B_SYMBOL
#undef PX_B_KEYWORD
#undef PX_B_CLAUSE
};

struct Token {
  TokenKind kind = TokenKind::End;
  Op op = Op::Equal;     // for operators
  bool is_real = false;  // a number with a fraction, which is not supported
  int64_t value = 0;     // for numbers
  std::string text;      // for names; for strings, without quotes and escapes
  SourceSpan span;
  uint32_t begin = 0;  // offsets in the text of the file
  uint32_t end = 0;
};

bool begins_clause(TokenKind kind);
// The name of a kind or a token in messages: "a name", "')'", "'|->'", "END".
std::string token_name(TokenKind kind);
std::string token_text(const Token& token);

// The last token is End. Errors are reported and skipped.
std::vector<Token> lex(FileId file, std::string_view text, Diagnostics& diagnostics);
inline std::vector<Token> lex(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  return lex(file, sources.text(file), diagnostics);
}

}  // namespace px::b
