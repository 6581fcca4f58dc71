// Sets: membership and enumeration.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrOp = ir::Op;

V ExpressionLowering::set_operation(const Expr& e, ExprId id) {
  const auto operand = [&](size_t i) { return value(e.operands[i]); };
  Info numbers;
  switch (e.op) {
    case Op::Booleans: return o_.universe(e.type, Info{}, true);
    case Op::Strings: {
      auto v = std::make_shared<Value>(*o_.universe(e.type, Info{}, true));
      v->walks = nullptr;
      v->mask = nullptr;
      return v;
    }
    case Op::Integers: return o_.universe(e.type, numbers, true);
    case Op::Naturals: numbers.lo = 0; return o_.universe(e.type, numbers, true);
    case Op::PositiveNaturals: numbers.lo = 1; return o_.universe(e.type, numbers, true);
    case Op::BoundedIntegers:
    case Op::BoundedNaturals:
    case Op::BoundedPositiveNaturals:
      numbers.lo = e.op == Op::BoundedIntegers ? world_.min_int : e.op == Op::BoundedNaturals ? 0 : 1;
      numbers.hi = world_.max_int;
      return o_.universe(e.type, numbers, true);
    case Op::EmptySet: return o_.empty(e.type);
    case Op::SetOf: return extension(e, id);
    case Op::Interval: {
      const V from = operand(0);
      return interval(from, operand(1), e.type);
    }
    case Op::Union: {
      const V x = operand(0);
      return joined(x, operand(1), e.type);
    }
    case Op::Intersection: {
      const V x = operand(0);
      return met(x, operand(1), e.type);
    }
    case Op::SetDifference: {
      const V x = operand(0);
      return without(x, operand(1), e.type);
    }
    case Op::CartesianProduct: {
      const V x = operand(0);
      return product(x, operand(1), e.type);
    }
    case Op::PowerSet:
    case Op::FiniteSubsets: return power_set(operand(0), e.type, false, e.span);
    case Op::NonemptyPowerSet:
    case Op::NonemptyFiniteSubsets: return power_set(operand(0), e.type, true, e.span);
    case Op::GeneralUnion: return general_join(operand(0), e.type, false, e.span);
    case Op::GeneralIntersection: return general_join(operand(0), e.type, true, e.span);
    default: break;
  }
  if (!is_space(id)) unsupported(e.span, "'" + text_of(m_, id) + "' is not supported yet");
  const V from = operand(0);
  return relation_space(e.op, from, operand(1), e.type);
}

V SetLowering::product(const V& x, const V& y, TypeId type) {
  Info element;
  element.parts = {element_info(x), element_info(y)};
  const TypeId pair_type = o_.type(type).left;
  auto v = std::make_shared<Value>(*boxed_set(
      type, [this, x, y](const V& p) { return o_.both(x->contains(p->parts[0]), y->contains(p->parts[1])); },
      [this, x, y, pair_type]() -> Walks {
        return ValueOps::crossed(
            x->walks, [y](const V&) { return y->walks(); },
            [&](const V& first, const V& second) { return o_.pair(pair_type, first, second); });
      },
      element));
  if (!x->walks || !y->walks) v->walks = nullptr;
  v->distinct = x->distinct && y->distinct;
  v->full = x->full && y->full;
  v->constant = x->constant && y->constant;
  v->row = [this, x, y](const V& a) { return filtered(y, y->type, [x, a](const V&) { return x->contains(a); }); };
  if (y->single) {
    v->info.functional = true;
    v->info.total = x->full;
    v->defined = x->contains;
    v->apply = [value = y->single](const V&) { return value; };
  }
  return v;
}

V SetLowering::interval(const V& from, const V& to, TypeId type) {
  Info numbers;
  numbers.lo = from->info.lo;
  numbers.hi = to->info.hi;
  const bool fixed = from->info.lo == from->info.hi && to->info.lo == to->info.hi;
  if (fixed) return o_.universe(type, numbers, true);
  const V all = o_.universe(type, numbers, false);
  return filtered(all, type, [this, from, to](const V& x) {
    ir::ExprId in = o_.truth(true);
    if (from->info.lo != from->info.hi) in = o_.both(in, b_.binary(IrOp::Ge, x->scalar(), from->scalar()));
    if (to->info.lo != to->info.hi) in = o_.both(in, b_.binary(IrOp::Le, x->scalar(), to->scalar()));
    return in;
  });
}

// The subset that satisfies a condition.
V SetLowering::filtered(const V& set, TypeId type, const Body& keep) {
  auto v = std::make_shared<Value>(*boxed_set(
      type, [this, set, keep](const V& x) { return o_.both(set->contains(x), keep(x)); }, nullptr, element_info(set)));
  v->distinct = set->distinct;
  v->info.functional = set->info.functional;
  if (set->walks) {
    v->walks = [set, keep] {
      Walks walks = set->walks();
      for (Walk& walk : walks) walk.steps.push_back(ValueOps::filter(keep(walk.element)));
      return walks;
    };
  }
  return v;
}

V SetLowering::joined(const V& x, const V& y, TypeId type) {
  auto v = std::make_shared<Value>(*boxed_set(
      type, [this, x, y](const V& e) { return o_.either(x->contains(e), y->contains(e)); }, nullptr,
      widened(element_info(x), element_info(y))));
  v->distinct = x->distinct && y->distinct;
  if (x->walks && y->walks) {
    v->walks = [this, x, y] {
      Walks walks = x->walks();
      for (Walk walk : y->walks()) {
        walk.steps.push_back(ValueOps::filter(o_.negated(x->contains(walk.element))));
        walks.push_back(std::move(walk));
      }
      return walks;
    };
  }
  const auto dx = o_.mask_domain_of(x);
  const auto dy = o_.mask_domain_of(y);
  if (dx && dy && *dx == *dy && (x->mask || y->mask)) {
    v->mask_domain = *dx;
    v->mask = [this, x, y, domain = *dx] {
      return b_.binary(IrOp::Union, o_.as_mask(x, domain), o_.as_mask(y, domain));
    };
  } else if (x->mask && x->mask_domain.is_family()) {
    v->mask_domain = x->mask_domain;
    v->mask = [this, x, y] { return b_.binary(IrOp::Union, x->mask(), o_.as_mask(y, x->mask_domain)); };
  }
  if (x->row && y->row) {
    v->row = [this, x, y](const V& a) {
      const V r = x->row(a);
      return joined(r, y->row(a), r->type);
    };
  }
  if ((x->defined || x->as_function) && (y->defined || y->as_function) && y->walks) join_functions(*v, x, y);
  return v;
}

// The union of two functions is a function if they agree where both are defined.
void SetLowering::join_functions(Value& joint, const V& x, const V& y) {
  joint.functional = [this, x, y] {
    const V f = o_.function_view(x, {});
    const ir::ExprId each = o_.both(o_.is_function(x, {}), o_.is_function(y, {}));
    return o_.both(each, o_.forall(y->walks(), [&](const V& p) {
      return o_.either(o_.negated(f->defined(p->parts[0])), o_.equal(f->apply(p->parts[0]), p->parts[1]));
    }));
  };
  joint.as_function = [this, whole = std::make_shared<Value>(joint), x, y] {
    const V f = o_.function_view(x, {});
    const V g = o_.function_view(y, {});
    auto v = std::make_shared<Value>(*whole);
    v->info.functional = true;
    v->defined = [this, f, g](const V& a) { return o_.either(g->defined(a), f->defined(a)); };
    v->apply = [this, f, g](const V& a) {
      return o_.conditional([g, a] { return g->defined(a); }, g->apply(a), f->apply(a));
    };
    return v;
  };
}

V SetLowering::met(const V& x, const V& y, TypeId type) {
  const bool by_x = x->walks != nullptr;
  auto v = std::make_shared<Value>(
      *filtered(by_x ? x : y, type, [x, y, by_x](const V& e) { return (by_x ? y : x)->contains(e); }));
  if (x->mask && y->mask && x->mask_domain == y->mask_domain) {
    v->mask_domain = x->mask_domain;
    v->mask = [this, x, y] { return b_.binary(IrOp::Intersect, x->mask(), y->mask()); };
  }
  return v;
}

V SetLowering::without(const V& x, const V& y, TypeId type) {
  auto v = std::make_shared<Value>(*filtered(x, type, [this, y](const V& e) { return o_.negated(y->contains(e)); }));
  if (x->mask && (y->mask_domain == x->mask_domain || x->mask_domain.is_family())) {
    v->mask_domain = x->mask_domain;
    v->mask = [this, x, y] { return b_.binary(IrOp::Difference, x->mask(), o_.as_mask(y, x->mask_domain)); };
  }
  if (x->defined) {
    const TypeId pair_type = o_.type(type).left;
    v->info.functional = true;
    v->apply = x->apply;
    v->defined = [this, x, y, pair_type](const V& a) {
      return o_.both(x->defined(a), o_.negated(y->contains(o_.pair(pair_type, a, x->apply(a)))));
    };
  }
  return v;
}

// Whether no two of the pairs give one argument different values.
ir::ExprId SetLowering::agree(const std::vector<V>& pairs) {
  ir::ExprId all = o_.truth(true);
  for (size_t i = 0; i < pairs.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const ir::ExprId other = o_.negated(o_.equal(pairs[i]->parts[0], pairs[j]->parts[0]));
      if (o_.is_constant(other, 1)) continue;
      all = o_.both(all, o_.either(other, o_.equal(pairs[i]->parts[1], pairs[j]->parts[1])));
    }
  }
  return all;
}

// Whether its value is the same everywhere, decided without evaluation.
bool ExpressionLowering::is_literal(ExprId id) const {
  const Expr& e = m_.exprs[id];
  if (e.kind == ExprKind::Integer || e.kind == ExprKind::String) return true;
  if (e.kind == ExprKind::Symbol) return m_.symbols[e.symbol].kind == SymbolKind::Element;
  const bool made = e.kind == ExprKind::Record ||
                    (e.kind == ExprKind::Operation && (e.op == Op::Maplet || e.op == Op::Negate || e.op == Op::SetOf));
  return made && std::all_of(e.operands.begin(), e.operands.end(), [&](ExprId part) { return is_literal(part); });
}

// Long lists of literals are analysed once, however often they are used.
V ExpressionLowering::extension(const Expr& e, ExprId id) {
  if (const auto known = literals_.find(id); known != literals_.end()) return known->second;
  std::vector<V> elements;
  for (ExprId operand : e.operands) elements.push_back(value(operand));
  V v = extension_of(elements, e.type);
  if (is_literal(id)) literals_[id] = v;
  return v;
}

V SetLowering::extension_of(const std::vector<V>& elements, TypeId type) {
  Info info = elements[0]->info;
  for (const V& x : elements) info = widened(info, x->info);
  info.functional = elements[0]->info.functional;
  // For literals, equality is known statically, and decided once.
  std::vector<V> different;
  std::vector<std::vector<size_t>> unsure;  // earlier ones that may be equal
  for (const V& x : elements) {
    std::vector<size_t> others;
    bool doubled = false;
    for (size_t j = 0; j < different.size() && !doubled; ++j) {
      const ir::ExprId other = o_.negated(o_.equal(x, different[j]));
      doubled = o_.is_constant(other, 0);
      if (!o_.is_constant(other, 1)) others.push_back(j);
    }
    if (doubled) continue;
    different.push_back(x);
    unsure.push_back(std::move(others));
  }
  auto v = std::make_shared<Value>(*boxed_set(
      type,
      [this, elements = different](const V& x) {
        ir::ExprId any = o_.truth(false);
        for (const V& element : elements) any = o_.either(any, o_.equal(x, element));
        return any;
      },
      [this, elements = different, unsure]() -> Walks {
        Walks walks;
        for (size_t i = 0; i < elements.size(); ++i) {
          Walk walk{{}, elements[i]};
          for (const size_t j : unsure[i]) {
            walk.steps.push_back(ValueOps::filter(o_.negated(o_.equal(elements[i], elements[j]))));
          }
          walks.push_back(std::move(walk));
        }
        return walks;
      },
      info));
  v->listed = different.size();
  if (different.size() == 1) v->single = different[0];
  const TypeId element = o_.type(type).left;
  const auto domain = o_.is_scalar(element) ? o_.domain_of(element, info) : std::nullopt;
  if (domain && b_.program().domain_size(*domain) <= ir::kMaxSetSize) {
    v->mask_domain = *domain;
    v->mask = [this, elements = different, domain = *domain] {
      ir::ExprId all;
      for (const V& x : elements) {
        const ir::ExprId one = b_.set_of(o_.as_index(x), b_.set_type(domain));
        all = all.valid() ? b_.binary(IrOp::Union, all, one) : one;
      }
      return all;
    };
  }
  if (o_.type(element).kind == TypeKind::Product) return listed_function(v, different);
  return v;
}

// A set of pairs is a function if no two of them have the same first component; if that is not known statically, it may
// be decided at run time.
V SetLowering::listed_function(const V& set, const std::vector<V>& pairs) {
  bool functional = true;
  for (size_t i = 0; i < pairs.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      functional = functional && o_.is_constant(o_.equal(pairs[i]->parts[0], pairs[j]->parts[0]), 0);
    }
  }
  auto function = std::make_shared<Value>(*set);
  function->info.functional = true;
  function->defined = [this, pairs](const V& a) {
    ir::ExprId any = o_.truth(false);
    for (const V& x : pairs) any = o_.either(any, o_.equal(a, x->parts[0]));
    return any;
  };
  function->apply = [this, pairs](const V& a) {
    V result = pairs.back()->parts[1];
    for (size_t i = pairs.size() - 1; i-- > 0;) {
      result = o_.conditional([this, a, x = pairs[i]] { return o_.equal(a, x->parts[0]); }, pairs[i]->parts[1], result);
    }
    return result;
  };
  if (functional) return function;
  auto v = std::make_shared<Value>(*set);
  v->info.functional = false;
  v->as_function = [function] { return function; };
  v->functional = [this, pairs] { return agree(pairs); };
  return v;
}

V SetLowering::power_set(const V& of, TypeId type, bool nonempty, SourceSpan span) {
  const TypeId set_type = o_.type(type).left;
  Info info;
  info.parts = {element_info(of)};
  const auto contains = [this, of, nonempty, span](const V& x) {
    const ir::ExprId in = o_.subset(x, of);
    return nonempty ? o_.both(in, o_.negated(o_.is_empty(x, span))) : in;
  };
  const auto domain = o_.index_domain_of(of);
  std::function<Walks()> walks;
  if (domain && b_.program().domain_size(*domain) <= ir::kMaxSubsetsBase) {
    walks = [this, of, nonempty, set_type, base = *domain]() -> Walks {
      const ir::Domain subsets = ir::Domain::subsets(base);
      const ir::BindingId s = o_.index_name("s'", set_type, subsets);
      Walk walk;
      walk.steps.push_back(ValueOps::loop(s, subsets));
      if (!of->full) {
        walk.steps.push_back(ValueOps::filter(b_.binary(IrOp::Subset, b_.use(s), o_.as_mask(of, base))));
      }
      if (nonempty) {
        walk.steps.push_back(ValueOps::filter(b_.binary(IrOp::Ne, b_.use(s), b_.constant(b_.set_type(base), 0))));
      }
      walk.element = o_.mask_set(
          set_type, base, [this, s] { return b_.use(s); }, true);
      return {walk};
    };
  }
  auto v = std::make_shared<Value>(*boxed_set(type, contains, walks, info));
  if (o_.can_count(of)) {
    v->size = o_.tabulated(
        o_.size_of(of, span),
        [nonempty](int64_t n) -> std::optional<int64_t> {
          if (n > 62) return {};
          return (int64_t{1} << n) - (nonempty ? 1 : 0);
        },
        span);
  }
  return v;
}

V SetLowering::general_join(const V& sets, TypeId type, bool intersection, SourceSpan span) {
  const Info info = element_info(sets).parts.empty() ? Info{} : element_info(sets).parts[0];
  const auto contains = [this, sets, intersection, span](const V& x) {
    const Walks walks = o_.walks_of(sets, span);
    const Body in = [&](const V& s) { return s->contains(x); };
    return intersection ? o_.forall(walks, in) : o_.exists(walks, in);
  };
  const V all = o_.universe(type, info, true);
  V result = boxed_set(type, contains, nullptr, info);
  if (all->walks) result = boxed_set(type, contains, filtered(all, type, contains)->walks, info);
  if (!intersection) return result;
  return o_.checked([this, sets, span] { return o_.negated(o_.is_empty(sets, span)); }, result,
                    "the intersection of no sets has no value", span);
}

}  // namespace px::b
