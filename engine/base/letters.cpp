#include "engine/base/letters.h"

#include <algorithm>
#include <array>

namespace px {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// Only the blocks that matter in practice, not all of Unicode: a caret that is one cell off does no harm.
constexpr std::array kWide = {
    Range{0x1100, 0x115F}, Range{0x2E80, 0xA4CF},   Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFAFF}, Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
    Range{0xFFE0, 0xFFE6}, Range{0x1F300, 0x1FAFF}, Range{0x20000, 0x3FFFD},
};
constexpr std::array kOnLetters = {
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x064B, 0x065F},
    Range{0x200B, 0x200F}, Range{0x20D0, 0x20F0}, Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F},
};

template <class Ranges>
bool is_in(const Ranges& ranges, uint32_t code) {
  return std::ranges::any_of(ranges, [code](const Range& range) { return range.first <= code && code <= range.last; });
}

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

Letter first_letter(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const size_t bytes = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  if (bytes == 1 || bytes > text.size()) return {};
  uint32_t code = lead & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  }
  return {bytes, is_in(kOnLetters, code) ? size_t{0} : is_in(kWide, code) ? size_t{2} : size_t{1}};
}

uint32_t column_in_letters(std::string_view line, uint32_t column) {
  if (column == 0 || line.empty()) return column;
  uint32_t letters = 1;
  size_t at = 0;
  for (; at < line.size() && at + 1 < column; ++letters) at += first_letter(line.substr(at)).bytes;
  // Past the end of the line every byte counts as a character.
  return letters + (at + 1 < column ? static_cast<uint32_t>(column - 1 - at) : 0);
}

}  // namespace px
