// The facts about a model's texts, with positions as editors count them. Created in a separate process (analysis.h) and
// handed over as JSON.
//
// An index belongs to the texts that were analysed. While a newer text has not been analysed yet, or contains errors,
// the positions are mapped to it: the lines before and after the edit are the same, but those after it have moved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontends/lsp/symbols.h"
#include "frontends/lsp/text_map.h"

namespace px::lsp {

struct Place {
  uint32_t file = 0;  // index into Index::files
  Range range;
};

struct IndexedSymbol {
  std::string name;
  SymbolKind kind = SymbolKind::Variable;
  NameSpace space = NameSpace::Plain;
  std::string written;
  std::string about;
  std::vector<std::string> facts;  // about its values and its symmetry
  Place place;
  Range extent;
  std::optional<Place> scope{};
  bool listed = true;
};

struct IndexedUse {
  Place place;
  uint32_t symbol = 0;
};

// A statement of the model: "statement 12 of P: loc = count".
struct IndexedStatement {
  Place place;
  std::string text;
};

// A property that can be checked separately.
struct IndexedProperty {
  Place place;
  std::string name;
};

struct Index {
  std::vector<std::string> files;  // paths; the first one is the model
  std::vector<IndexedSymbol> symbols;
  std::vector<IndexedUse> uses;
  std::vector<IndexedStatement> statements;
  std::vector<IndexedProperty> properties;
  std::vector<std::string> keywords;

  std::optional<uint32_t> file_of(const std::string& path) const;
  // The use at a position; null: there is none.
  const IndexedUse* use_at(uint32_t file, Position at) const;
};

Json to_json(const Index& index);
// The inverse of to_json.
Index index_from(const Json& json);

// Maps the lines of a text to those of another.
class LineShift {
 public:
  LineShift() = default;
  LineShift(std::string_view before, std::string_view after);
  // Nothing: the line was edited.
  std::optional<Position> to_after(Position at) const { return moved(at, old_lines_, new_lines_); }
  std::optional<Position> to_before(Position at) const { return moved(at, new_lines_, old_lines_); }
  std::optional<Range> to_after(const Range& range) const;

 private:
  std::optional<Position> moved(Position at, uint32_t from_lines, uint32_t to_lines) const;

  uint32_t old_lines_ = 0;
  uint32_t new_lines_ = 0;
  uint32_t same_before_ = UINT32_MAX;  // lines
  uint32_t same_behind_ = 0;
};

}  // namespace px::lsp
