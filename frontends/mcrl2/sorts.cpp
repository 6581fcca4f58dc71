#include "frontends/mcrl2/sorts.h"

#include <algorithm>

namespace px::mcrl2 {

SortTable::SortTable() {
  for (int kind = 0; kind <= static_cast<int>(SortKind::Real); ++kind) make({static_cast<SortKind>(kind), {}, 0});
}

SortId SortTable::make(Sort sort) {
  const auto found = known_.find(sort);
  if (found != known_.end()) return found->second;
  const SortId id = sorts_.add(sort);
  known_.emplace(std::move(sort), id);
  return id;
}

SortId SortTable::arrow(std::vector<SortId> domain, SortId result) {
  domain.push_back(result);
  return make({SortKind::Arrow, std::move(domain), 0});
}

SortId SortTable::named(uint32_t number, std::string name) {
  if (names_.size() <= number) names_.resize(number + 1);
  names_[number] = std::move(name);
  return make({SortKind::Named, {}, number});
}

bool SortTable::has_unknown(SortId id) const {
  const Sort& s = sorts_[id];
  return s.kind == SortKind::Unknown ||
         std::any_of(s.arguments.begin(), s.arguments.end(), [&](SortId a) { return has_unknown(a); });
}

bool SortTable::fits(SortId from, SortId to) const {
  if (from == to) return true;
  const Sort& a = sorts_[from];
  const Sort& b = sorts_[to];
  if (a.kind == SortKind::Unknown || b.kind == SortKind::Unknown) return true;
  if (is_number(from) && is_number(to)) return a.kind <= b.kind;
  const bool raised =
      (a.kind == SortKind::FSet && b.kind == SortKind::Set) || (a.kind == SortKind::FBag && b.kind == SortKind::Bag);
  if ((a.kind != b.kind && !raised) || a.named != b.named || a.arguments.size() != b.arguments.size()) return false;
  for (size_t i = 0; i < a.arguments.size(); ++i) {
    const bool domain = a.kind == SortKind::Arrow && i + 1 < a.arguments.size();
    if (domain ? !fits(b.arguments[i], a.arguments[i]) : !fits(a.arguments[i], b.arguments[i])) return false;
  }
  return true;
}

bool SortTable::fits_declared(SortId from, SortId to) const {
  if (from == to || kind(from) == SortKind::Unknown || kind(to) == SortKind::Unknown) return true;
  if (is_number(from) && is_number(to)) return kind(from) <= kind(to);
  const Sort& a = sorts_[from];
  const Sort& b = sorts_[to];
  const bool raised =
      (a.kind == SortKind::FSet && b.kind == SortKind::Set) || (a.kind == SortKind::FBag && b.kind == SortKind::Bag);
  if ((a.kind != b.kind && !raised) || a.named != b.named || a.arguments.size() != b.arguments.size()) return false;
  const auto same = [&](SortId x, SortId y) {
    return x == y || ((has_unknown(x) || has_unknown(y)) && fits_declared(x, y));
  };
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), same);
}

SortId SortTable::join(SortId x, SortId y) {
  if (fits(x, y) && !has_unknown(y)) return y;
  if (fits(y, x) && !has_unknown(x)) return x;
  const Sort a = sorts_[x];
  const Sort b = sorts_[y];
  if (a.kind == SortKind::Unknown) return y;
  if (b.kind == SortKind::Unknown) return x;
  if (is_number(x) && is_number(y)) return a.kind < b.kind ? y : x;
  const bool sets = is_set(x) && is_set(y);
  const bool bags = is_bag(x) && is_bag(y);
  if ((a.kind != b.kind && !sets && !bags) || a.named != b.named || a.arguments.size() != b.arguments.size()) return {};
  Sort joined{std::max(a.kind, b.kind), {}, a.named};
  for (size_t i = 0; i < a.arguments.size(); ++i) {
    const SortId argument = join(a.arguments[i], b.arguments[i]);
    if (!argument.valid()) return {};
    joined.arguments.push_back(argument);
  }
  return make(std::move(joined));
}

std::string SortTable::text(SortId id) const {
  static constexpr const char* kNames[] = {"?",    "Bool", "Pos",  "Nat", "Int", "Real", "List",
                                           "FSet", "Set",  "FBag", "Bag", "",    ""};
  if (!id.valid()) return "?";
  const Sort& s = sorts_[id];
  if (s.kind == SortKind::Named) return names_[s.named];
  if (s.kind != SortKind::Arrow) {
    const std::string name = kNames[static_cast<size_t>(s.kind)];
    return s.arguments.empty() ? name : name + '(' + text(s.arguments[0]) + ')';
  }
  std::string out;
  for (size_t i = 0; i + 1 < s.arguments.size(); ++i) {
    const bool function = kind(s.arguments[i]) == SortKind::Arrow;
    out += (i == 0 ? "" : " # ") + (function ? '(' + text(s.arguments[i]) + ')' : text(s.arguments[i]));
  }
  return out + " -> " + text(s.arguments.back());
}

}  // namespace px::mcrl2
