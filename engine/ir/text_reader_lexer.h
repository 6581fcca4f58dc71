// Splits text into tokens. Comments run from `#` or `//` to the end of the line; a `#` between a word and a digit
// belongs to the name of an element (User#3).
#pragma once

#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/source.h"
#include "engine/ir/text_syntax.h"

namespace px::ir::text {

// The last token is End. Whatever cannot be read is reported and skipped.
std::vector<Token> tokenize(const SourceMap& sources, FileId file, Diagnostics& diagnostics);
std::vector<Token> tokenize_text(std::string_view text, FileId file, Diagnostics& diagnostics);

}  // namespace px::ir::text
