// Atoms: the values that can be an index, and hence elements of sets and arguments of functions. Numbers, truth values,
// elements of sorts; and sets of few atoms, whose index is their mask. Such a set always uses the same base atoms,
// whatever is known of it, so that two sets are equal iff their indices are.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/atom_ops.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

namespace {

constexpr int64_t kLargestIndex = int64_t{1} << 20;  // for numbers that are enumerated
constexpr uint32_t kLargestBase = 12;                // base atoms of a set that is an atom itself
constexpr int64_t kMinInSets = -1;                   // for numbers in sets that are atoms
constexpr int64_t kMaxInSets = 9;

}  // namespace

bool AtomOps::is_scalar(TypeId id) const {
  switch (type(id).kind) {
    case TypeKind::Integer:
    case TypeKind::Boolean:
    case TypeKind::String:
    case TypeKind::Given: return true;
    default: return false;
  }
}

bool AtomOps::is_atom(TypeId id) const {
  return is_scalar(id) || (type(id).kind == TypeKind::Power && bases_of(id).has_value());
}

// The bounds of numbers in sets that are atoms, and in sets of such sets.
Info AtomOps::base_info(TypeId element) const {
  Info info;
  info.lo = kMinInSets;
  info.hi = kMaxInSets;
  const Type& t = type(element);
  if (t.kind == TypeKind::Power) info.parts = {base_info(t.left)};
  if (t.kind == TypeKind::Product) info.parts = {base_info(t.left), base_info(t.right)};
  for (const FieldType& field : t.fields) info.parts.push_back(base_info(field.type));
  return info;
}

// The base of a set that is an atom: its possible atoms, or tuples of atoms, few enough for a number to encode the
// subset.
std::optional<std::vector<ir::Domain>> AtomOps::bases_of(TypeId set) const {
  const TypeId element = type(set).left;
  std::vector<ir::Domain> bases;
  if (!domains_of(element, base_info(element), bases)) return {};
  uint64_t size = 1;
  for (const ir::Domain& base : bases) {
    size *= b.program().domain_size(base);
    if (size > kLargestBase) return {};
  }
  return bases;
}

uint32_t AtomOps::base_size(const std::vector<ir::Domain>& bases) const {
  uint32_t size = 1;
  for (const ir::Domain& base : bases) size *= b.program().domain_size(base);
  return size;
}

std::optional<ir::Domain> AtomOps::domain_of(TypeId id, const Info& info) const {
  switch (type(id).kind) {
    case TypeKind::Boolean: return ir::Domain::range(0, 1);
    case TypeKind::Given: return ir::Domain::of(b.whole(sort_of(type(id).set)));
    case TypeKind::String: return ir::Domain::of(b.whole(string_sort()));
    case TypeKind::Integer:
      if (info.lo > info.hi) return ir::Domain::range(0, -1);
      if (!info.bounded() || info.hi - info.lo >= kLargestIndex) return {};
      return ir::Domain::range(info.lo, std::max(info.hi, info.lo - 1));
    case TypeKind::Power:
      // A set that contains other numbers has no index.
      if (const auto bases = bases_of(id)) return index_domain(id, *bases, info.parts.empty() ? Info{} : info.parts[0]);
      return {};
    default: return {};
  }
}

// The indices of sets of values within the bounds. Bit i of the index is set iff number i is in the set, with negative
// numbers after the others: so sets of small numbers have small indices.
std::optional<ir::Domain> AtomOps::index_domain(TypeId set, const std::vector<ir::Domain>& bases,
                                                const Info& inside) const {
  const TypeId element = type(set).left;
  if (!covers(element, base_info(element), inside)) return {};
  int64_t bits = base_size(bases);
  if (type(element).kind == TypeKind::Integer && inside.lo >= 0) bits = std::max<int64_t>(inside.hi + 1, 1);
  return ir::Domain::range(0, (int64_t{1} << bits) - 1);
}

// For sets of scalars: the domain of the elements of the sets whose indices are in `indices`.
ir::Domain AtomOps::base_within(TypeId set, const ir::Domain& indices) const {
  const ir::Domain base = (*bases_of(set))[0];
  if (type(type(set).left).kind != TypeKind::Integer) return base;
  int64_t bits = 0;
  while (bits < 62 && (int64_t{1} << bits) <= indices.hi) ++bits;
  return bits >= b.program().domain_size(base) ? base : ir::Domain::range(0, std::max<int64_t>(bits - 1, 0));
}

// The bit position of a tuple of atoms in the index of a set.
IrExpr AtomOps::position(const std::vector<V>& atoms, const std::vector<ir::Domain>& bases) {
  IrExpr at;
  for (size_t i = 0; i < atoms.size(); ++i) {
    IrExpr index = as_index(atoms[i]);
    if (bases[i].is_family()) index = b.unary(IrOp::IndexOf, index);
    const int64_t size = b.program().domain_size(bases[i]);
    if (!bases[i].is_family() && bases[i].lo < 0) {
      const IrExpr behind = b.binary(IrOp::Add, as_index(atoms[i]), b.integer(size));
      index = b.conditional(b.binary(IrOp::Lt, as_index(atoms[i]), b.integer(0)), behind, index);
    }
    at = i == 0 ? index : b.binary(IrOp::Add, b.binary(IrOp::Mul, at, b.integer(size)), index);
  }
  return at;
}

// A name for each of the atoms of an element of the base.
std::vector<V> AtomOps::tuple_over(TypeId element, const std::vector<ir::Domain>& bases,
                                   std::vector<ir::BindingId>& names) {
  const std::vector<TypeId> kinds = atom_types(element);
  std::vector<V> atoms;
  for (size_t i = 0; i < bases.size(); ++i) {
    names.push_back(index_name("x'", kinds[i], bases[i]));
    atoms.push_back(from_index(kinds[i], names[i], bases[i]));
  }
  return atoms;
}

IrExpr AtomOps::as_index(const V& atom) {
  if (is_set(atom)) {
    std::vector<ir::Domain> bases = *bases_of(atom->type);
    const TypeId element = type(atom->type).left;
    const Info known = element_info(atom);
    const bool natural = type(element).kind == TypeKind::Integer && known.lo >= 0 && known.lo <= known.hi;
    if (natural) bases[0] = ir::Domain::range(0, std::min(known.hi, bases[0].hi));
    std::vector<ir::BindingId> names;
    const std::vector<V> atoms = tuple_over(element, bases, names);
    size_t next = 0;
    const IrExpr in = atom->contains(from_atoms(element, atoms, next));
    if (is_constant(in, 0)) return b.integer(0);
    const IrExpr bit = b.binary(IrOp::Shl, b.integer(1), position(atoms, bases));
    IrExpr sum = b.quantifier(IrOp::Sum, names.back(), bases.back(), in, bit);
    for (size_t i = names.size() - 1; i-- > 0;) sum = b.quantifier(IrOp::Sum, names[i], bases[i], truth(true), sum);
    return sum;
  }
  if (atom->kind != Value::Kind::Bool) return atom->scalar();
  const IrExpr truth = atom->scalar();
  if (const auto value = constant_of(truth)) return b.integer(*value);
  return b.conditional(truth, b.integer(1), b.integer(0));
}

V AtomOps::from_index(TypeId id, ir::BindingId binding, const ir::Domain& domain) {
  Info info;
  info.lo = domain.lo;
  info.hi = domain.hi;
  if (type(id).kind == TypeKind::Power)
    return set_of_index(
        id, [this, binding] { return b.use(binding); }, domain);
  if (type(id).kind != TypeKind::Boolean) return of_binding(id, binding, info);
  return boolean(id, [this, binding] { return b.binary(IrOp::Ne, b.use(binding), b.integer(0)); });
}

std::string AtomOps::atom_text(TypeId id, int64_t index) {
  const Type t = type(id);
  if (t.kind == TypeKind::Boolean) return index != 0 ? "TRUE" : "FALSE";
  if (t.kind == TypeKind::Given) return b.program().element_name(sort_of(t.set), index);
  if (t.kind == TypeKind::String) return b.program().element_name(string_sort(), index);
  if (t.kind != TypeKind::Power) return std::to_string(index);
  const std::vector<ir::Domain> bases = *bases_of(id);
  const std::vector<TypeId> kinds = atom_types(t.left);
  std::string list;
  for (uint32_t i = 0; i < base_size(bases); ++i) {
    if ((index >> i & 1) == 0) continue;
    std::string text;
    uint32_t rest = i;
    for (size_t k = bases.size(); k-- > 0;) {
      const uint32_t size = b.program().domain_size(bases[k]);
      int64_t value = b.program().domain_first(bases[k]) + rest % size;
      if (!bases[k].is_family() && bases[k].lo < 0)
        value = rest % size > bases[k].hi ? rest % size - int64_t{size} : rest % size;
      text = atom_text(kinds[k], value) + (text.empty() ? "" : " |-> ") + text;
      rest /= size;
    }
    list += (list.empty() ? "" : ", ") + text;
  }
  return '{' + list + '}';
}

ir::TypeId AtomOps::index_type(TypeId id, const ir::Domain& domain) {
  const TypeKind kind = type(id).kind;
  if (domain.is_subsets() && !domain.family.valid()) {
    const ir::TypeId element = index_type(type(id).left, domain.base());
    const ir::NamesId names = b.program().types[element].names;
    return names.valid() ? b.named_set_type(domain.base(), names) : b.domain_type(domain);
  }
  if (domain.kind != ir::Domain::Kind::Range || (kind != TypeKind::Boolean && kind != TypeKind::Power)) {
    return b.domain_type(domain);
  }
  const auto [known, added] = index_types_.try_emplace({id, domain.hi});
  if (added) {
    ir::ValueNames names{domain.lo, {}};
    for (int64_t i = domain.lo; i <= domain.hi; ++i) names.names.push_back(atom_text(id, i));
    known->second = b.named_int_type(domain.lo, domain.hi, std::move(names));
  }
  return known->second;
}

ir::BindingId AtomOps::index_name(const std::string& text, TypeId atom, const ir::Domain& domain) {
  return b.binding(text, index_type(atom, domain));
}

bool AtomOps::is_named(const V& value, ir::BindingId name) const {
  if (!value->scalar && !value->mask) return false;
  // Numbers that encode truth values and sets are decoded first.
  const ir::Expr* e = &b.program().exprs[value->scalar ? value->scalar() : value->mask()];
  while (e->op == IrOp::Collect || e->op == IrOp::Ne || e->op == IrOp::BitAnd || e->op == IrOp::Shr) {
    e = &b.program().exprs[e->operands[0]];
  }
  return e->op == IrOp::Binding && e->binding == name;
}

V AtomOps::set_of_index(TypeId set, const Make& index, const ir::Domain& indices) {
  const std::vector<ir::Domain> bases = *bases_of(set);
  const TypeId element = type(set).left;
  const auto has = [this, index, bases](const std::vector<V>& atoms) {
    const IrExpr bit = b.binary(IrOp::BitAnd, b.binary(IrOp::Shr, index(), position(atoms, bases)), b.integer(1));
    return b.binary(IrOp::Ne, bit, b.integer(0));
  };
  if (is_scalar(element)) {
    return mask_set(set, base_within(set, indices), [this, has, element, base = base_within(set, indices)] {
      const ir::BindingId x = b.binding_over("x'", base);
      return b.quantifier(IrOp::Collect, x, base, has({from_index(element, x, base)}));
    });
  }
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = set;
  v->info.parts = {base_info(element)};
  v->contains = [this, has, bases](const V& x) {
    return with_names(x, [&](const V& named) {
      std::vector<V> atoms;
      PX_CHECK(atoms_of(named, atoms));
      IrExpr inside = truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = both(inside, within(atoms[i], bases[i]));
      return both(inside, has(atoms));
    });
  };
  v->walks = [this, has, bases, element]() -> Walks {
    std::vector<ir::BindingId> names;
    const std::vector<V> atoms = tuple_over(element, bases, names);
    Walk walk;
    for (size_t i = 0; i < names.size(); ++i) walk.steps.push_back(loop(names[i], bases[i]));
    walk.steps.push_back(filter(has(atoms)));
    size_t next = 0;
    walk.element = from_atoms(element, atoms, next);
    return {walk};
  };
  return v;
}

IrExpr AtomOps::within(const V& atom, const ir::Domain& domain) {
  if (is_set(atom)) {
    std::vector<ir::Domain> bases = *bases_of(atom->type);
    if (is_scalar(type(atom->type).left)) bases[0] = base_within(atom->type, domain);
    if (std::all_of(bases.begin(), bases.end(), [](const ir::Domain& base) { return base.is_family(); })) {
      return truth(true);
    }
    return forall(walks_of(atom, {}), [&](const V& x) {
      std::vector<V> atoms;
      PX_CHECK(atoms_of(x, atoms));
      IrExpr inside = truth(true);
      for (size_t i = 0; i < atoms.size(); ++i) inside = both(inside, within(atoms[i], bases[i]));
      return inside;
    });
  }
  if (atom->kind != Value::Kind::Int) return truth(true);
  if (atom->info.hi < domain.lo || atom->info.lo > domain.hi) return truth(false);
  IrExpr inside = truth(true);
  if (atom->info.lo < domain.lo) inside = both(inside, b.binary(IrOp::Ge, atom->scalar(), b.integer(domain.lo)));
  if (atom->info.hi > domain.hi) inside = both(inside, b.binary(IrOp::Le, atom->scalar(), b.integer(domain.hi)));
  return inside;
}

bool AtomOps::atoms_of(const V& value, std::vector<V>& atoms) const {
  if (is_set(value) && !is_atom(value->type)) return false;
  if (value->parts.empty()) {
    atoms.push_back(value);
    return true;
  }
  return std::all_of(value->parts.begin(), value->parts.end(), [&](const V& part) { return atoms_of(part, atoms); });
}

bool AtomOps::domains_of(TypeId id, const Info& info, std::vector<ir::Domain>& domains) const {
  const Type& t = type(id);
  const auto part = [&](size_t i) { return i < info.parts.size() ? info.parts[i] : Info{}; };
  if (t.kind == TypeKind::Product) return domains_of(t.left, part(0), domains) && domains_of(t.right, part(1), domains);
  if (t.kind == TypeKind::Record) {
    for (size_t i = 0; i < t.fields.size(); ++i) {
      if (!domains_of(t.fields[i].type, part(i), domains)) return false;
    }
    return true;
  }
  const std::optional<ir::Domain> domain = domain_of(id, info);
  if (domain) domains.push_back(*domain);
  return domain.has_value();
}

std::vector<TypeId> AtomOps::atom_types(TypeId id) const {
  const Type t = type(id);
  std::vector<TypeId> all;
  const auto add = [&](TypeId part) {
    const std::vector<TypeId> inner = atom_types(part);
    all.insert(all.end(), inner.begin(), inner.end());
  };
  if (t.kind == TypeKind::Product) {
    add(t.left);
    add(t.right);
  } else if (t.kind == TypeKind::Record) {
    for (const FieldType& field : t.fields) add(field.type);
  } else {
    all.push_back(id);
  }
  return all;
}

V AtomOps::from_atoms(TypeId id, const std::vector<V>& atoms, size_t& next) {
  const Type t = type(id);
  if (t.kind == TypeKind::Product) {
    V first = from_atoms(t.left, atoms, next);
    return pair(id, first, from_atoms(t.right, atoms, next));
  }
  if (t.kind == TypeKind::Record) {
    std::vector<V> fields;
    for (const FieldType& field : t.fields) fields.push_back(from_atoms(field.type, atoms, next));
    return record(id, std::move(fields));
  }
  return atoms[next++];
}

// The only element of a set, atom by atom: each is the value that can be extended to an element of the set. Queried
// only if there is exactly one.
V AtomOps::only_element(const V& set, SourceSpan span) {
  const TypeId element = type(set->type).left;
  const Info info = set->info.parts.empty() ? Info{} : set->info.parts[0];
  std::vector<ir::Domain> domains;
  if (!domains_of(element, info, domains)) {
    unsupported(span,
                "the only element of this set cannot be determined: there are no bounds on the values of type " +
                    text_of(types, element),
                "bound them in the invariant or in PROPERTIES: f : S +-> 0..9");
  }
  const std::vector<TypeId> kinds = atom_types(element);
  std::vector<V> atoms;
  for (size_t k = 0; k < domains.size(); ++k) {
    const Make index = [this, set, element, domains, kinds, k] {
      std::vector<ir::BindingId> bindings;
      std::vector<V> all;
      for (size_t i = 0; i < domains.size(); ++i) {
        bindings.push_back(b.binding_over("y'", domains[i]));
        all.push_back(from_index(kinds[i], bindings[i], domains[i]));
      }
      size_t next = 0;
      IrExpr in = set->contains(from_atoms(element, all, next));
      for (size_t i = domains.size(); i-- > 0;) {
        if (i != k) in = b.quantifier(IrOp::Exists, bindings[i], domains[i], in);
      }
      return b.quantifier(IrOp::The, bindings[k], domains[k], in);
    };
    switch (type(kinds[k]).kind) {
      case TypeKind::Boolean:
        atoms.push_back(boolean(kinds[k], [this, index] { return b.binary(IrOp::Ne, index(), b.integer(0)); }));
        break;
      case TypeKind::Integer: atoms.push_back(integer(kinds[k], index, domains[k].lo, domains[k].hi)); break;
      case TypeKind::Power: atoms.push_back(set_of_index(kinds[k], index, domains[k])); break;
      default: atoms.push_back(this->element(kinds[k], index, false));
    }
  }
  size_t next = 0;
  return from_atoms(element, atoms, next);
}

}  // namespace px::b
