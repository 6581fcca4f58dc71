// What is known of a model's texts, with places as editors count them. Made by a process of its own (analysis.h) and
// handed over as JSON.
//
// An index belongs to the texts that it was made of. While a newer text is not understood yet, or cannot be, its places
// are carried over: lines before and behind what was edited are the same, and those behind have moved.
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
  std::vector<std::string> facts;  // about its values, its symmetry
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

// A property that can be checked alone.
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
  // The use at a place; null: there is none.
  const IndexedUse* use_at(uint32_t file, Position at) const;
};

Json to_json(const Index& index);
// Of what to_json made.
Index index_from(const Json& json);

// How the lines of a text moved to those of another.
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
