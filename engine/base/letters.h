// Characters of UTF-8 text: what people count as columns, and the width that a terminal gives them. A byte that is not
// part of a valid character counts as one character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace px {

struct Letter {
  size_t bytes = 1;
  size_t width = 1;  // terminal cells: 2 for East Asian characters and emoji, 0 for combining marks
};

// The first character of a non-empty text.
Letter first_letter(std::string_view text);

// Positions in a line count bytes, from 1; people count characters.
uint32_t column_in_letters(std::string_view line, uint32_t column);

}  // namespace px
