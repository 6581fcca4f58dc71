// Values: how they are made, and the questions that every operator of B comes down to.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "frontends/b/machine.h"
#include "frontends/b/value.h"
#include "frontends/b/world.h"

namespace px::b {

using Body = std::function<ir::ExprId(const V&)>;

class ValueOps {
 public:
  ValueOps(const Machine& machine, const World& world, ir::Builder& builder);

  ir::Builder& b;

  // ---- Conditions; constants are folded.
  ir::ExprId truth(bool value) { return b.boolean(value); }
  ir::ExprId both(ir::ExprId x, ir::ExprId y);
  ir::ExprId either(ir::ExprId x, ir::ExprId y);
  ir::ExprId negated(ir::ExprId x);
  // Can its evaluation be an error? Then it is not left out, even where its result does not matter.
  bool has_check(ir::ExprId x) const;
  bool is_constant(ir::ExprId x, int64_t value) const;
  std::optional<int64_t> constant_of(ir::ExprId x) const;

  // ---- Scalars, pairs, records
  V boolean(TypeId type, Make make);
  V integer(TypeId type, Make make, int64_t lo, int64_t hi, bool simple = false);
  V literal(TypeId type, int64_t value);
  V element(TypeId type, Make make, bool simple);
  V pair(TypeId type, V first, V second);
  V record(TypeId type, std::vector<V> fields);
  // A bound name of the common form as a value of a scalar type.
  // A name for such a value: an element is never "none" where it is asked for.
  ir::BindingId name_for(const std::string& text, ir::ExprId value);
  V of_binding(TypeId type, ir::BindingId binding, const Info& info);
  // The value with its scalars named, so that repeating it costs nothing: `use` gets it and yields an expression that
  // is put below the names.
  ir::ExprId with_names(const V& value, const Body& use);
  V conditional(const std::function<ir::ExprId()>& condition, const V& then, const V& otherwise);
  V checked(const std::function<ir::ExprId()>& condition, const V& value, const std::string& text, SourceSpan span);

  ir::ExprId equal(const V& x, const V& y);
  ir::ExprId subset(const V& x, const V& y);
  bool covers(TypeId type, const Info& large, const Info& small) const;
  bool strings_named(TypeId type, const Info& info) const;
  std::optional<int64_t> size_within(TypeId type, const Info& info) const;

  // ---- Atoms: what a sort element, a number, a truth value or a small set is as an index
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

  // ---- Sets
  V mask_set(TypeId set_type, const ir::Domain& domain, Make mask, bool simple = false);
  // All values of the type within the bounds.
  V universe(TypeId set_type, const Info& element, bool full);
  V empty(TypeId set_type);
  V nothing_of(TypeId type);
  // The set as a mask over the domain; what lies outside is left out.
  ir::ExprId as_mask(const V& set, const ir::Domain& domain);
  std::optional<ir::Domain> mask_domain_of(const V& set) const;
  // The same, also for sets of small sets: their atoms are numbers, which costs symmetry.
  std::optional<ir::Domain> index_domain_of(const V& set) const;
  Walks walks_of(const V& set, SourceSpan span) const;
  ir::ExprId is_empty(const V& set, SourceSpan span);
  // r[x], and whether r has exactly one value there.
  V related(const V& relation, const V& x, SourceSpan span);
  V applied(const V& function, const V& x, const std::string& text, SourceSpan span);
  ir::ExprId in_domain(const V& relation, const V& x, SourceSpan span);
  V function_view(const V& relation, SourceSpan span);
  ir::ExprId is_function(const V& relation, SourceSpan span);

  // ---- Walks
  // For each round of the outer walks all of the inner ones, which get its element. Bindings and conditions belong to
  // one walk: each is made anew.
  using InnerWalks = std::function<Walks(const V&)>;
  static Walks crossed(const std::function<Walks()>& outer, const InnerWalks& inner,
                       const std::function<V(const V&, const V&)>& element);
  ir::ExprId exists(const Walks& walks, const Body& body);
  ir::ExprId forall(const Walks& walks, const Body& body);
  ir::ExprId sum(const Walks& walks, const Body& value);
  ir::ExprId product(const Walks& walks, const Body& value);
  ir::Block choose(const Walks& walks, const std::function<ir::Block(const V&)>& body);
  V size_of(const V& set, SourceSpan span);
  bool can_count(const V& set) const;
  // What `entry` says of a number that is not negative; where it says nothing the value is too large, which is an error
  // of the model.
  V tabulated(const V& number, const std::function<std::optional<int64_t>(int64_t)>& entry, SourceSpan span);
  std::optional<int64_t> known_size(const V& set) const;
  static Step loop(ir::BindingId binding, const ir::Domain& domain) { return {Step::Kind::Loop, binding, domain, {}}; }
  static Step filter(ir::ExprId condition) { return {Step::Kind::Filter, {}, {}, condition}; }

  const Type& type(TypeId id) const { return types[id]; }
  std::string text(ExprId id) const { return text_of(m, id); }
  ir::SortId string_sort() const;
  ir::SortId sort_of(GivenSetId set) const { return sorts[set.value]; }

  const Machine& m;
  const World& world;
  std::vector<ir::SortId> sorts;  // per given set
  std::vector<std::string> string_texts;
  TypeTable types;  // those of the machine, and more

 private:
  std::map<std::pair<TypeId, int64_t>, ir::TypeId> index_types_;  // by the type and the last index
  mutable ir::SortId strings_;

  std::optional<std::vector<ir::Domain>> bases_of(TypeId set) const;
  std::optional<ir::Domain> index_domain(TypeId set, const std::vector<ir::Domain>& bases, const Info& inside) const;
  ir::Domain base_within(TypeId set, const ir::Domain& indices) const;
  uint32_t base_size(const std::vector<ir::Domain>& bases) const;
  std::vector<V> tuple_over(TypeId element, const std::vector<ir::Domain>& bases, std::vector<ir::BindingId>& names);
  Info base_info(TypeId element) const;
  ir::ExprId position(const std::vector<V>& atoms, const std::vector<ir::Domain>& bases);
  V set_of_index(TypeId set, const Make& index, const ir::Domain& indices);
  ir::ExprId folded(const Walk& walk, size_t step, ir::Op op, const Body& value);
  ir::ExprId nest(const Walk& walk, size_t step, ir::Op op, const Body& body);
  ir::Block nest_choice(const Walk& walk, size_t step, const std::function<ir::Block(const V&)>& body);
};

}  // namespace px::b
