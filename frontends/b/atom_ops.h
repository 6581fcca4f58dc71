// Scalars, pairs and records, and atoms: what a sort element, a number, a truth value or a small set is as an index
// (value_scalars.cpp, value_atoms.cpp). See walk_ops.h.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontends/b/walk_ops.h"

namespace px::b {

class AtomOps : public WalkOps {
 public:
  using WalkOps::WalkOps;

  // ---- Scalars, pairs, records
  V boolean(TypeId type, Make make);
  V integer(TypeId type, Make make, int64_t lo, int64_t hi, bool simple = false);
  V literal(TypeId type, int64_t value);
  V element(TypeId type, Make make, bool simple);
  V pair(TypeId type, V first, V second);
  V record(TypeId type, std::vector<V> fields);
  // A name for such a value: an element is never "none" where it is needed.
  ir::BindingId name_for(const std::string& text, ir::ExprId value);
  // A bound name of the common form as a value of a scalar type.
  V of_binding(TypeId type, ir::BindingId binding, const Info& info);
  // The value with its scalars named, so that repeating it costs nothing: `use` gets it and yields an expression that
  // is put below the names.
  ir::ExprId with_names(const V& value, const Body& use);
  bool covers(TypeId type, const Info& large, const Info& small) const;
  std::optional<int64_t> size_within(TypeId type, const Info& info) const;
  // The set whose mask over the domain this is.
  V mask_set(TypeId set_type, const ir::Domain& domain, Make mask, bool simple = false);

  // ---- Atoms
  bool is_scalar(TypeId type) const;
  bool is_atom(TypeId type) const;
  // The finite domain of an atom with these bounds; nothing for numbers without bounds or with too many values.
  std::optional<ir::Domain> domain_of(TypeId type, const Info& info) const;
  ir::ExprId as_index(const V& atom);
  V from_index(TypeId type, ir::BindingId binding, const ir::Domain& domain);
  // The type of a name over the domain that people see: truth values and sets are called what they are.
  ir::TypeId index_type(TypeId atom, const ir::Domain& domain);
  ir::BindingId index_name(const std::string& text, TypeId atom, const ir::Domain& domain);
  // The value is what the name stands for, not made of it.
  bool is_named(const V& value, ir::BindingId name) const;
  std::string atom_text(TypeId atom, int64_t index);
  // The atom lies in the domain; folded where its bounds say so.
  ir::ExprId within(const V& atom, const ir::Domain& domain);
  // The atoms of a value of pairs and records, in order; false if it has other parts (sets).
  bool atoms_of(const V& value, std::vector<V>& atoms) const;
  bool domains_of(TypeId type, const Info& info, std::vector<ir::Domain>& domains) const;
  std::vector<TypeId> atom_types(TypeId type) const;
  V from_atoms(TypeId type, const std::vector<V>& atoms, size_t& next);
  V only_element(const V& set, SourceSpan span);
  // What may be in the sets whose numbers the domain has; of sets of scalars.
  ir::Domain base_within(TypeId set, const ir::Domain& indices) const;

 private:
  std::optional<std::vector<ir::Domain>> bases_of(TypeId set) const;
  std::optional<ir::Domain> index_domain(TypeId set, const std::vector<ir::Domain>& bases, const Info& inside) const;
  uint32_t base_size(const std::vector<ir::Domain>& bases) const;
  std::vector<V> tuple_over(TypeId element, const std::vector<ir::Domain>& bases, std::vector<ir::BindingId>& names);
  Info base_info(TypeId element) const;
  ir::ExprId position(const std::vector<V>& atoms, const std::vector<ir::Domain>& bases);
  V set_of_index(TypeId set, const Make& index, const ir::Domain& indices);

  std::map<std::pair<TypeId, int64_t>, ir::TypeId> index_types_;  // by the type and the last index
};

}  // namespace px::b
