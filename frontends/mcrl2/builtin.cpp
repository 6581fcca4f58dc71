#include "frontends/mcrl2/builtin.h"

#include <algorithm>
#include <array>

namespace px::mcrl2 {
namespace {

using Kind = SortKind;

constexpr std::string_view kTexts[] = {
#define PX_BUILTIN(name, text) text,
#include "frontends/mcrl2/builtin.def"
#undef PX_BUILTIN
};

constexpr std::pair<std::string_view, Kind> kNumbers[] = {
    {"Pos", Kind::Pos}, {"Nat", Kind::Nat}, {"Int", Kind::Int}, {"Real", Kind::Real}};

struct Finder {
  SortTable& sorts;
  std::string_view name;
  const std::vector<SortId>& a;

  SortId basic(Kind kind) const { return sorts.basic(kind); }
  // Arguments of unknown sort are assumed to have the required one.
  Kind kind(size_t i) const { return a[i].valid() ? sorts.kind(a[i]) : Kind::Unknown; }
  bool number(size_t i) const { return !a[i].valid() || kind(i) == Kind::Unknown || sorts.is_number(a[i]); }
  bool truth(size_t i) const { return kind(i) == Kind::Bool || kind(i) == Kind::Unknown; }
  Kind at_least(size_t i, Kind least) const { return std::max(kind(i), least); }
  static Signature make(Builtin op, std::vector<SortId> domain, SortId result) {
    return {op, std::move(domain), result};
  }
  Signature same(Builtin op, SortId sort) const { return make(op, std::vector<SortId>(a.size(), sort), sort); }

  std::optional<Signature> find() {
    if (a.size() == 1) return unary();
    if (a.size() == 2) return binary();
    if (a.size() == 3 && name == "if" && truth(0)) {
      const SortId joined = join(1, 2);
      if (joined.valid()) return make(Builtin::If, {basic(Kind::Bool), joined, joined}, joined);
    }
    return {};
  }

  SortId join(size_t i, size_t j) {
    if (!a[i].valid()) return a[j].valid() ? a[j] : basic(Kind::Unknown);
    if (!a[j].valid()) return a[i];
    return sorts.join(a[i], a[j]);
  }

  std::optional<Signature> unary() {
    if (name == "!" && truth(0)) return same(Builtin::Not, basic(Kind::Bool));
    if (name == "!" && sorts.is_set(a[0])) {
      const SortId set = sorts.container(Kind::Set, sorts.element(a[0]));
      return make(Builtin::SetNot, {set}, set);
    }
    if (name == "#") {
      const Kind k = kind(0);
      if (k == Kind::List || k == Kind::FSet || k == Kind::FBag) return make(Builtin::Size, {a[0]}, basic(Kind::Nat));
      return {};
    }
    if (const auto cast = conversion()) return cast;
    if (number(0)) return unary_number();
    if (kind(0) == Kind::List) {
      const SortId element = sorts.element(a[0]);
      if (name == "head") return make(Builtin::Head, {a[0]}, element);
      if (name == "rhead") return make(Builtin::RHead, {a[0]}, element);
      if (name == "tail") return same(Builtin::Tail, a[0]);
      if (name == "rtail") return same(Builtin::RTail, a[0]);
    }
    if (name == "Set2Bag" && sorts.is_set(a[0])) {
      const SortId element = sorts.element(a[0]);
      return make(Builtin::SetToBag, {a[0]}, sorts.container(kind(0) == Kind::FSet ? Kind::FBag : Kind::Bag, element));
    }
    if (name == "Bag2Set" && sorts.is_bag(a[0])) {
      const SortId element = sorts.element(a[0]);
      return make(Builtin::BagToSet, {a[0]}, sorts.container(kind(0) == Kind::FBag ? Kind::FSet : Kind::Set, element));
    }
    return {};
  }

  // Pos2Nat and the like.
  std::optional<Signature> conversion() const {
    static constexpr Builtin kTo[] = {Builtin::ToPos, Builtin::ToNat, Builtin::ToInt, Builtin::ToReal};
    const size_t two = name.find('2');
    if (two == std::string_view::npos || !number(0)) return {};
    const auto sort_named = [&](std::string_view text) {
      return std::find_if(std::begin(kNumbers), std::end(kNumbers), [&](const auto& n) { return n.first == text; });
    };
    const auto* from = sort_named(name.substr(0, two));
    const auto* to = sort_named(name.substr(two + 1));
    if (from == std::end(kNumbers) || to == std::end(kNumbers)) return {};
    return make(kTo[to - std::begin(kNumbers)], {basic(from->second)}, basic(to->second));
  }

  std::optional<Signature> unary_number() const {
    const Kind k = at_least(0, Kind::Pos);
    const SortId own = basic(k);
    if (name == "-") {
      const SortId result = basic(std::max(k, Kind::Int));
      return make(Builtin::Neg, {result}, result);
    }
    if (name == "succ") return make(Builtin::Succ, {own}, k == Kind::Nat ? basic(Kind::Pos) : own);
    if (name == "pred") {
      return make(Builtin::Pred, {own}, k == Kind::Pos ? basic(Kind::Nat) : k == Kind::Nat ? basic(Kind::Int) : own);
    }
    if (name == "abs") {
      return make(Builtin::Abs, {basic(std::max(k, Kind::Int))}, basic(k == Kind::Real ? Kind::Real : Kind::Nat));
    }
    if (name == "sqrt" && k <= Kind::Nat) return make(Builtin::Sqrt, {basic(Kind::Nat)}, basic(Kind::Nat));
    const SortId real = basic(Kind::Real);
    if (name == "floor") return make(Builtin::Floor, {real}, basic(Kind::Int));
    if (name == "ceil") return make(Builtin::Ceil, {real}, basic(Kind::Int));
    if (name == "round") return make(Builtin::Round, {real}, basic(Kind::Int));
    return {};
  }

  std::optional<Signature> binary() {
    const SortId boolean = basic(Kind::Bool);
    if (truth(0) && truth(1)) {
      if (name == "&&") return same(Builtin::And, boolean);
      if (name == "||") return same(Builtin::Or, boolean);
      if (name == "=>") return same(Builtin::Implies, boolean);
    }
    static constexpr std::pair<std::string_view, Builtin> kCompare[] = {{"==", Builtin::Eq}, {"!=", Builtin::Ne},
                                                                        {"<", Builtin::Lt},  {"<=", Builtin::Le},
                                                                        {">", Builtin::Gt},  {">=", Builtin::Ge}};
    for (const auto& [text, op] : kCompare) {
      if (name != text) continue;
      const SortId joined = join(0, 1);
      if (!joined.valid()) return {};
      return make(op, {joined, joined}, boolean);
    }
    if (name == "in") return membership();
    if (number(0) && number(1)) return binary_number();
    if (a[0].valid() && a[1].valid() && sorts.is_set(a[0]) && sorts.is_set(a[1])) return of_sets();
    if (a[0].valid() && a[1].valid() && sorts.is_bag(a[0]) && sorts.is_bag(a[1])) return of_bags();
    return of_lists();
  }

  std::optional<Signature> membership() {
    const Kind k = kind(1);
    if (k < Kind::List || k > Kind::Bag) return {};
    const SortId element = a[0].valid() ? sorts.join(a[0], sorts.element(a[1])) : sorts.element(a[1]);
    if (!element.valid()) return {};
    return make(Builtin::In, {element, sorts.container(k, element)}, basic(Kind::Bool));
  }

  std::optional<Signature> binary_number() const {
    const Kind x = at_least(0, Kind::Pos);
    const Kind y = at_least(1, Kind::Pos);
    const Kind most = std::max(x, y);
    const Kind least = std::min(x, y);
    const SortId joined = basic(most);
    const std::vector<SortId> own = {basic(x), basic(y)};
    if (name == "+")
      return make(Builtin::Add, own, most <= Kind::Nat && least == Kind::Pos ? basic(Kind::Pos) : joined);
    if (name == "*") return make(Builtin::Mul, own, joined);
    if (name == "-") return make(Builtin::Sub, own, basic(std::max(most, Kind::Int)));
    if (name == "/") return make(Builtin::Quotient, own, basic(Kind::Real));
    if (name == "min") return make(Builtin::Min, own, joined);
    if (name == "max") return make(Builtin::Max, own, most <= Kind::Int ? basic(least) : joined);
    if (name == "div" && x <= Kind::Int) {
      return make(Builtin::Div, {basic(x), basic(Kind::Pos)}, basic(std::max(x, Kind::Nat)));
    }
    if (name == "mod" && x <= Kind::Int) return make(Builtin::Mod, {basic(x), basic(Kind::Pos)}, basic(Kind::Nat));
    if (name == "exp") {
      if (x == Kind::Real || y == Kind::Int) {
        return make(Builtin::Exp, {basic(Kind::Real), basic(Kind::Int)}, basic(Kind::Real));
      }
      return make(Builtin::Exp, {basic(x), basic(Kind::Nat)}, basic(x));
    }
    return {};
  }

  std::optional<Signature> of_sets() {
    const SortId joined = sorts.join(a[0], a[1]);
    if (!joined.valid()) return {};
    const SortId element = sorts.element(joined);
    const auto with = [&](Kind k) { return sorts.container(k, element); };
    const std::vector<SortId> domain = {with(kind(0)), with(kind(1))};
    if (name == "+") return make(Builtin::SetUnion, domain, joined);
    if (name == "-") return make(Builtin::SetMinus, domain, with(kind(0)));
    if (name == "*") {
      const bool finite = kind(0) == Kind::FSet || kind(1) == Kind::FSet;
      return make(Builtin::SetMeet, domain, with(finite ? Kind::FSet : Kind::Set));
    }
    return {};
  }

  std::optional<Signature> of_bags() {
    const SortId joined = sorts.join(a[0], a[1]);
    if (!joined.valid()) return {};
    const std::vector<SortId> domain = {joined, joined};
    if (name == "+") return make(Builtin::BagUnion, domain, joined);
    if (name == "-") return make(Builtin::BagMinus, domain, joined);
    if (name == "*") return make(Builtin::BagMeet, domain, joined);
    return {};
  }

  std::optional<Signature> of_lists() {
    if (name == "count" && a[1].valid() && sorts.is_bag(a[1])) {
      const SortId element = a[0].valid() ? sorts.join(a[0], sorts.element(a[1])) : sorts.element(a[1]);
      if (!element.valid()) return {};
      return make(Builtin::Count, {element, sorts.container(kind(1), element)}, basic(Kind::Nat));
    }
    const bool first = kind(0) == Kind::List;
    const bool second = kind(1) == Kind::List;
    const auto list_with = [&](SortId list, SortId item) -> SortId {
      const SortId element = item.valid() ? sorts.join(item, sorts.element(list)) : sorts.element(list);
      return element.valid() ? sorts.container(Kind::List, element) : SortId();
    };
    if (name == "|>" && second) {
      const SortId list = list_with(a[1], a[0]);
      if (list.valid()) return make(Builtin::Prepend, {sorts.element(list), list}, list);
    }
    if (name == "<|" && first) {
      const SortId list = list_with(a[0], a[1]);
      if (list.valid()) return make(Builtin::Append, {list, sorts.element(list)}, list);
    }
    if (name == "++" && first && second) {
      const SortId list = sorts.join(a[0], a[1]);
      if (list.valid()) return same(Builtin::Concat, list);
    }
    if (name == "." && first && number(1)) {
      return make(Builtin::At, {a[0], basic(Kind::Nat)}, sorts.element(a[0]));
    }
    return {};
  }
};

}  // namespace

std::string_view builtin_text(Builtin op) {
  return kTexts[static_cast<size_t>(op)];
}

std::optional<Signature> find_builtin(SortTable& sorts, std::string_view name, const std::vector<SortId>& arguments) {
  return Finder{sorts, name, arguments}.find();
}

bool is_builtin_function(std::string_view name) {
  static constexpr std::string_view kNames[] = {"if",   "exp",   "sqrt",  "min",   "max",     "abs",
                                                "succ", "pred",  "floor", "ceil",  "round",   "head",
                                                "tail", "rhead", "rtail", "count", "Set2Bag", "Bag2Set"};
  if (std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames)) return true;
  const size_t two = name.find('2');
  const auto is_number = [](std::string_view text) {
    return std::any_of(std::begin(kNumbers), std::end(kNumbers), [&](const auto& n) { return n.first == text; });
  };
  return two != std::string_view::npos && is_number(name.substr(0, two)) && is_number(name.substr(two + 1));
}

bool hands_down_sort(Builtin op) {
  switch (op) {
    case Builtin::If:
    case Builtin::Prepend:
    case Builtin::Append:
    case Builtin::Concat:
    case Builtin::Tail:
    case Builtin::RTail:
    case Builtin::SetUnion:
    case Builtin::SetMinus:
    case Builtin::SetMeet:
    case Builtin::SetNot:
    case Builtin::BagUnion:
    case Builtin::BagMinus:
    case Builtin::BagMeet: return true;
    default: return false;
  }
}

}  // namespace px::mcrl2
