// The lines of a text, and positions as the Language Server Protocol counts them: lines from 0, terminated by
// , \r
//  or \r; columns from 0 in UTF-16 units. A SourceSpan counts lines terminated by
// , and bytes, both from 1.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/source.h"
#include "frontends/lsp/json_rpc.h"

namespace px::lsp {

struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
  auto operator<=>(const Position&) const = default;
};

struct Range {
  Position start{};
  Position end{};
  bool operator==(const Range&) const = default;
  bool contains(Position at) const { return start <= at && at <= end; }
};

Json to_json(Position position);
Json to_json(const Range& range);
// Unset if it is not a position.
std::optional<Position> position_from(const Json& json);
std::optional<Range> range_from(const Json& json);

// The number of UTF-16 units of a text. A byte that belongs to no character counts as one.
uint32_t utf16_length(std::string_view text);

// The text must outlive it.
class TextMap {
 public:
  explicit TextMap(std::string_view text);

  std::string_view text() const { return text_; }
  uint32_t lines() const { return static_cast<uint32_t>(starts_.size()); }
  // Without its terminator; empty after the last line.
  std::string_view line(uint32_t number) const;
  // For a position after the end of a line: that end. After the last line: the end of the text.
  size_t offset(Position position) const;
  Position position(size_t offset) const;
  Range range(size_t begin, size_t end) const { return {position(begin), position(end)}; }
  // The byte range of a span. A span without a column is its line; one without a location is the first line.
  std::pair<size_t, size_t> bytes_of(SourceSpan span) const;
  Range range(SourceSpan span) const {
    const auto [begin, end] = bytes_of(span);
    return range(begin, end);
  }

 private:
  std::string_view text_;
  std::vector<size_t> starts_;    // of lines as editors see them
  std::vector<size_t> newlines_;  // of lines as the front ends see them
};

}  // namespace px::lsp
