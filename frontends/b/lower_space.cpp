// Sets of relations and functions: membership, size and, if they are small, enumeration.

#include "engine/ir/limits.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/set_lowering.h"

namespace px::b {

using IrOp = ir::Op;

namespace {

constexpr int64_t kMaxTabulated = 20;                // arguments or values of a space whose size is tabulated
constexpr uint64_t kMaxMembers = uint64_t{1} << 20;  // of a space that is enumerated

SetLowering::Arrow arrow_of(Op op) {
  SetLowering::Arrow arrow;
  arrow.total = op == Op::TotalRelations || op == Op::TotalSurjectiveRelations || op == Op::TotalFunctions ||
                op == Op::TotalInjections || op == Op::TotalSurjections || op == Op::TotalBijections;
  arrow.onto = op == Op::SurjectiveRelations || op == Op::TotalSurjectiveRelations || op == Op::PartialSurjections ||
               op == Op::TotalSurjections || op == Op::PartialBijections || op == Op::TotalBijections;
  arrow.function = op >= Op::PartialFunctions && op <= Op::TotalBijections;
  arrow.injective = op == Op::PartialInjections || op == Op::TotalInjections || op == Op::PartialBijections ||
                    op == Op::TotalBijections;
  return arrow;
}

// ---- Counting

__extension__ typedef __int128 Wide;
constexpr Wide kTooMany = Wide{1} << 100;

Wide times(Wide x, Wide y) {
  return x != 0 && (y > kTooMany / x || y < -kTooMany / x) ? kTooMany : x * y;
}
Wide power_of(Wide x, int64_t n) {
  Wide result = 1;
  for (int64_t i = 0; i < n && result < kTooMany && result > 0; ++i) result = times(result, x);
  return result;
}
Wide choose_of(int64_t n, int64_t k) {
  Wide result = 1;
  for (int64_t i = 1; i <= k; ++i) result = times(result, n - k + i) / i;
  return k < 0 || k > n ? 0 : result;
}
// The number of ways to assign different ones of n things to k arguments.
Wide injections_of(int64_t k, int64_t n) {
  Wide result = 1;
  for (int64_t i = 0; i < k; ++i) result = times(result, n - i);
  return k > n ? 0 : result;
}

// The number of relations between a things and b others, with certain rows, such that every one of b occurs: by
// inclusion-exclusion, all without that condition, less those that omit one, ...; `rows(m)` is the number if only m of
// b may occur.
template <class Rows>
Wide onto_of(int64_t b, const Rows& rows) {
  Wide result = 0;
  for (int64_t i = 0; i <= b; ++i) result += (i % 2 == 0 ? 1 : -1) * times(choose_of(b, i), rows(b - i));
  return result;
}

std::optional<int64_t> space_size(const SetLowering::Arrow& arrow, int64_t a, int64_t b) {
  if (a > 64 || b > 40) return {};
  Wide size = 0;
  if (arrow.injective) {
    for (int64_t k = 0; k <= a; ++k) {
      if ((arrow.total && k != a) || (arrow.onto && k != b)) continue;
      size += times(choose_of(a, k), injections_of(k, b));
    }
  } else {
    // Each of a has: at most one value, exactly one, any set of values, any nonempty set.
    const auto rows = [&](int64_t m) -> Wide {
      const Wide one = arrow.function ? Wide{m} + (arrow.total ? 0 : 1) : (Wide{1} << m) - (arrow.total ? 1 : 0);
      return power_of(one, a);
    };
    size = arrow.onto ? onto_of(b, rows) : rows(b);
  }
  if (size < 0 || size > std::numeric_limits<int64_t>::max()) return {};
  return static_cast<int64_t>(size);
}

}  // namespace

// ---- Relations

V SetLowering::relation_space(Op op, const V& from, const V& to, TypeId type) {
  const Arrow arrow = arrow_of(op);
  Info pairs;
  pairs.parts = {element_info(from), element_info(to)};
  Info info;
  info.parts = {pairs};
  info.functional = arrow.function;
  info.total = arrow.function && arrow.total && from->full;
  const auto contains = [this, from, to, total = arrow.total, onto = arrow.onto, function = arrow.function,
                         injective = arrow.injective](const V& r) -> ir::ExprId {
    const SourceSpan nowhere;
    ir::ExprId all = o_.forall(o_.walks_of(r, nowhere), [&](const V& x) {
      return o_.both(from->contains(x->parts[0]), to->contains(x->parts[1]));
    });
    const auto differ = [&](size_t same, size_t other) {
      all = o_.both(all, o_.forall(r->walks(), [&](const V& x) {
        return o_.forall(r->walks(), [&](const V& y) {
          return o_.either(o_.negated(o_.equal(x->parts[same], y->parts[same])),
                           o_.equal(x->parts[other], y->parts[other]));
        });
      }));
    };
    if (function && !r->defined) differ(0, 1);
    if (total) {
      all =
          o_.both(all, o_.forall(o_.walks_of(from, nowhere), [&](const V& x) { return o_.in_domain(r, x, nowhere); }));
    }
    if (injective) differ(1, 0);
    if (onto) {
      all = o_.both(all, o_.forall(o_.walks_of(to, nowhere), [&](const V& y) {
        return o_.exists(r->walks(), [&](const V& x) { return o_.equal(x->parts[1], y); });
      }));
    }
    return all;
  };
  auto v = std::make_shared<Value>(*boxed_set(type, contains, nullptr, info));
  if (o_.can_count(from) && o_.can_count(to)) v->size = space_count(arrow, o_.size_of(from, {}), o_.size_of(to, {}));
  v->walks = space_walks(arrow, *v, element_info(from), element_info(to));
  return v;
}

// The number of members, from the numbers of arguments and of values; unset if these may be too large.
V SetLowering::space_count(const Arrow& arrow, const V& arguments, const V& values) {
  const int64_t a = arguments->info.hi;
  const int64_t b = values->info.hi;
  const TypeId integers = o_.types.integer();
  if (arguments->info.lo == a && values->info.lo == b) {
    const auto size = space_size(arrow, a, b);
    return size ? o_.literal(integers, *size) : nullptr;
  }
  if (a > kMaxTabulated || b > kMaxTabulated) return nullptr;
  const V both = o_.integer(
      integers,
      [this, arguments, values, b] {
        const ir::ExprId row = b_.binary(IrOp::Mul, arguments->scalar(), b_.integer(b + 1));
        return b_.binary(IrOp::Add, row, values->scalar());
      },
      arguments->info.lo * (b + 1) + values->info.lo, a * (b + 1) + b);
  return o_.tabulated(both, [arrow, b](int64_t n) { return space_size(arrow, n / (b + 1), n % (b + 1)); }, {});
}

// Walks through a space: binds a name for the image of each argument. The rows of functions have one element, or at
// most one; the other requirements of the arrow are a condition at the end.
std::function<Walks()> SetLowering::space_walks(const Arrow& arrow, const Value& space, const Info& from,
                                                const Info& to) {
  const TypeId relation_type = o_.type(space.type).left;
  const TypeId pair_type = o_.type(relation_type).left;
  const TypeId from_type = o_.type(pair_type).left;
  const TypeId to_type = o_.type(pair_type).right;
  const auto arguments = o_.is_scalar(from_type) ? o_.domain_of(from_type, from) : std::nullopt;
  const auto values = o_.is_scalar(to_type) ? o_.domain_of(to_type, to) : std::nullopt;
  if (!arguments || !values) return nullptr;
  const uint32_t count = b_.program().domain_size(*arguments);
  const uint32_t width = b_.program().domain_size(*values);
  if (width > ir::kMaxSubsetsBase || count * width > 40) return nullptr;
  uint64_t members = 1;
  for (uint32_t k = 0; k < count; ++k) members *= arrow.function ? width + 1 : uint64_t{1} << width;
  if (members > kMaxMembers) return nullptr;
  return [this, arrow, belongs = space.contains, info = space.info, relation_type, pair_type, from_type, to_type,
          arguments = *arguments, values = *values, count]() -> Walks {
    Walk walk;
    std::vector<ir::BindingId> rows;
    const ir::Domain subsets = ir::Domain::subsets(values);
    for (uint32_t k = 0; k < count; ++k) {
      rows.push_back(b_.binding_over("row'", subsets));
      walk.steps.push_back(ValueOps::loop(rows[k], subsets));
      if (!arrow.function) continue;
      const ir::ExprId size = b_.unary(IrOp::Card, b_.use(rows[k]));
      walk.steps.push_back(ValueOps::filter(b_.binary(IrOp::Le, size, b_.integer(1))));
    }
    const TypeId row_type = o_.types.power(to_type);
    const int64_t first = b_.program().domain_first(arguments);
    const auto nth = [this, arguments, first](uint32_t k) {
      return arguments.is_family() ? b_.constant(b_.domain_type(arguments), first + k) : b_.integer(first + k);
    };
    const auto row = [this, rows, row_type, values, nth](const V& x) {
      return o_.mask_set(row_type, values, [this, rows, values, nth, x] {
        return o_.with_names(x, [&](const V& named) {
          ir::ExprId mask = b_.constant(b_.set_type(values), 0);
          for (uint32_t k = 0; k < rows.size(); ++k) {
            mask = b_.conditional(b_.binary(IrOp::Eq, o_.as_index(named), nth(k)), b_.use(rows[k]), mask);
          }
          return mask;
        });
      });
    };
    auto v = std::make_shared<Value>(*boxed_set(
        relation_type, [row](const V& p) { return row(p->parts[0])->contains(p->parts[1]); }, nullptr,
        info.parts[0].parts[0]));
    v->row = row;
    v->walks = [this, rows, nth, from_type, to_type, pair_type, values]() -> Walks {
      Walks walks;
      for (uint32_t k = 0; k < rows.size(); ++k) {
        const ir::BindingId y = o_.index_name("y'", to_type, values);
        const Make make = [nth, k] { return nth(k); };
        const V x = scalar_of(from_type, make);
        walks.push_back(
            {{ValueOps::loop(y, values), ValueOps::filter(b_.binary(IrOp::Member, b_.use(y), b_.use(rows[k])))},
             o_.pair(pair_type, x, o_.from_index(to_type, y, values))});
      }
      return walks;
    };
    if (arrow.function) {
      v->info.functional = true;
      v->defined = [this, row](const V& x) { return o_.negated(o_.is_empty(row(x), {})); };
      v->apply = [this, row](const V& x) { return o_.only_element(row(x), {}); };
    }
    const ir::ExprId in = belongs(v);
    if (!o_.is_constant(in, 1)) walk.steps.push_back(ValueOps::filter(in));
    walk.element = v;
    return {walk};
  };
}

// An atom, from its index.
V SetLowering::scalar_of(TypeId type, const Make& index) {
  switch (o_.type(type).kind) {
    case TypeKind::Boolean:
      return o_.boolean(type, [this, index] { return b_.binary(IrOp::Ne, index(), b_.integer(0)); });
    case TypeKind::Integer: {
      const int64_t value = *o_.constant_of(index());
      return o_.literal(type, value);
    }
    default: return o_.element(type, index, true);
  }
}

}  // namespace px::b
