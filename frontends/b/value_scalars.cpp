// Scalars, pairs, records and masks.
#include "engine/base/check.h"
#include "frontends/b/atom_ops.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

V AtomOps::boolean(TypeId type, Make make) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Bool;
  v->type = type;
  v->info.lo = 0;
  v->info.hi = 1;
  v->scalar = std::move(make);
  return v;
}

V AtomOps::integer(TypeId type, Make make, int64_t lo, int64_t hi, bool simple) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Int;
  v->type = type;
  v->info.lo = lo;
  v->info.hi = hi;
  v->scalar = std::move(make);
  v->simple = simple;
  return v;
}

V AtomOps::literal(TypeId type, int64_t value) {
  return integer(
      type, [this, value] { return b.integer(value); }, value, value, true);
}

V AtomOps::element(TypeId type, Make make, bool simple) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Element;
  v->type = type;
  v->scalar = std::move(make);
  v->simple = simple;
  return v;
}

V AtomOps::pair(TypeId type, V first, V second) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Pair;
  v->type = type;
  v->info.parts = {first->info, second->info};
  v->parts = {std::move(first), std::move(second)};
  return v;
}

V AtomOps::record(TypeId type, std::vector<V> fields) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Record;
  v->type = type;
  for (const V& field : fields) v->info.parts.push_back(field->info);
  v->parts = std::move(fields);
  return v;
}

ir::BindingId AtomOps::name_for(const std::string& text, IrExpr value) {
  const ir::Type& stored = b.program().types[b.program().exprs[value].type];
  const ir::SortId sort = stored.sort;
  const bool element = stored.kind == ir::TypeKind::Element;
  return b.binding(text, element ? b.element_type(sort) : b.program().exprs[value].type);
}

V AtomOps::of_binding(TypeId id, ir::BindingId binding, const Info& info) {
  const Make use = [this, binding] { return b.use(binding); };
  switch (type(id).kind) {
    case TypeKind::Boolean: {
      auto v = std::make_shared<Value>(*boolean(id, use));
      v->simple = true;
      return v;
    }
    case TypeKind::Integer: return integer(id, use, info.lo, info.hi, true);
    case TypeKind::Power: {
      const ir::Type& t = b.program().types[b.program().bindings[binding].type];
      return mask_set(id, t.domain, use, true);
    }
    default: return element(id, use, true);
  }
}

// Binds names to the scalars of pairs and records, and to masks.
IrExpr AtomOps::with_names(const V& value, const Body& use) {
  if (value->kind == Value::Kind::Pair) {
    return with_names(value->parts[0], [&](const V& first) {
      return with_names(value->parts[1], [&](const V& second) { return use(pair(value->type, first, second)); });
    });
  }
  const bool mask = is_set(value) && value->mask && !value->defined && !value->length;
  if (value->simple || (!value->scalar && !mask)) return use(value);
  const IrExpr made = mask ? value->mask() : value->scalar();
  const ir::Expr& e = b.program().exprs[made];
  if (e.op == IrOp::Const || e.op == IrOp::Binding) {
    // A literal can be created again at no cost.
    return use(value);
  }
  const ir::BindingId name = name_for("v'", made);
  V named = of_binding(value->type, name, value->info);
  const IrExpr body = use(named);
  return constant_of(body) ? body : b.let_in(name, made, body);
}

// Whether the bounds of `large` include those of `small`.
bool AtomOps::covers(TypeId id, const Info& large, const Info& small) const {
  if (size_within(id, small) == 0) return true;
  const Type& t = type(id);
  const auto part = [](const Info& info, size_t i) { return i < info.parts.size() ? info.parts[i] : Info{}; };
  switch (t.kind) {
    case TypeKind::Integer: return large.lo <= small.lo && small.hi <= large.hi;
    case TypeKind::Power: return covers(t.left, part(large, 0), part(small, 0));
    case TypeKind::Product:
      return covers(t.left, part(large, 0), part(small, 0)) && covers(t.right, part(large, 1), part(small, 1));
    case TypeKind::Record:
      for (size_t i = 0; i < t.fields.size(); ++i) {
        if (!covers(t.fields[i].type, part(large, i), part(small, i))) return false;
      }
      return true;
    default: return true;
  }
}

// The number of values of the type within the bounds; unset if it is infinite or too large.
std::optional<int64_t> AtomOps::size_within(TypeId id, const Info& info) const {
  const Type& t = type(id);
  const auto part = [&](size_t i) { return i < info.parts.size() ? info.parts[i] : Info{}; };
  const auto times = [](std::optional<int64_t> x, std::optional<int64_t> y) -> std::optional<int64_t> {
    if (x == 0 || y == 0) return 0;
    int64_t size = 0;
    if (!x || !y || __builtin_mul_overflow(*x, *y, &size)) return {};
    return size;
  };
  switch (t.kind) {
    case TypeKind::Boolean: return 2;
    case TypeKind::Given: return b.program().domain_size(ir::Domain::of(b.whole(sort_of(t.set))));
    case TypeKind::Integer: {
      int64_t size = 0;
      if (info.lo > info.hi) return 0;
      if (!info.bounded() || __builtin_sub_overflow(info.hi, info.lo, &size) || size == INT64_MAX) return {};
      return size + 1;
    }
    case TypeKind::Power: {
      const auto base = size_within(t.left, part(0));
      return base && *base <= 62 ? std::optional(int64_t{1} << *base) : std::nullopt;
    }
    case TypeKind::Product: return times(size_within(t.left, part(0)), size_within(t.right, part(1)));
    case TypeKind::Record: {
      std::optional<int64_t> size = 1;
      for (size_t i = 0; i < t.fields.size(); ++i) size = times(size, size_within(t.fields[i].type, part(i)));
      return size;
    }
    default: return {};
  }
}

V AtomOps::mask_set(TypeId set_type, const ir::Domain& domain, Make mask, bool simple) {
  auto v = std::make_shared<Value>();
  const TypeId element = type(set_type).left;
  v->kind = Value::Kind::Set;
  v->type = set_type;
  Info info;
  if (!domain.is_family()) {
    info.lo = domain.lo;
    info.hi = domain.hi;
  }
  v->info.parts = {info};
  v->simple = simple;
  v->mask = mask;
  v->mask_domain = domain;
  v->contains = [this, mask, domain](const V& x) {
    const IrExpr in = b.binary(IrOp::Member, as_index(x), mask());
    return is_set(x) ? both(within(x, domain), in) : in;
  };
  v->walks = [this, mask, domain, element]() -> Walks {
    const ir::BindingId x = index_name("x'", element, domain);
    return {{{loop(x, domain), filter(b.binary(IrOp::Member, b.use(x), mask()))}, from_index(element, x, domain)}};
  };
  return v;
}

}  // namespace px::b
