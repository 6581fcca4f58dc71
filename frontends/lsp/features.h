// Answers to requests about a position in a text, from the index of its model.
#pragma once

#include <functional>
#include <string>

#include "frontends/lsp/index.h"

namespace px::lsp {

// A model, and the position of a file in it. Places in other files are reported as analysed, unless they are open, too:
// `shift_of` knows how their lines have moved since (null: unchanged).
struct View {
  const Index& index;
  uint32_t file = 0;
  std::string_view text;  // as currently in the editor
  std::function<const LineShift*(const std::string& path)> shift_of;

  const LineShift* shift(uint32_t of) const { return shift_of(index.files[of]); }
};

// The word at a position of a text; empty: there is none.
struct WordAt {
  std::string name;
  Range range;
};
WordAt word_at(std::string_view text, Position at);

Json hover(const View& view, Position at);
Json definition(const View& view, Position at);
Json references(const View& view, Position at, bool with_declaration);
Json highlights(const View& view, Position at);
Json document_symbols(const View& view);
Json completion(const View& view, Position at);

}  // namespace px::lsp
