// Letters of text in UTF-8: what people count as columns, and what a terminal gives room to. A byte that belongs to no
// character counts as a letter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace px {

struct Letter {
  size_t bytes = 1;
  size_t width = 1;  // cells of a terminal: 2 of East Asian characters and pictures, 0 of marks on the letter before
};

// The first letter of a text that is not empty.
Letter first_letter(std::string_view text);

// A place of a line counts bytes, from 1; people count letters.
uint32_t column_in_letters(std::string_view line, uint32_t column);

}  // namespace px
