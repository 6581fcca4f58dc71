// Relations derived from relations: rel and fnc, iterates and closures. Closures are fixpoints of the IR, one row at a
// time: the set of elements reachable from x is a mask.
#include <algorithm>

#include "frontends/b/lowering_error.h"
#include "frontends/b/set_lowering.h"

namespace px::b {

using IrOp = ir::Op;

// rel(r), where r may relate x to several sets: relates x to every element of each of them.
V SetLowering::relation_of_pairs(const V& r, TypeId type, SourceSpan span) {
  const TypeId pair_type = o_.type(type).left;
  const Info values = side_info(r, 1);
  const Info inner = values.parts.empty() ? Info{} : values.parts[0];
  const auto contains = [this, r, span](const V& p) {
    return o_.exists(o_.walks_of(r, span), [&](const V& x) {
      return o_.both(o_.equal(x->parts[0], p->parts[0]), x->parts[1]->contains(p->parts[1]));
    });
  };
  const auto walks = [this, r, pair_type, span] {
    return ValueOps::crossed([this, r, span] { return o_.walks_of(r, span); },
                             [&](const V& x) { return o_.walks_of(x->parts[1], span); },
                             [&](const V& x, const V& y) { return o_.pair(pair_type, x->parts[0], y); });
  };
  auto v = std::make_shared<Value>(*boxed_set(type, contains, walks, pairs_of(side_info(r, 0), inner)));
  v->distinct = false;
  return v;
}

// rel(f): relates x to every element of f(x).
V SetLowering::relation_of(const V& f, TypeId type, SourceSpan span) {
  if (!f->defined && (f->walks || f->as_function)) return relation_of_pairs(f, type, span);
  const V sets = o_.function_view(f, span);
  const TypeId pair_type = o_.type(type).left;
  const TypeId row_type = o_.types.power(o_.type(pair_type).right);
  const Info values = side_info(f, 1);
  const Info inner = values.parts.empty() ? Info{} : values.parts[0];
  // Where f is undefined, its value must not be evaluated.
  const auto row = [this, sets, row_type](const V& x) {
    return o_.conditional([sets, x] { return sets->defined(x); }, sets->apply(x), o_.empty(row_type));
  };
  auto v = std::make_shared<Value>(*boxed_set(
      type,
      [this, sets](const V& p) {
        return o_.both(sets->defined(p->parts[0]), sets->apply(p->parts[0])->contains(p->parts[1]));
      },
      nullptr, pairs_of(side_info(f, 0), inner)));
  v->row = row;
  v->distinct = false;  // the sets that are the values may share elements
  if (sets->walks) {
    v->walks = [this, sets, pair_type, span] {
      return ValueOps::crossed(
          sets->walks, [&](const V& x) { return o_.walks_of(x->parts[1], span); },
          [&](const V& x, const V& y) { return o_.pair(pair_type, x->parts[0], y); });
    };
  }
  return v;
}

// fnc(r): maps x to r[{x}], if x is related to anything.
V SetLowering::sets_of(const V& r, TypeId type, SourceSpan span) {
  const TypeId pair_type = o_.type(type).left;
  const TypeId row_type = o_.type(pair_type).right;
  Info sets;
  sets.parts = {side_info(r, 1)};
  const auto row = [this, r, row_type, span](const V& x) {
    auto set = std::make_shared<Value>(*o_.related(r, x, span));
    set->type = row_type;
    return set;
  };
  auto v = std::make_shared<Value>(*boxed_set(type, nullptr, nullptr, pairs_of(side_info(r, 0), sets)));
  v->info.functional = true;
  v->defined = [this, r, span](const V& x) { return o_.in_domain(r, x, span); };
  v->apply = row;
  v->contains = [this, defined = v->defined, row](const V& p) {
    return o_.both(defined(p->parts[0]), o_.equal(row(p->parts[0]), p->parts[1]));
  };
  const V arguments = domain_of(r, o_.types.power(o_.type(pair_type).left), span);
  if (arguments->walks) {
    v->distinct = arguments->distinct;
    v->walks = [this, arguments, row, pair_type] {
      Walks walks = arguments->walks();
      for (Walk& walk : walks) walk.element = o_.pair(pair_type, walk.element, row(walk.element));
      return walks;
    };
  }
  return v;
}

// The bounds of all elements that a relation relates.
V SetLowering::field_of(const V& r, TypeId type, SourceSpan span) {
  Info bounds = side_info(r, 0);
  const Info other = side_info(r, 1);
  bounds.lo = std::min(bounds.lo, other.lo);
  bounds.hi = std::max(bounds.hi, other.hi);
  const TypeId set_type = o_.types.power(o_.type(o_.type(type).left).left);
  const V all = o_.universe(set_type, bounds, true);
  if (!all->mask) unsupported(span, "a closure or iterate among more than 64 elements is not supported yet");
  return all;
}

// Whether x is related to an element, or an element to x.
ir::ExprId SetLowering::in_field(const V& r, const V& x, SourceSpan span) {
  return o_.either(o_.in_domain(r, x, span),
                   o_.exists(o_.walks_of(r, span), [&](const V& p) { return o_.equal(p->parts[1], x); }));
}

// A relation given by its rows, which are masks.
V SetLowering::by_rows(const V& all, const std::function<V(const V&)>& row, TypeId type) {
  const TypeId pair_type = o_.type(type).left;
  const Info bounds = all->info.parts[0];
  auto v = std::make_shared<Value>(*boxed_set(
      type, [row](const V& x) { return row(x->parts[0])->contains(x->parts[1]); },
      [all, row, pair_type, this] {
        return ValueOps::crossed(
            all->walks, [&](const V& x) { return row(x)->walks(); },
            [&](const V& x, const V& y) { return o_.pair(pair_type, x, y); });
      },
      pairs_of(bounds, bounds)));
  v->row = row;
  return v;
}

// iterate(r, n): the row of x is {x} with r[ ] applied n times; for n = 0 that is the identity on the field of r.
V SetLowering::iterated(const V& r, const V& n, TypeId type, SourceSpan span) {
  constexpr int64_t kMaxRounds = 64;
  if (n->info.hi > kMaxRounds) {
    unsupported(span, "the number of iterations must be known to be at most " + std::to_string(kMaxRounds),
                "e.g. by k : 1..card(S)");
  }
  const V all = field_of(r, type, span);
  const ir::Domain domain = all->mask_domain;
  const TypeId set_type = all->type;
  const auto row = [=, this](const V& x) {
    return o_.mask_set(set_type, domain, [=, this] {
      return o_.with_names(x, [&](const V& named) {
        const ir::TypeId stored = b_.set_type(domain);
        const ir::ExprId nothing = b_.constant(stored, 0);
        const ir::ExprId self =
            b_.conditional(in_field(r, named, span), b_.set_of(o_.as_index(named), stored), nothing);
        const std::function<ir::ExprId(int64_t, const V&)> round = [&](int64_t k, const V& reached) {
          if (k > n->info.hi) return reached->mask();
          const ir::BindingId name = b_.binding("m'", stored);
          const V next = o_.mask_set(
              set_type, domain, [this, name] { return b_.use(name); }, true);
          ir::ExprId step = o_.as_mask(image(r, reached, set_type, span), domain);
          if (k > n->info.lo) {
            step = b_.conditional(b_.binary(IrOp::Ge, n->scalar(), b_.integer(k)), step, reached->mask());
          }
          return b_.let_in(name, step, round(k + 1, next));
        };
        const ir::BindingId name = b_.binding("m'", stored);
        const V start = o_.mask_set(
            set_type, domain, [this, name] { return b_.use(name); }, true);
        return b_.let_in(name, self, round(1, start));
      });
    });
  };
  return o_.checked(
      [this, n] { return n->info.lo >= 0 ? o_.truth(true) : b_.binary(IrOp::Ge, n->scalar(), b_.integer(0)); },
      by_rows(all, row, type), "iterate has no value for a negative number", span);
}

// closure(r) is the union of closure1(r) and the identity on the whole type.
V SetLowering::reflexive_closure(const V& r, TypeId type, SourceSpan span) {
  const TypeId pair_type = o_.type(type).left;
  const TypeId row_type = o_.types.power(o_.type(pair_type).left);
  const V all = o_.universe(row_type, Info{}, true);
  const V transitive = closure(r, type, span);
  if (all->mask) {
    const ir::Domain domain = all->mask_domain;
    const auto row = [this, transitive, row_type, domain](const V& x) {
      return o_.mask_set(row_type, domain, [this, transitive, domain, x] {
        return o_.with_names(x, [&](const V& named) {
          const ir::ExprId self = b_.set_of(o_.as_index(named), b_.set_type(domain));
          return b_.binary(IrOp::Union, transitive->row(named)->mask(), self);
        });
      });
    };
    return by_rows(all, row, type);
  }
  // For numbers: membership can be tested, but the relation cannot be enumerated.
  auto v = std::make_shared<Value>(*joined(transitive, identity(all, type), type));
  v->row = [this, transitive, row_type](const V& x) {
    return joined(transitive->row(x), extension_of({x}, row_type), row_type);
  };
  return v;
}

// y is reachable from x iff it is in the least fixpoint that includes r[{x}] and, with every m, also r[{m}].
V SetLowering::closure(const V& r, TypeId type, SourceSpan span) {
  const V all = field_of(r, type, span);
  const ir::Domain domain = all->mask_domain;
  const TypeId set_type = all->type;
  const auto row = [this, r, domain, set_type, span](const V& x) {
    return o_.mask_set(set_type, domain, [this, r, domain, set_type, span, x] {
      return o_.with_names(x, [&](const V& named) {
        const ir::BindingId reached = b_.binding("m'", b_.set_type(domain));
        const V set = o_.mask_set(
            set_type, domain, [this, reached] { return b_.use(reached); }, true);
        return b_.fixpoint(reached, o_.as_mask(o_.related(r, named, span), domain),
                           o_.as_mask(image(r, set, set_type, span), domain));
      });
    });
  };
  return by_rows(all, row, type);
}

}  // namespace px::b
