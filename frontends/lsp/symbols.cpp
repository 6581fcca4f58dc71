#include "frontends/lsp/symbols.h"

#include <algorithm>
#include <unordered_map>

namespace px::lsp {
namespace {

class Scopes {
 public:
  explicit Scopes(const std::vector<Declared>& all) : all_(all) {
    for (uint32_t i = 0; i < all.size(); ++i) by_name_[all[i].name].push_back(i);
  }

  // The index of the declaration that the word refers to; all.size(): none. A dot may precede words other than fields,
  // too.
  uint32_t meaning(const Word& word) const {
    uint32_t found = meaning_in(word);
    for (const NameSpace other : {NameSpace::Plain, NameSpace::Label}) {
      if (found < all_.size() || word.space != NameSpace::Field) break;
      Word as_other = word;
      as_other.space = other;
      found = meaning_in(as_other);
    }
    return found;
  }

 private:
  uint32_t meaning_in(const Word& word) const {
    const auto none = static_cast<uint32_t>(all_.size());
    const auto named = by_name_.find(word.name);
    if (named == by_name_.end()) return none;
    uint32_t best = none;
    for (const uint32_t candidate : named->second) {
      if (all_[candidate].place == word.place) return candidate;
      if (all_[candidate].space != word.space || !sees(word, all_[candidate])) continue;
      if (best == none || better(word, all_[candidate], all_[best])) best = candidate;
    }
    return best;
  }

  static bool sees(const Word& word, const Declared& declared) {
    if (!word.owner.empty()) return word.owner == declared.owner;
    return !declared.scope.known() || declared.scope.contains(word.place.file, word.place.begin);
  }
  static size_t width(const Declared& declared) { return declared.scope.known() ? declared.scope.size() : SIZE_MAX; }
  static bool before(const Word& word, const Declared& declared) {
    return declared.place.file == word.place.file && declared.place.begin <= word.place.begin;
  }
  static bool better(const Word& word, const Declared& a, const Declared& b) {
    if (width(a) != width(b)) return width(a) < width(b);
    const bool a_here = a.place.file == word.place.file;
    if (a_here != (b.place.file == word.place.file)) return a_here;
    if (before(word, a) != before(word, b)) return before(word, a);
    // If both precede it, the nearer one; if both follow it, the first.
    return before(word, a) && a.place.begin > b.place.begin;
  }

  const std::vector<Declared>& all_;
  std::unordered_map<std::string_view, std::vector<uint32_t>> by_name_;
};

}  // namespace

std::vector<Use> find_uses(const Collected& collected) {
  const Scopes scopes(collected.declared);
  std::vector<Use> uses;
  for (const Word& word : collected.words) {
    const uint32_t meaning = scopes.meaning(word);
    if (meaning < collected.declared.size()) uses.push_back({word.place, meaning});
  }
  return uses;
}

Stretch stretch_of(SourceSpan span, const SourceMap& sources) {
  if (!span.known() || span.column == 0) return {};
  const std::string_view text = sources.text(span.file);
  const std::string_view line = sources.line(span.file, span.line);
  if (line.data() == nullptr) return {};
  const size_t begin = static_cast<size_t>(line.data() - text.data()) + std::min<size_t>(span.column - 1, line.size());
  return {span.file, begin, std::min(begin + span.length, text.size())};
}

}  // namespace px::lsp
