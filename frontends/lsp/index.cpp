#include "frontends/lsp/index.h"

#include <algorithm>

namespace px::lsp {
namespace {

Json to_json(const Place& place) {
  const Range& r = place.range;
  return Json::array({place.file, r.start.line, r.start.character, r.end.line, r.end.character});
}

Place place_from(const Json& json) {
  return {json[0].get<uint32_t>(),
          {{json[1].get<uint32_t>(), json[2].get<uint32_t>()}, {json[3].get<uint32_t>(), json[4].get<uint32_t>()}}};
}

Json to_json(const IndexedSymbol& symbol) {
  Json json{{"name", symbol.name},
            {"kind", static_cast<int>(symbol.kind)},
            {"space", static_cast<int>(symbol.space)},
            {"written", symbol.written},
            {"about", symbol.about},
            {"facts", symbol.facts},
            {"place", to_json(symbol.place)},
            {"extent", to_json(Place{symbol.place.file, symbol.extent})},
            {"listed", symbol.listed}};
  if (symbol.scope) json["scope"] = to_json(*symbol.scope);
  return json;
}

IndexedSymbol symbol_from(const Json& json) {
  IndexedSymbol symbol;
  symbol.name = json["name"].get<std::string>();
  symbol.kind = static_cast<SymbolKind>(json["kind"].get<int>());
  symbol.space = static_cast<NameSpace>(json["space"].get<int>());
  symbol.written = json["written"].get<std::string>();
  symbol.about = json["about"].get<std::string>();
  symbol.facts = json["facts"].get<std::vector<std::string>>();
  symbol.place = place_from(json["place"]);
  symbol.extent = place_from(json["extent"]).range;
  symbol.listed = json["listed"].get<bool>();
  if (json.contains("scope")) symbol.scope = place_from(json["scope"]);
  return symbol;
}

template <class Item, class Convert>
Json list_of(const std::vector<Item>& items, Convert convert) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(convert(item));
  return list;
}

}  // namespace

std::optional<uint32_t> Index::file_of(const std::string& path) const {
  const auto found = std::find(files.begin(), files.end(), path);
  if (found == files.end()) return std::nullopt;
  return static_cast<uint32_t>(found - files.begin());
}

const IndexedUse* Index::use_at(uint32_t file, Position at) const {
  for (const IndexedUse& use : uses) {
    if (use.place.file == file && use.place.range.contains(at)) return &use;
  }
  return nullptr;
}

Json to_json(const Index& index) {
  return {{"files", index.files},
          {"keywords", index.keywords},
          {"symbols", list_of(index.symbols, [](const IndexedSymbol& s) { return to_json(s); })},
          {"uses", list_of(index.uses,
                           [](const IndexedUse& u) {
                             return Json::array({to_json(u.place), u.symbol});
                           })},
          {"statements", list_of(index.statements,
                                 [](const IndexedStatement& s) {
                                   return Json::array({to_json(s.place), s.text});
                                 })},
          {"properties", list_of(index.properties, [](const IndexedProperty& p) {
             return Json::array({to_json(p.place), p.name});
           })}};
}

Index index_from(const Json& json) {
  Index index;
  index.files = json["files"].get<std::vector<std::string>>();
  index.keywords = json["keywords"].get<std::vector<std::string>>();
  for (const Json& symbol : json["symbols"]) index.symbols.push_back(symbol_from(symbol));
  for (const Json& use : json["uses"]) index.uses.push_back({place_from(use[0]), use[1].get<uint32_t>()});
  for (const Json& item : json["statements"]) {
    index.statements.push_back({place_from(item[0]), item[1].get<std::string>()});
  }
  for (const Json& item : json["properties"]) {
    index.properties.push_back({place_from(item[0]), item[1].get<std::string>()});
  }
  return index;
}

LineShift::LineShift(std::string_view before, std::string_view after) {
  const TextMap old_map(before);
  const TextMap new_map(after);
  old_lines_ = old_map.lines();
  new_lines_ = new_map.lines();
  const uint32_t most = std::min(old_lines_, new_lines_);
  same_before_ = 0;
  while (same_before_ < most && old_map.line(same_before_) == new_map.line(same_before_)) ++same_before_;
  while (same_behind_ < most - same_before_ &&
         old_map.line(old_lines_ - 1 - same_behind_) == new_map.line(new_lines_ - 1 - same_behind_)) {
    ++same_behind_;
  }
}

std::optional<Position> LineShift::moved(Position at, uint32_t from_lines, uint32_t to_lines) const {
  if (at.line < same_before_) return at;
  if (at.line >= from_lines || from_lines - at.line > same_behind_) return std::nullopt;
  return Position{to_lines - (from_lines - at.line), at.character};
}

std::optional<Range> LineShift::to_after(const Range& range) const {
  const std::optional<Position> start = to_after(range.start);
  const std::optional<Position> end = to_after(range.end);
  if (!start || !end) return std::nullopt;
  return Range{*start, *end};
}

}  // namespace px::lsp
