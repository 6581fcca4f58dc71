#include "frontends/batch/markup.h"

#include <cstdint>

namespace px::batch {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The number of bytes of the character at the start of the text, 0 if it is no valid XML character: this excludes
// overlong forms, surrogates, values beyond Unicode, U+FFFE and U+FFFF.
size_t character_size(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\t' || lead == '\n' || lead == '\r' ? 1 : 0;
  const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  uint32_t code = lead & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  if (size == 3 && (code < 0x800 || (code >= 0xD800 && code < 0xE000) || code >= 0xFFFE)) return 0;
  return size == 4 && (code < 0x10000 || code > 0x10FFFF) ? 0 : size;
}

std::string_view entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\t': return "&#9;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    default: return {};
  }
}

}  // namespace

std::string markup(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t size = character_size(text);
    const std::string_view character = text.substr(0, size);
    const std::string_view escaped = size == 1 ? entity(text.front()) : std::string_view();
    result += size == 0 ? kReplacement : escaped.empty() ? character : escaped;
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result;
}

std::string_view first_letters(std::string_view text, size_t letters) {
  size_t end = 0;
  for (; letters > 0 && end < text.size(); --letters) {
    const size_t size = character_size(text.substr(end));
    end += size == 0 ? 1 : size;
  }
  return text.substr(0, end);
}

size_t count_letters(std::string_view text) {
  size_t letters = 0;
  for (; !text.empty(); ++letters) text.remove_prefix(first_letters(text, 1).size());
  return letters;
}

}  // namespace px::batch
