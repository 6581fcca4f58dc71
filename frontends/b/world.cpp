#include "frontends/b/world.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace px::b {
namespace {

constexpr uint32_t kDefaultSetSize = 2;
constexpr uint32_t kLargestSet = 4096;

std::optional<int64_t> number_in(const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

class WorldFinder {
 public:
  WorldFinder(const Machine& machine, const WorldOptions& options) : m_(machine), options_(options) {}

  Result<World> run() {
    uint32_t usual = kDefaultSetSize;
    for (const Setting& s : m_.settings) setting(s, usual);
    for (const auto& [name, text] : options_.preferences) preference(name, text, {}, usual);
    for (uint32_t i = 0; i < m_.sets.size(); ++i) world_.sizes.push_back(size_of(GivenSetId(i), usual));
    for (const auto& [name, size] : options_.cardinalities) check_name(name);
    if (!failure_.diagnostics.empty()) return failure_;
    return std::move(world_);
  }

 private:
  void error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {}) {
    failure_.diagnostics.push_back({kind, span, std::move(message), std::move(hint)});
  }

  void setting(const Setting& s, uint32_t& usual) {
    constexpr std::string_view kScope = "scope_";
    constexpr std::string_view kPreference = "SET_PREF_";
    if (s.name.starts_with(kScope)) return set_scope(s, s.name.substr(kScope.size()));
    if (s.name.starts_with(kPreference)) {
      std::string name = s.name.substr(kPreference.size());
      std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
      return preference(name, value_text(s), s.span, usual);
    }
    if (s.name == "MAX_OPERATIONS" || s.name == "MAX_INITIALISATIONS") world_.limits_set.push_back(s.name);
  }

  std::string value_text(const Setting& s) const {
    if (s.value.valid()) {
      if (const std::optional<int64_t> value = constant(s.value)) return std::to_string(*value);
    }
    return s.text;
  }

  // A number, -n, or a name that PROPERTIES define as a number.
  std::optional<int64_t> constant(ExprId id) const {
    const Expr& e = m_.exprs[id];
    if (e.kind == ExprKind::Integer) return e.value;
    if (e.kind == ExprKind::Operation && e.op == Op::Negate) {
      const auto value = constant(e.operands[0]);
      return value ? std::optional(-*value) : std::nullopt;
    }
    return e.kind == ExprKind::Symbol ? defined(e.symbol) : std::nullopt;
  }

  // n = 3 in PROPERTIES
  std::optional<int64_t> defined(SymbolId name) const {
    for (const Conjunct& c : m_.properties) {
      const Expr& e = m_.exprs[c.predicate];
      if (e.kind != ExprKind::Operation || e.op != Op::Equal) continue;
      for (int side = 0; side < 2; ++side) {
        const Expr& x = m_.exprs[e.operands[side]];
        const Expr& y = m_.exprs[e.operands[1 - side]];
        const bool is_name = x.kind == ExprKind::Symbol && x.symbol == name;
        if (is_name && y.kind == ExprKind::Integer) return y.value;
      }
    }
    return {};
  }

  // scope_S == 3, or scope_S == 1..3 as ProB also allows: the size is that of the interval.
  void set_scope(const Setting& s, const std::string& set) {
    std::optional<int64_t> size = number_in(value_text(s));
    if (!size && s.value.valid() && m_.exprs[s.value].kind == ExprKind::Operation &&
        m_.exprs[s.value].op == Op::Interval) {
      const auto lo = constant(m_.exprs[s.value].operands[0]);
      const auto hi = constant(m_.exprs[s.value].operands[1]);
      if (lo && hi) size = *hi - *lo + 1;
    }
    if (!size || *size < 1 || *size > kLargestSet) {
      return error(DiagnosticKind::ValueOutOfRange, s.span, "the size of a set is a number from 1 to 4096");
    }
    sizes_set_[set] = static_cast<uint32_t>(*size);
  }

  void preference(const std::string& name, const std::string& text, SourceSpan span, uint32_t& usual) {
    const std::optional<int64_t> value = number_in(text);
    const bool limit = name == "MAX_OPERATIONS" || name == "MAX_INITIALISATIONS";
    if (limit) return world_.limits_set.push_back(name);
    if (name != "MAXINT" && name != "MININT" && name != "DEFAULT_SETSIZE") return;
    if (!value) {
      return error(DiagnosticKind::ValueOutOfRange, span, name + " is a number, not '" + text + "'");
    }
    if (name == "MAXINT") world_.max_int = *value;
    if (name == "MININT") world_.min_int = *value;
    if (name == "DEFAULT_SETSIZE") usual = static_cast<uint32_t>(std::clamp<int64_t>(*value, 1, kLargestSet));
  }

  uint32_t size_of(GivenSetId id, uint32_t usual) {
    const GivenSet& set = m_.sets[id];
    if (set.enumerated) return static_cast<uint32_t>(set.elements.size());
    if (const auto found = options_.cardinalities.find(set.name); found != options_.cardinalities.end()) {
      return found->second;
    }
    if (const auto found = sizes_set_.find(set.name); found != sizes_set_.end()) return found->second;
    const Bounds bounds = said_of(set);
    if (bounds.least > bounds.most) return static_cast<uint32_t>(bounds.most);  // PROPERTIES contradict themselves
    return static_cast<uint32_t>(std::clamp<int64_t>(usual, bounds.least, bounds.most));
  }

  // Conditions in PROPERTIES on the number of elements.
  struct Bounds {
    int64_t least = 1;
    int64_t most = kLargestSet;
  };
  Bounds said_of(const GivenSet& set) const {
    Bounds bounds;
    const auto between = [&](int64_t least, int64_t most) {
      if (least > kLargestSet || most < 1) return;  // no such size is possible here
      bounds.least = std::max(bounds.least, least);
      bounds.most = std::min(bounds.most, most);
    };
    for (const Conjunct& c : m_.properties) {
      const Expr& e = m_.exprs[c.predicate];
      if (e.kind != ExprKind::Operation || e.operands.size() != 2) continue;
      if (e.op == Op::Equal || e.op == Op::Subset) by_elements(e, set, between);
      for (int side = 0; side < 2; ++side) by_cardinality(e, side, set, between);
    }
    between(static_cast<int64_t>(different_members(set).size()), kLargestSet);
    return bounds;
  }

  // S = {a, b, c} has at most three elements, and {a, b, c} <: S at least three if they differ: then S has exactly
  // three.
  template <class Between>
  void by_elements(const Expr& e, const GivenSet& set, const Between& between) const {
    for (int side = 0; side < 2; ++side) {
      const Expr& listed = m_.exprs[e.operands[side]];
      if (listed.kind != ExprKind::Operation || listed.op != Op::SetOf || !is_set(e.operands[1 - side], set)) continue;
      if (e.op == Op::Subset && side != 0) continue;
      const auto count = static_cast<int64_t>(listed.operands.size());
      const bool all_differ = counted_as(listed.operands, count);
      if (all_differ) between(count, kLargestSet);
      if (e.op == Op::Equal) between(1, count);
    }
  }

  // Whether some property states card({...}) = count for the same names.
  bool counted_as(const std::vector<ExprId>& names, int64_t count) const {
    return std::any_of(m_.properties.begin(), m_.properties.end(), [&](const Conjunct& c) {
      const Expr& e = m_.exprs[c.predicate];
      if (e.kind != ExprKind::Operation || e.op != Op::Equal) return false;
      for (int side = 0; side < 2; ++side) {
        const Expr& card = m_.exprs[e.operands[side]];
        if (card.kind != ExprKind::Operation || card.op != Op::Card) continue;
        const Expr& listed = m_.exprs[card.operands[0]];
        if (listed.kind != ExprKind::Operation || listed.op != Op::SetOf) continue;
        if (constant(e.operands[1 - side]) == count && same_symbols(listed.operands, names)) return true;
      }
      return false;
    });
  }

  bool same_symbols(const std::vector<ExprId>& x, const std::vector<ExprId>& y) const {
    std::set<SymbolId> a;
    std::set<SymbolId> b;
    for (const ExprId id : x) a.insert(m_.exprs[id].symbol);
    for (const ExprId id : y) b.insert(m_.exprs[id].symbol);
    return a == b && !a.contains(SymbolId());
  }

  // card(S) = 3, card(S) > 11, 3 <= card(S), card(S) : 3..5
  template <class Between>
  void by_cardinality(const Expr& e, int side, const GivenSet& set, const Between& between) const {
    const Expr& card = m_.exprs[e.operands[side]];
    if (card.kind != ExprKind::Operation || card.op != Op::Card || !is_set(card.operands[0], set)) return;
    const Expr& other = m_.exprs[e.operands[1 - side]];
    if (e.op == Op::Member && side == 0 && other.kind == ExprKind::Operation && other.op == Op::Interval) {
      const auto lo = constant(other.operands[0]);
      const auto hi = constant(other.operands[1]);
      if (lo && hi) between(*lo, *hi);
      return;
    }
    const auto value = constant(e.operands[1 - side]);
    if (!value) return;
    const bool above =
        side == 0 ? e.op == Op::Greater || e.op == Op::GreaterEqual : e.op == Op::Less || e.op == Op::LessEqual;
    const bool below =
        side == 0 ? e.op == Op::Less || e.op == Op::LessEqual : e.op == Op::Greater || e.op == Op::GreaterEqual;
    const int64_t strict = e.op == Op::Less || e.op == Op::Greater ? 1 : 0;
    if (e.op == Op::Equal) between(*value, *value);
    if (above) between(*value + strict, kLargestSet);
    if (below) between(1, *value - strict);
  }

  // Constants of the set that PROPERTIES state to be pairwise different.
  std::vector<SymbolId> different_members(const GivenSet& set) const {
    std::set<std::pair<SymbolId, SymbolId>> differ;
    std::set<SymbolId> names;
    for (const Conjunct& c : m_.properties) {
      const Expr& e = m_.exprs[c.predicate];
      if (e.kind != ExprKind::Operation || e.op != Op::NotEqual) continue;
      const Expr& x = m_.exprs[e.operands[0]];
      const Expr& y = m_.exprs[e.operands[1]];
      if (x.kind != ExprKind::Symbol || y.kind != ExprKind::Symbol || x.type != set.type || x.symbol == y.symbol)
        continue;
      differ.insert({x.symbol, y.symbol});
      differ.insert({y.symbol, x.symbol});
      names.insert({x.symbol, y.symbol});
    }
    std::vector<SymbolId> best;
    for (const SymbolId first : names) {
      std::vector<SymbolId> chosen = {first};
      for (const SymbolId name : names) {
        const auto other = [&](SymbolId known) { return differ.contains({known, name}); };
        if (std::all_of(chosen.begin(), chosen.end(), other)) chosen.push_back(name);
      }
      if (chosen.size() > best.size()) best = std::move(chosen);
    }
    return best;
  }

  bool is_set(ExprId id, const GivenSet& set) const {
    return m_.exprs[id].kind == ExprKind::Symbol && m_.exprs[id].symbol == set.symbol;
  }

  void check_name(const std::string& name) {
    const bool known =
        std::any_of(m_.sets.begin(), m_.sets.end(), [&](const GivenSet& s) { return s.name == name && !s.enumerated; });
    if (known) return;
    std::string names;
    for (const GivenSet& s : m_.sets) {
      if (!s.enumerated) names += (names.empty() ? "" : ", ") + s.name;
    }
    error(DiagnosticKind::UnknownName, {}, "the machine has no deferred set, constant or parameter '" + name + "'",
          names.empty() ? "it has no deferred sets" : "its deferred sets: " + names);
  }

  const Machine& m_;
  const WorldOptions& options_;
  World world_;
  Failure failure_;
  std::map<std::string, uint32_t> sizes_set_;
};

}  // namespace

Result<World> find_world(const Machine& machine, const WorldOptions& options) {
  return WorldFinder(machine, options).run();
}

}  // namespace px::b
