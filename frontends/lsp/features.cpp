#include "frontends/lsp/features.h"

#include <algorithm>
#include <set>

#include "frontends/lsp/uri.h"

namespace px::lsp {
namespace {

constexpr size_t kMostStatements = 6;  // shown in a hover
constexpr size_t kMostProposals = 1000;

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || byte >= 0x80;
}

// The position in the indexed texts; unset: it has been edited since.
std::optional<Position> indexed(const View& view, Position at) {
  const LineShift* shift = view.shift(view.file);
  return shift == nullptr ? std::optional(at) : shift->to_before(at);
}

std::optional<Range> shown(const View& view, const Place& place) {
  const LineShift* shift = view.shift(place.file);
  return shift == nullptr ? std::optional(place.range) : shift->to_after(place.range);
}

std::optional<Json> location(const View& view, const Place& place) {
  const std::optional<Range> range = shown(view, place);
  if (!range) return std::nullopt;
  return Json{{"uri", uri_of_path(view.index.files[place.file])}, {"range", to_json(*range)}};
}

bool in_scope(const IndexedSymbol& symbol, uint32_t file, std::optional<Position> at) {
  if (!symbol.scope) return true;
  return at && symbol.scope->file == file && symbol.scope->range.contains(*at);
}

// The meaning of the word at a position: what the index says about the position, if the word there is unchanged;
// otherwise what it says about the word.
std::optional<uint32_t> symbol_at(const View& view, Position at) {
  const WordAt word = word_at(view.text, at);
  if (word.name.empty()) return std::nullopt;
  const std::optional<Position> before = indexed(view, at);
  if (before) {
    const IndexedUse* use = view.index.use_at(view.file, *before);
    if (use != nullptr && view.index.symbols[use->symbol].name == word.name) return use->symbol;
  }
  // A word that is known to have no meaning has none; a new word gets the meaning of its name.
  if (before && view.shift(view.file) == nullptr) return std::nullopt;
  std::optional<uint32_t> found;
  for (uint32_t i = 0; i < view.index.symbols.size(); ++i) {
    const IndexedSymbol& symbol = view.index.symbols[i];
    if (symbol.name != word.name) continue;
    if (!found || (in_scope(symbol, view.file, before) && symbol.scope)) found = i;
  }
  return found;
}

std::string_view fence_of(const std::string& path) {
  if (path.ends_with(".mch") || path.ends_with(".ref") || path.ends_with(".imp")) return "b";
  return path.ends_with(".px") ? "px" : path.ends_with(".mcrl2") ? "mcrl2" : "promela";
}

std::string symbol_text(const View& view, const IndexedSymbol& symbol) {
  std::string text = "```" + std::string(fence_of(view.index.files[0])) + "\n" +
                     (symbol.written.empty() ? symbol.name : symbol.written) + "\n```";
  if (!symbol.about.empty()) text += "\n\n" + symbol.about;
  for (const std::string& fact : symbol.facts) text += "\n\n" + fact;
  return text;
}

std::string statements_text(const View& view, Position at) {
  std::string text;
  size_t count = 0;
  for (const IndexedStatement& statement : view.index.statements) {
    if (statement.place.file != view.file || !statement.place.range.contains(at)) continue;
    if (count++ == kMostStatements) return text + "\n\n...";
    text += (text.empty() ? "" : "\n\n") + statement.text;
  }
  return text;
}

Json symbol_json(const IndexedSymbol& symbol, const Range& range, const Range& extent) {
  return {{"name", symbol.name},      {"kind", static_cast<int>(symbol.kind)}, {"detail", symbol.about},
          {"range", to_json(extent)}, {"selectionRange", to_json(range)},      {"children", Json::array()}};
}

bool encloses(const Range& outer, const Range& inner) {
  return outer.start <= inner.start && inner.end <= outer.end && !(outer == inner);
}

int completion_kind(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Module: return 9;
    case SymbolKind::Class: return 7;
    case SymbolKind::Property: return 10;
    case SymbolKind::Field: return 5;
    case SymbolKind::Enum: return 13;
    case SymbolKind::Function: return 3;
    case SymbolKind::Constant: return 21;
    case SymbolKind::Key: return 18;
    case SymbolKind::EnumMember: return 20;
    case SymbolKind::Struct: return 22;
    case SymbolKind::Event: return 23;
    case SymbolKind::Operator: return 24;
    case SymbolKind::Variable:
    case SymbolKind::Parameter: break;
  }
  return 6;
}

// All places of a symbol, including its declaration, without duplicates.
std::vector<Place> places_of(const View& view, uint32_t symbol, bool with_declaration) {
  const Place& declared = view.index.symbols[symbol].place;
  std::vector<Place> places;
  if (with_declaration) places.push_back(declared);
  for (const IndexedUse& use : view.index.uses) {
    const bool is_declaration = use.place.file == declared.file && use.place.range == declared.range;
    if (use.symbol == symbol && !is_declaration) places.push_back(use.place);
  }
  return places;
}

}  // namespace

WordAt word_at(std::string_view text, Position at) {
  const TextMap map(text);
  const size_t here = map.offset(at);
  size_t begin = here;
  size_t end = here;
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  while (end < text.size() && is_word_byte(text[end])) ++end;
  return {std::string(text.substr(begin, end - begin)), map.range(begin, end)};
}

Json hover(const View& view, Position at) {
  std::string text;
  const std::optional<uint32_t> symbol = symbol_at(view, at);
  if (symbol) text = symbol_text(view, view.index.symbols[*symbol]);
  if (const std::optional<Position> before = indexed(view, at)) {
    const std::string statements = statements_text(view, *before);
    if (!statements.empty()) text += (text.empty() ? "" : "\n\n---\n\n") + statements;
  }
  if (text.empty()) return nullptr;
  Json result{{"contents", {{"kind", "markdown"}, {"value", text}}}};
  if (symbol) result["range"] = to_json(word_at(view.text, at).range);
  return result;
}

Json definition(const View& view, Position at) {
  const std::optional<uint32_t> symbol = symbol_at(view, at);
  if (!symbol) return nullptr;
  const std::optional<Json> place = location(view, view.index.symbols[*symbol].place);
  return place ? *place : Json(nullptr);
}

Json references(const View& view, Position at, bool with_declaration) {
  Json found = Json::array();
  const std::optional<uint32_t> symbol = symbol_at(view, at);
  if (!symbol) return found;
  for (const Place& place : places_of(view, *symbol, with_declaration)) {
    if (const std::optional<Json> one = location(view, place)) found.push_back(*one);
  }
  return found;
}

Json highlights(const View& view, Position at) {
  Json found = Json::array();
  const std::optional<uint32_t> symbol = symbol_at(view, at);
  if (!symbol) return found;
  for (const Place& place : places_of(view, *symbol, true)) {
    if (place.file != view.file) continue;
    if (const std::optional<Range> range = shown(view, place)) found.push_back({{"range", to_json(*range)}});
  }
  return found;
}

Json document_symbols(const View& view) {
  struct Listed {
    const IndexedSymbol* symbol;
    Range range;
    Range extent;
  };
  std::vector<Listed> listed;
  for (const IndexedSymbol& symbol : view.index.symbols) {
    if (!symbol.listed || symbol.place.file != view.file) continue;
    const std::optional<Range> range = shown(view, symbol.place);
    if (!range) continue;
    const std::optional<Range> extent = shown(view, {symbol.place.file, symbol.extent});
    listed.push_back({&symbol, *range, extent.value_or(*range)});
  }
  // Outer symbols come before those that they contain.
  std::stable_sort(listed.begin(), listed.end(), [](const Listed& a, const Listed& b) {
    if (a.extent.start != b.extent.start) return a.extent.start < b.extent.start;
    return b.extent.end < a.extent.end;
  });
  Json top = Json::array();
  const Listed* outer = nullptr;
  for (const Listed& one : listed) {
    Json json = symbol_json(*one.symbol, one.range, one.extent);
    if (outer != nullptr && encloses(outer->extent, one.extent)) {
      top.back()["children"].push_back(std::move(json));
      continue;
    }
    top.push_back(std::move(json));
    outer = &one;
  }
  return top;
}

Json completion(const View& view, Position at) {
  const TextMap map(view.text);
  size_t begin = map.offset(at);
  while (begin > 0 && is_word_byte(view.text[begin - 1])) --begin;
  const bool after_dot = begin > 0 && view.text[begin - 1] == '.' && (begin < 2 || view.text[begin - 2] != '.');
  const std::optional<Position> before = indexed(view, at);
  Json items = Json::array();
  std::set<std::string_view> known;
  for (const IndexedSymbol& symbol : view.index.symbols) {
    const bool fits = !after_dot || symbol.space != NameSpace::Plain;
    if (!fits || !in_scope(symbol, view.file, before ? before : at) || items.size() >= kMostProposals) continue;
    if (!known.insert(symbol.name).second) continue;
    items.push_back({{"label", symbol.name}, {"kind", completion_kind(symbol.kind)}, {"detail", symbol.written}});
  }
  for (const std::string& keyword : view.index.keywords) {
    if (after_dot || !known.insert(keyword).second) continue;
    items.push_back({{"label", keyword}, {"kind", 14}});
  }
  return {{"isIncomplete", false}, {"items", items}};
}

}  // namespace px::lsp
