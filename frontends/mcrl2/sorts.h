// Sorts, interned: equal sorts have equal ids, and aliases are resolved when a sort is created.
//
// Conversions Pos < Nat < Int < Real are implicit; so are those from FSet and FBag to Set and Bag. `Unknown` is the
// sort of the elements of [] and {} as long as the context does not determine it; it matches any other sort.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/base/ids.h"

namespace px::mcrl2 {

struct SortTag {};
using SortId = Id<SortTag>;

enum class SortKind : uint8_t { Unknown, Bool, Pos, Nat, Int, Real, List, FSet, Set, FBag, Bag, Arrow, Named };

struct Sort {
  SortKind kind = SortKind::Unknown;
  std::vector<SortId> arguments;  // containers: one; Arrow: the domain, then the result
  uint32_t named = 0;             // Named: number among the declared sorts
  bool operator<(const Sort& o) const {
    return std::tie(kind, arguments, named) < std::tie(o.kind, o.arguments, o.named);
  }
};

class SortTable {
 public:
  SortTable();
  SortId make(Sort sort);
  SortId basic(SortKind kind) const { return SortId(static_cast<uint32_t>(kind)); }
  SortId container(SortKind kind, SortId element) { return make({kind, {element}, 0}); }
  SortId arrow(std::vector<SortId> domain, SortId result);
  SortId named(uint32_t number, std::string name);

  const Sort& operator[](SortId id) const { return sorts_[id]; }
  SortKind kind(SortId id) const { return sorts_[id].kind; }
  bool is_number(SortId id) const { return kind(id) >= SortKind::Pos && kind(id) <= SortKind::Real; }
  bool is_set(SortId id) const { return kind(id) == SortKind::FSet || kind(id) == SortKind::Set; }
  bool is_bag(SortId id) const { return kind(id) == SortKind::FBag || kind(id) == SortKind::Bag; }
  bool is_list(SortId id) const { return kind(id) == SortKind::List; }
  SortId element(SortId id) const { return sorts_[id].arguments.front(); }
  SortId result(SortId arrow) const { return sorts_[arrow].arguments.back(); }
  size_t arity(SortId id) const { return kind(id) == SortKind::Arrow ? sorts_[id].arguments.size() - 1 : 0; }

  bool has_unknown(SortId id) const;
  // Whether a value of `from` can be used as one of `to`, possibly after converting numbers, finite sets, and the
  // contents of literals.
  bool fits(SortId from, SortId to) const;
  // The same for an expression of declared sort: numbers within containers are not converted.
  bool fits_declared(SortId from, SortId to) const;
  // The least sort to which both convert; invalid if there is none.
  SortId join(SortId a, SortId b);
  std::string text(SortId id) const;

 private:
  Store<SortId, Sort> sorts_;
  std::map<Sort, SortId> known_;
  std::vector<std::string> names_;
};

}  // namespace px::mcrl2
