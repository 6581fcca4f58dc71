// Binders that yield values: comprehensions, lambda, sums, products, quantified unions.
#include <algorithm>

#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

// A binder with the names bound in its scope.
struct ExpressionLowering::Scope {
  std::function<Walks()> walk;                // through the values that satisfy its predicate
  std::function<ir::ExprId(const V&)> holds;  // for a tuple of its names
  std::function<V(const V&)> result;          // the value for a tuple
};

ExpressionLowering::Scope ExpressionLowering::scope_of_binder(const Expr& e) {
  const auto scoped = [this, outer = bound_, names = e.bound](const V& tuple) {
    Names scope = outer;
    bind_tuple(names, tuple, scope);
    return scope;
  };
  Scope scope;
  scope.walk = [this, outer = bound_, names = e.bound, p = e.operands[0], span = e.span] {
    return with(outer, [&] { return solve(names, p, span, true); });
  };
  scope.holds = [this, scoped, p = e.operands[0]](const V& tuple) {
    return with(scoped(tuple), [&] { return predicate(p); });
  };
  scope.result = [this, scoped, x = e.operands.size() > 1 ? e.operands[1] : ExprId()](const V& tuple) {
    return with(scoped(tuple), [&] { return value(x); });
  };
  return scope;
}

// Unset if the values that satisfy the predicate cannot be enumerated.
std::optional<Walks> ExpressionLowering::walks_of(const Scope& scope) {
  try {
    return scope.walk();
  } catch (const LoweringError&) {
    return {};
  }
}

// Whether the walks may meet a value that satisfies the predicate more than once.
bool ExpressionLowering::repeats(const std::optional<Walks>& walks) {
  return walks && std::any_of(walks->begin(), walks->end(), [](const Walk& w) { return w.repeats; });
}

// The bounds of the value, from those of the names.
std::optional<Info> ExpressionLowering::known_of(const std::optional<Walks>& walks) {
  if (!walks) return {};
  Info info = walks->front().element->info;
  for (const Walk& w : *walks) info = widened(info, w.element->info);
  return info;
}

V ExpressionLowering::binder(const Expr& e) {
  const Scope scope = scope_of_binder(e);
  switch (e.op) {
    case Op::Comprehension: {
      const std::optional<Walks> walks = walks_of(scope);
      if (walks && walks->empty()) return o_.empty(e.type);
      const std::optional<Info> info = known_of(walks);
      auto made =
          std::make_shared<Value>(*boxed_set(e.type, scope.holds, info ? scope.walk : nullptr, info.value_or(Info{})));
      made->distinct = !repeats(walks);
      return made;
    }
    case Op::Lambda: return lambda(e, scope);
    case Op::Sum:
    case Op::Product:
      return o_.integer(
          e.type,
          [this, scope, sums = e.op == Op::Sum, span = e.span] {
            const Body term = [&](const V& tuple) { return scope.result(tuple)->scalar(); };
            const Walks walks = scope.walk();
            if (repeats(walks)) {
              unsupported(span, "values may repeat here, and would be counted more than once",
                          "say of which finite set each name is an element");
            }
            return sums ? o_.sum(walks, term) : o_.product(walks, term);
          },
          std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
    case Op::QuantifiedUnion:
    case Op::QuantifiedIntersection: return quantified_join(e, scope);
    default: unsupported(e.span, std::string(b::info(e.op).text) + " is not supported yet");
  }
}

V ExpressionLowering::lambda(const Expr& e, const Scope& scope) {
  const std::optional<Walks> walks = walks_of(scope);
  if (walks && walks->empty()) return o_.empty(e.type);
  const std::optional<Info> info = known_of(walks);
  Info pairs;
  pairs.parts = {info.value_or(Info{}), Info{}};
  if (info) {
    Info values = scope.result(walks->front().element)->info;
    for (const Walk& w : *walks) values = widened(values, scope.result(w.element)->info);
    pairs.parts[1] = values;
  }
  auto v = std::make_shared<Value>(*boxed_set(
      e.type,
      [this, scope](const V& x) {
        return o_.both(scope.holds(x->parts[0]), o_.equal(scope.result(x->parts[0]), x->parts[1]));
      },
      nullptr, pairs));
  v->distinct = !repeats(walks);
  v->info.functional = true;
  v->defined = scope.holds;
  v->apply = scope.result;
  const TypeId pair_type = o_.type(e.type).left;
  if (info) {
    v->walks = [this, scope, pair_type] {
      Walks walks = scope.walk();
      for (Walk& w : walks) w.element = o_.pair(pair_type, w.element, scope.result(w.element));
      return walks;
    };
  }
  return v;
}

// Walks through the elements of all sets joined by a UNION, one set after the other.
Walks ExpressionLowering::joined_walks(const Scope& scope) {
  return ValueOps::crossed(
      scope.walk, [&](const V& tuple) { return scope.result(tuple)->walks(); }, [](const V&, const V& x) { return x; });
}

// UNION and INTER
V ExpressionLowering::quantified_join(const Expr& e, const Scope& scope) {
  const bool intersection = e.op == Op::QuantifiedIntersection;
  const Walks first = scope.walk();
  Info info;
  if (!first.empty()) {
    info = element_info(scope.result(first[0].element));
    for (const Walk& w : first) info = widened(info, element_info(scope.result(w.element)));
  }
  // Empty bounds are those of sets without elements.
  if (!intersection && (first.empty() || info.lo > info.hi)) return o_.empty(e.type);
  const auto contains = [this, scope, intersection](const V& x) {
    const Body in = [&](const V& tuple) { return scope.result(tuple)->contains(x); };
    return intersection ? o_.forall(scope.walk(), in) : o_.exists(scope.walk(), in);
  };
  const V all = o_.universe(e.type, info, true);
  if (!intersection && !all->walks && std::all_of(first.begin(), first.end(), [&](const Walk& w) {
        return static_cast<bool>(scope.result(w.element)->walks);
      })) {
    auto made = std::make_shared<Value>(*boxed_set(
        e.type, contains, [this, scope] { return joined_walks(scope); }, info));
    made->distinct = false;
    return made;
  }
  const V made = boxed_set(e.type, contains, all->walks ? filtered(all, e.type, contains)->walks : nullptr, info);
  if (!intersection) return made;
  return o_.checked([this, scope] { return o_.exists(scope.walk(), [this](const V&) { return o_.truth(true); }); },
                    made, "the intersection of no sets has no value", e.span);
}

}  // namespace px::b
