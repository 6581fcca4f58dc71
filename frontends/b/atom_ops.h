// Scalars, pairs and records, and atoms: the representation of a sort element, a number, a truth value or a small set
// as an index (value_scalars.cpp, value_atoms.cpp). See walk_ops.h.
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
  // A binding name for such a value: an element is never "none" where it is evaluated.
  ir::BindingId name_for(const std::string& text, ir::ExprId value);
  // A bound name of the IR as a value of a scalar type.
  V of_binding(TypeId type, ir::BindingId binding, const Info& info);
  // Binds the scalars of the value to names, so that repeating it costs nothing: `use` gets the value and yields an
  // expression that is placed below the bindings.
  ir::ExprId with_names(const V& value, const Body& use);
  bool covers(TypeId type, const Info& large, const Info& small) const;
  std::optional<int64_t> size_within(TypeId type, const Info& info) const;
  // The set represented by this mask over the domain.
  V mask_set(TypeId set_type, const ir::Domain& domain, Make mask, bool simple = false);

  // ---- Atoms
  bool is_scalar(TypeId type) const;
  bool is_atom(TypeId type) const;
  // The finite domain of an atom with these bounds; unset for numbers without bounds or with too many values.
  std::optional<ir::Domain> domain_of(TypeId type, const Info& info) const;
  ir::ExprId as_index(const V& atom);
  V from_index(TypeId type, ir::BindingId binding, const ir::Domain& domain);
  // The type of a name over the domain that is displayed: truth values and sets are shown by their names.
  ir::TypeId index_type(TypeId atom, const ir::Domain& domain);
  ir::BindingId index_name(const std::string& text, TypeId atom, const ir::Domain& domain);
  // Whether the value is exactly what the name denotes, not an expression over it.
  bool is_named(const V& value, ir::BindingId name) const;
  std::string atom_text(TypeId atom, int64_t index);
  // Whether the atom lies in the domain; folded if its bounds decide it.
  ir::ExprId within(const V& atom, const ir::Domain& domain);
  // Collects the atoms of a value of pairs and records, in order; false if it has other parts (sets).
  bool atoms_of(const V& value, std::vector<V>& atoms) const;
  bool domains_of(TypeId type, const Info& info, std::vector<ir::Domain>& domains) const;
  std::vector<TypeId> atom_types(TypeId type) const;
  V from_atoms(TypeId type, const std::vector<V>& atoms, size_t& next);
  V only_element(const V& set, SourceSpan span);
  // For sets of scalars: the domain of the elements of the sets whose indices are in `indices`.
  ir::Domain base_within(TypeId set, const ir::Domain& indices) const;

 private:
  std::optional<std::vector<ir::Domain>> bases_of(TypeId set) const;
  std::optional<ir::Domain> index_domain(TypeId set, const std::vector<ir::Domain>& bases, const Info& inside) const;
  uint32_t base_size(const std::vector<ir::Domain>& bases) const;
  std::vector<V> tuple_over(TypeId element, const std::vector<ir::Domain>& bases, std::vector<ir::BindingId>& names);
  Info base_info(TypeId element) const;
  ir::ExprId position(const std::vector<V>& atoms, const std::vector<ir::Domain>& bases);
  V set_of_index(TypeId set, const Make& index, const ir::Domain& indices);

  std::map<std::pair<TypeId, int64_t>, ir::TypeId> index_types_;  // by type and last index
};

}  // namespace px::b
