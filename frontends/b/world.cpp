#include "frontends/b/world.h"

#include <algorithm>
#include <charconv>
#include <optional>

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

  std::optional<int64_t> constant(ExprId id) const {
    const Expr& e = m_.exprs[id];
    if (e.kind == ExprKind::Integer) return e.value;
    if (e.kind == ExprKind::Operation && e.op == Op::Negate) {
      const auto value = constant(e.operands[0]);
      return value ? std::optional(-*value) : std::nullopt;
    }
    return {};
  }

  // scope_S == 3, or scope_S == 1..3 as ProB also has it: the size is that of the interval.
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
    for (const Conjunct& c : m_.properties) {
      if (const auto size = said_by(c.predicate, set)) return *size;
    }
    return usual;
  }

  // card(S) = 3, 3 = card(S), S = {a, b}
  std::optional<uint32_t> said_by(ExprId id, const GivenSet& set) const {
    const Expr& e = m_.exprs[id];
    if (e.kind != ExprKind::Operation || e.op != Op::Equal) return {};
    for (int side = 0; side < 2; ++side) {
      const Expr& a = m_.exprs[e.operands[side]];
      const Expr& b = m_.exprs[e.operands[1 - side]];
      const bool card = a.kind == ExprKind::Operation && a.op == Op::Card && is_set(a.operands[0], set);
      if (card && b.kind == ExprKind::Integer && b.value >= 1 && b.value <= kLargestSet) {
        return static_cast<uint32_t>(b.value);
      }
      const bool extension = b.kind == ExprKind::Operation && b.op == Op::SetOf;
      if (is_set(e.operands[side], set) && extension) return static_cast<uint32_t>(b.operands.size());
    }
    return {};
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
    error(DiagnosticKind::UnknownName, {}, "the machine has no deferred set '" + name + "'",
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
