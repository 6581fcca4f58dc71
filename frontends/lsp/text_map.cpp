#include "frontends/lsp/text_map.h"

#include <algorithm>

namespace px::lsp {
namespace {

// The number of bytes of the first character, and of its UTF-16 units.
struct Unit {
  size_t bytes = 1;
  uint32_t units = 1;
};

Unit first_unit(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  size_t bytes = 1;
  if (lead >= 0xC2 && lead <= 0xDF) bytes = 2;
  if (lead >= 0xE0 && lead <= 0xEF) bytes = 3;
  if (lead >= 0xF0 && lead <= 0xF4) bytes = 4;
  if (bytes > text.size()) return {};
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
  }
  return {bytes, bytes == 4 ? 2U : 1U};
}

}  // namespace

Json to_json(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json to_json(const Range& range) {
  return {{"start", to_json(range.start)}, {"end", to_json(range.end)}};
}

std::optional<Position> position_from(const Json& json) {
  const std::optional<uint32_t> line = number_member(json, "line");
  const std::optional<uint32_t> character = number_member(json, "character");
  if (!line || !character) return std::nullopt;
  return Position{*line, *character};
}

std::optional<Range> range_from(const Json& json) {
  const std::optional<Position> start = position_from(member(json, "start"));
  const std::optional<Position> end = position_from(member(json, "end"));
  if (!start || !end) return std::nullopt;
  return Range{*start, std::max(*start, *end)};
}

uint32_t utf16_length(std::string_view text) {
  uint32_t length = 0;
  while (!text.empty()) {
    const Unit unit = first_unit(text);
    text.remove_prefix(unit.bytes);
    length += unit.units;
  }
  return length;
}

TextMap::TextMap(std::string_view text) : text_(text), starts_{0}, newlines_{0} {
  for (size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !pair)) starts_.push_back(i + 1);
    if (text[i] == '\n') newlines_.push_back(i + 1);
  }
}

std::string_view TextMap::line(uint32_t number) const {
  if (number >= starts_.size()) return {};
  const size_t end = number + size_t{1} < starts_.size() ? starts_[number + 1] : text_.size();
  std::string_view line = text_.substr(starts_[number], end - starts_[number]);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

size_t TextMap::offset(Position position) const {
  if (position.line >= starts_.size()) return text_.size();
  const std::string_view whole = line(position.line);
  std::string_view rest = whole;
  uint32_t column = 0;
  while (!rest.empty() && column < position.character) {
    const Unit unit = first_unit(rest);
    rest.remove_prefix(unit.bytes);
    column += unit.units;
  }
  return starts_[position.line] + (whole.size() - rest.size());
}

Position TextMap::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto number = static_cast<uint32_t>(after - starts_.begin() - 1);
  const std::string_view whole = line(number);
  return {number, utf16_length(whole.substr(0, offset - starts_[number]))};
}

std::pair<size_t, size_t> TextMap::bytes_of(SourceSpan span) const {
  const size_t index = span.known() ? span.line - size_t{1} : 0;
  if (index >= newlines_.size()) return {text_.size(), text_.size()};
  const size_t begin = newlines_[index];
  const size_t next = index + 1 < newlines_.size() ? newlines_[index + 1] - 1 : text_.size();
  const size_t end = next > begin && text_[next - 1] == '\r' ? next - 1 : next;
  if (!span.known() || span.column == 0) return {begin, end};
  const size_t from = std::min(begin + span.column - 1, end);
  return {from, std::min(from + std::max<size_t>(span.length, 1), end)};
}

}  // namespace px::lsp
