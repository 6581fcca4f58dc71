// Sets: as masks, by their walks, and as relations that are applied to one argument.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/value_ops.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

// ---- Sets

V ValueOps::universe(TypeId set_type, const Info& element_info, bool full) {
  auto v = std::make_shared<Value>();
  const TypeId element = type(set_type).left;
  v->kind = Value::Kind::Set;
  v->type = set_type;
  v->info.parts = {element_info};
  v->full = full;
  v->constant = true;
  std::vector<ir::Domain> domains;
  const bool finite = domains_of(element, element_info, domains);
  v->contains = [this, element, element_info](const V& x) {
    const std::function<IrExpr(TypeId, const Info&, const V&)> inside = [&](TypeId id, const Info& info,
                                                                            const V& part) -> IrExpr {
      if (part->parts.empty()) {
        const IrExpr inside_bounds =
            part->kind == Value::Kind::Int ? within(part, ir::Domain::range(info.lo, info.hi)) : truth(true);
        if (!constant_of(inside_bounds) || is_set(part) || !has_check(part->scalar())) return inside_bounds;
        // Evaluate it for its errors, whatever the value is.
        return b.binary(is_constant(inside_bounds, 1) ? IrOp::Eq : IrOp::Ne, part->scalar(), part->scalar());
      }
      IrExpr all = truth(true);
      const Type& t = type(id);
      for (size_t i = 0; i < part->parts.size(); ++i) {
        const TypeId inner = t.kind == TypeKind::Record ? t.fields[i].type : i == 0 ? t.left : t.right;
        all = both(all, inside(inner, i < info.parts.size() ? info.parts[i] : Info{}, part->parts[i]));
      }
      return all;
    };
    return inside(element, element_info, x);
  };
  if (!finite) return v;
  v->walks = [this, element, domains]() -> Walks {
    Walk walk;
    std::vector<V> atoms;
    std::function<void(TypeId, size_t&)> add = [&](TypeId id, size_t& next) {
      const Type t = type(id);
      if (t.kind == TypeKind::Product) {
        add(t.left, next);
        add(t.right, next);
      } else if (t.kind == TypeKind::Record) {
        for (const FieldType& field : t.fields) add(field.type, next);
      } else {
        // Enumerate sets as sets, which distinguishes no atoms.
        const bool subsets = t.kind == TypeKind::Power && is_scalar(t.left);
        const ir::Domain domain = subsets ? ir::Domain::subsets(base_within(id, domains[next])) : domains[next];
        ++next;
        const ir::BindingId x = index_name("x'", id, domain);
        walk.steps.push_back(loop(x, domain));
        atoms.push_back(subsets ? of_binding(id, x, {}) : from_index(id, x, domain));
      }
    };
    size_t next = 0;
    add(element, next);
    next = 0;
    walk.element = from_atoms(element, atoms, next);
    return {walk};
  };
  if (is_scalar(element) && b.program().domain_size(domains[0]) <= ir::kMaxSetSize) {
    const ir::Domain domain = domains[0];
    const uint32_t size = b.program().domain_size(domain);
    const int64_t all = size == 64 ? -1 : static_cast<int64_t>((uint64_t{1} << size) - 1);
    v->mask_domain = domain;
    v->mask = [this, domain, all] { return b.constant(b.set_type(domain), all); };
  }
  return v;
}

V ValueOps::empty(TypeId set_type) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = set_type;
  v->constant = true;
  const std::function<Info(TypeId)> nothing = [&](TypeId id) {
    Info info;
    info.lo = std::numeric_limits<int64_t>::max();
    info.hi = std::numeric_limits<int64_t>::min();
    const Type t = type(id);
    if (t.kind == TypeKind::Product) info.parts = {nothing(t.left), nothing(t.right)};
    if (t.kind == TypeKind::Record) {
      for (const FieldType& field : t.fields) info.parts.push_back(nothing(field.type));
    }
    if (t.kind == TypeKind::Power) info.parts = {nothing(t.left)};
    return info;
  };
  const Type element = type(type(set_type).left);
  const bool pairs = element.kind == TypeKind::Product;
  // Also a sequence, if the type is one of sequences.
  v->info.sequence = pairs && type(element.left).kind == TypeKind::Integer;
  v->info.parts = {nothing(type(set_type).left)};
  v->info.functional = true;
  v->contains = [this](const V&) { return truth(false); };
  v->walks = [] { return Walks{}; };
  if (pairs) {
    const TypeId value = element.right;
    v->defined = [this](const V&) { return truth(false); };
    if (v->info.sequence) v->length = literal(types.integer(), 0);
    v->apply = [this, value](const V&) { return nothing_of(value); };
    v->row = [this, value](const V&) { return empty(types.power(value)); };
  }
  return v;
}

// An arbitrary value, where none is needed.
V ValueOps::nothing_of(TypeId id) {
  const Type t = type(id);
  switch (t.kind) {
    case TypeKind::Boolean: return boolean(id, [this] { return truth(false); });
    case TypeKind::Integer: return literal(id, 0);
    case TypeKind::Power: return empty(id);
    case TypeKind::Product: {
      V first = nothing_of(t.left);
      return pair(id, first, nothing_of(t.right));
    }
    case TypeKind::Record: {
      std::vector<V> fields;
      for (const FieldType& field : t.fields) fields.push_back(nothing_of(field.type));
      return record(id, std::move(fields));
    }
    default: break;
  }
  const ir::SortId sort = t.kind == TypeKind::String ? string_sort() : sort_of(t.set);
  return element(
      id, [this, sort] { return b.constant(b.element_type(sort), 0); }, true);
}

std::optional<ir::Domain> ValueOps::mask_domain_of(const V& set) const {
  if (set->mask) return set->mask_domain;
  if (!is_scalar(type(set->type).left)) return {};
  return index_domain_of(set);
}

std::optional<ir::Domain> ValueOps::index_domain_of(const V& set) const {
  if (set->mask) return set->mask_domain;
  const TypeId element = type(set->type).left;
  if (!is_atom(element) || !set->walks) return {};
  const auto domain = domain_of(element, set->info.parts.empty() ? Info{} : set->info.parts[0]);
  if (!domain || b.program().domain_size(*domain) > ir::kMaxSetSize) return {};
  return domain;
}

IrExpr ValueOps::as_mask(const V& set, const ir::Domain& domain) {
  if (set->mask && set->mask_domain == domain) return set->mask();
  const ir::BindingId x = b.binding_over("x'", domain);
  const IrExpr in = set->contains(from_index(type(set->type).left, x, domain));
  if (is_constant(in, 0)) return b.constant(b.set_type(domain), 0);
  return b.quantifier(IrOp::Collect, x, domain, in);
}

IrExpr ValueOps::is_empty(const V& set, SourceSpan span) {
  if (set->mask) return b.binary(IrOp::Eq, set->mask(), b.constant(b.set_type(set->mask_domain), 0));
  return negated(exists(walks_of(set, span), [this](const V&) { return truth(true); }));
}

// ---- Relations

V ValueOps::related(const V& relation, const V& x, SourceSpan span) {
  if (relation->row) return relation->row(x);
  const TypeId to = type(type(relation->type).left).right;
  const TypeId pair_type = type(relation->type).left;
  const TypeId set_type = types.power(to);
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = set_type;
  const Info& info = relation->info;
  v->info.parts = {info.parts.empty() || info.parts[0].parts.size() < 2 ? Info{} : info.parts[0].parts[1]};
  v->contains = [this, relation, x, pair_type](const V& y) { return relation->contains(pair(pair_type, x, y)); };
  v->walks = [this, relation, x, span]() -> Walks {
    if (relation->defined) return {{{filter(relation->defined(x))}, relation->apply(x)}};
    Walks walks = walks_of(relation, span);
    for (Walk& walk : walks) {
      walk.steps.push_back(filter(equal(walk.element->parts[0], x)));
      walk.element = walk.element->parts[1];
    }
    return walks;
  };
  v->distinct = relation->defined || relation->distinct;
  if (!relation->defined && !relation->walks) v->walks = nullptr;
  return v;
}

V ValueOps::applied(const V& function, const V& x, const std::string& text, SourceSpan span) {
  if (function->defined) {
    return checked([function, x] { return function->defined(x); }, function->apply(x), text, span);
  }
  const V row = related(function, x, span);
  const auto single = [this, row] {
    const V elements = row;
    return exists(walks_of(elements, {}),
                  [&](const V& y) { return forall(walks_of(elements, {}), [&](const V& z) { return equal(y, z); }); });
  };
  walks_of(row, span);
  return checked(single, only_element(row, span), text, span);
}

// The relation as a function: correct for every argument with at most one value.
V ValueOps::function_view(const V& relation, SourceSpan span) {
  if (relation->defined) return relation;
  if (relation->as_function) return relation->as_function();
  auto v = std::make_shared<Value>(*relation);
  v->info.functional = true;
  v->defined = [this, relation, span](const V& x) { return in_domain(relation, x, span); };
  v->apply = [this, relation, span](const V& x) { return only_element(related(relation, x, span), span); };
  return v;
}

// Whether no argument has two values.
IrExpr ValueOps::is_function(const V& relation, SourceSpan span) {
  if (relation->defined) return truth(true);
  if (relation->functional) return relation->functional();
  return forall(walks_of(relation, span), [&](const V& x) {
    return forall(walks_of(relation, span), [&](const V& y) {
      return either(negated(equal(x->parts[0], y->parts[0])), equal(x->parts[1], y->parts[1]));
    });
  });
}

IrExpr ValueOps::in_domain(const V& relation, const V& x, SourceSpan span) {
  if (relation->defined) return relation->defined(x);
  const V row = related(relation, x, span);
  return negated(is_empty(row, span));
}

}  // namespace px::b
