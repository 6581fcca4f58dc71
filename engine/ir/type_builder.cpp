#include "engine/ir/type_builder.h"

#include <algorithm>
#include <limits>

#include "engine/ir/extend.h"

namespace px::ir {

// ---- Sorts, families, locations

SortId TypeBuilder::sort(std::string name, uint32_t size, SourceSpan span, std::vector<std::string> element_names) {
  return add_sort(program_, Sort{std::move(name), size, {}, std::move(element_names), span});
}

FamilyId TypeBuilder::family(std::string name, SortId sort, uint32_t first, uint32_t count, SourceSpan span) {
  return program_.families.add(Family{std::move(name), sort, first, count, {}, {}, span});
}

LocationId TypeBuilder::location(FamilyId family_id, std::string name, SourceSpan span) {
  Family& family = program_.families[family_id];
  Location location;
  location.name = std::move(name);
  location.family = family_id;
  location.index = static_cast<uint32_t>(family.locations.size());
  location.span = span;
  const LocationId id = program_.locations.add(std::move(location));
  family.locations.push_back(id);
  if (family.initial.empty()) family.initial.assign(family.count, id);
  return id;
}

void TypeBuilder::initial_location(FamilyId family, uint32_t element_in_family, LocationId location) {
  program_.families[family].initial.at(element_in_family) = location;
}

// ---- Types

TypeId TypeBuilder::type(Type type) {
  return type_id(program_, std::move(type));
}

TypeId TypeBuilder::bool_type() {
  return type(Type{});
}

TypeId TypeBuilder::integer_type() {
  return int_type(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
}

TypeId TypeBuilder::int_type(int64_t lo, int64_t hi) {
  Type t;
  t.kind = TypeKind::Int;
  t.lo = lo;
  t.hi = hi;
  return type(std::move(t));
}

TypeId TypeBuilder::external_type(int64_t lo, int64_t hi) {
  Type t;
  t.kind = TypeKind::Int;
  t.lo = lo;
  t.hi = hi;
  t.external = true;
  return type(std::move(t));
}

TypeId TypeBuilder::named_int_type(int64_t lo, int64_t hi, ValueNames names) {
  Type t;
  t.kind = TypeKind::Int;
  t.lo = lo;
  t.hi = hi;
  const auto known = std::find(program_.value_names.begin(), program_.value_names.end(), names);
  t.names = known != program_.value_names.end()
                ? program_.value_names.id_at(static_cast<size_t>(known - program_.value_names.begin()))
                : program_.value_names.add(std::move(names));
  return type(std::move(t));
}

TypeId TypeBuilder::named_set_type(Domain domain, NamesId names) {
  Type t;
  t.kind = TypeKind::Set;
  t.domain = domain;
  t.names = names;
  return type(std::move(t));
}

TypeId TypeBuilder::element_type(SortId sort, bool allows_none) {
  Type t;
  t.kind = TypeKind::Element;
  t.sort = sort;
  t.allows_none = allows_none;
  return type(std::move(t));
}

TypeId TypeBuilder::set_type(Domain domain) {
  Type t;
  t.kind = TypeKind::Set;
  t.domain = domain;
  return type(std::move(t));
}

TypeId TypeBuilder::sequence_type(TypeId element) {
  Type t;
  t.kind = TypeKind::Sequence;
  t.element = element;
  return type(std::move(t));
}

TypeId TypeBuilder::array_type(Domain domain, TypeId element) {
  Type t;
  t.kind = TypeKind::Array;
  t.domain = domain;
  t.element = element;
  return type(std::move(t));
}

TypeId TypeBuilder::record_type(std::vector<Field> fields) {
  Type t;
  t.kind = TypeKind::Record;
  t.fields = std::move(fields);
  return type(std::move(t));
}

TypeId TypeBuilder::queue_type(uint32_t capacity, TypeId record) {
  Type t;
  t.kind = TypeKind::Queue;
  t.capacity = capacity;
  t.element = record;
  return type(std::move(t));
}

TypeId TypeBuilder::domain_type(const Domain& domain) {
  if (domain.is_subsets()) return set_type(domain.base());
  if (domain.is_family()) return element_type(program_.families[domain.family].sort);
  return int_type(domain.lo, std::max(domain.lo, domain.hi));  // names over an empty range are never bound
}

// ---- Variables

VariableId TypeBuilder::variable(std::string name, TypeId type, std::vector<int64_t> initial, SourceSpan span) {
  Variable v;
  v.name = std::move(name);
  v.type = type;
  v.initial = std::move(initial);
  v.span = span;
  return program_.variables.add(std::move(v));
}

VariableId TypeBuilder::local(FamilyId family, std::string name, TypeId cell, std::vector<int64_t> initial,
                              SourceSpan span) {
  const VariableId id = variable(std::move(name), array_type(Domain::of(family), cell), std::move(initial), span);
  program_.variables[id].owner = family;
  return id;
}

}  // namespace px::ir
