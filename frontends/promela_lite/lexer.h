// Splits text into tokens. Comments are those of C; spaces and newlines have no meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/source.h"

namespace px::promela_lite {

struct Token {
  enum class Kind : uint8_t { Word, Number, Symbol, End };
  Kind kind = Kind::End;
  std::string text;
  int64_t number = 0;
  uint32_t begin = 0;  // offsets in the text
  uint32_t end = 0;
  SourceSpan span;
};

// The last token is End. Unreadable text is reported and skipped.
std::vector<Token> tokenize(std::string_view text, FileId file, Diagnostics& diagnostics);

// Whether the word cannot be a name.
bool is_reserved(std::string_view word);

}  // namespace px::promela_lite
