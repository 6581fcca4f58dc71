// Splits preprocessed text into tokens, all at once; the parser decides later which line ends count as semicolons and
// which words are reserved inside a formula.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/promela/preprocess.h"

namespace px::promela {

enum class TokenKind : uint8_t {
#define PX_TOKEN(name, text) name,
#define PX_KEYWORD(name, text) name,
#include "frontends/promela/token_kind.def"
#undef PX_TOKEN
#undef PX_KEYWORD
};

// The name of a kind in messages.
std::string token_name(TokenKind kind);
// All reserved words of the language.
std::vector<std::string> reserved_words();

struct Token {
  TokenKind kind = TokenKind::End;
  bool newline_before = false;
  std::string_view text;  // into TokenList::text
  int64_t value = 0;      // of numbers
  SourceSpan span;
};

struct TokenList {
  std::shared_ptr<const std::string> text;
  std::vector<Token> tokens;  // the last one is End
  // Texts around formulas of options, which the user did not write: "ltl name {" and "}".
  std::set<FileId> frames{};
};

TokenList lex(const PreprocessedText& preprocessed, Diagnostics& diagnostics);

// One token per line, for tests and --dump.
std::string dump(const TokenList& list, const SourceMap& sources);

}  // namespace px::promela
