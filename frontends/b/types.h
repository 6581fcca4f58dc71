// The types of B: every value belongs to exactly one, and a set of values of type t has type POW(t). Relations are sets
// of pairs; functions and sequences are relations. Equal types have equal ids within one table.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "engine/base/ids.h"

namespace px::b {

struct TypeTag {};
using TypeId = Id<TypeTag>;
struct GivenSetTag {};
using GivenSetId = Id<GivenSetTag>;

enum class TypeKind : uint8_t {
  Predicate,  // not a value: takes the place of a type for formulas such as x = y
  Integer,
  Boolean,
  String,
  Given,    // an element of a deferred or enumerated set
  Power,    // sets of `left`
  Product,  // pairs of `left` and `right`
  Record    // fields, sorted by name
};

struct FieldType {
  std::string name;
  TypeId type;
  auto operator<=>(const FieldType&) const = default;
};

struct Type {
  TypeKind kind = TypeKind::Integer;
  GivenSetId set;
  std::string set_name;
  TypeId left;
  TypeId right;
  std::vector<FieldType> fields;
  auto operator<=>(const Type&) const = default;
};

class TypeTable {
 public:
  TypeId predicate() { return intern({TypeKind::Predicate, {}, {}, {}, {}, {}}); }
  TypeId integer() { return intern({TypeKind::Integer, {}, {}, {}, {}, {}}); }
  TypeId boolean() { return intern({TypeKind::Boolean, {}, {}, {}, {}, {}}); }
  TypeId string() { return intern({TypeKind::String, {}, {}, {}, {}, {}}); }
  TypeId given(GivenSetId set, std::string name) { return intern({TypeKind::Given, set, std::move(name), {}, {}, {}}); }
  TypeId power(TypeId element) { return intern({TypeKind::Power, {}, {}, element, {}, {}}); }
  TypeId product(TypeId left, TypeId right) { return intern({TypeKind::Product, {}, {}, left, right, {}}); }
  TypeId relation(TypeId from, TypeId to) { return power(product(from, to)); }
  TypeId record(std::vector<FieldType> fields);

  // The reference stays valid when types are added.
  const Type& operator[](TypeId id) const { return types_[id.value]; }
  uint32_t size() const { return static_cast<uint32_t>(types_.size()); }

 private:
  TypeId intern(Type type);

  std::deque<Type> types_;
  std::map<Type, TypeId> known_;
};

// In B notation: POW(Phil*INTEGER), struct(a:BOOL,b:S).
std::string text_of(const TypeTable& types, TypeId type);

}  // namespace px::b
