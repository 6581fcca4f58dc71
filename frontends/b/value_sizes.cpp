// The cardinality of a set: a constant, a bit count, or computed by enumerating the possible elements.
#include <algorithm>

#include "engine/ir/limits.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/value_ops.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

namespace {

constexpr int64_t kLargestTable = 512;

}  // namespace

// For a set that does not depend on the state.
std::optional<int64_t> ValueOps::known_size(const V& set) const {
  if (set->size && set->size->info.lo == set->size->info.hi) return set->size->info.lo;
  std::vector<ir::Domain> domains;
  const bool all = set->full && !set->info.parts.empty();
  if (!all || !domains_of(type(set->type).left, set->info.parts[0], domains)) return {};
  int64_t size = 1;
  for (const ir::Domain& d : domains) {
    if (__builtin_mul_overflow(size, int64_t{b.program().domain_size(d)}, &size)) return {};
  }
  return size;
}

// All values of the type, filtered by membership: each element once. Null if they cannot be enumerated.
std::function<Walks()> ValueOps::each_once(const V& set) {
  const V all = universe(set->type, element_info(set), true);
  if (!all->walks) return nullptr;
  return [set, all] {
    Walks walks = all->walks();
    for (Walk& walk : walks) walk.steps.push_back(filter(set->contains(walk.element)));
    return walks;
  };
}

// The same set, with walks that yield each element once, if the values of its type can be enumerated.
V ValueOps::once(const V& set) {
  if (set->distinct || !set->walks) return set;
  std::function<Walks()> walks = each_once(set);
  if (!walks) return set;
  auto v = std::make_shared<Value>(*set);
  v->distinct = true;
  v->walks = std::move(walks);
  return v;
}

bool ValueOps::can_count(const V& set) const {
  std::vector<ir::Domain> domains;
  return set->size || set->length || set->mask || set->walks ||
         domains_of(type(set->type).left, element_info(set), domains);
}

V ValueOps::size_of(const V& set, SourceSpan span) {
  const TypeId integers = types.integer();
  if (set->size) return set->size;
  if (set->length) return set->length;
  if (const auto known = known_size(set)) return literal(integers, *known);
  const auto domain = set->distinct && set->walks ? std::nullopt : mask_domain_of(set);
  if (set->mask || domain) {
    const ir::Domain over = set->mask ? set->mask_domain : *domain;
    return integer(
        integers, [this, set, over] { return b.unary(IrOp::Card, as_mask(set, over)); }, 0,
        b.program().domain_size(over));
  }
  if (set->distinct && set->walks) {
    const Make count = [this, set] { return sum(set->walks(), [this](const V&) { return b.integer(1); }); };
    const auto most_elements = size_within(type(set->type).left, element_info(set));
    const int64_t most = std::min<int64_t>(most_elements.value_or(INT32_MAX), INT32_MAX);
    return integer(integers, count, 0, most);
  }
  const std::function<Walks()> walks = each_once(set);
  if (!walks) unsupported(span, "the elements of this set cannot be counted");
  return integer(
      integers, [this, walks] { return sum(walks(), [this](const V&) { return b.integer(1); }); }, 0,
      std::numeric_limits<int32_t>::max());
}

V ValueOps::tabulated(const V& number, const std::function<std::optional<int64_t>(int64_t)>& entry, SourceSpan span) {
  const int64_t first = std::max<int64_t>(number->info.lo, 0);
  const int64_t last = std::min(number->info.hi, first + kLargestTable);
  std::vector<int64_t> table;
  for (int64_t n = first; n <= last; ++n) table.push_back(entry(n).value_or(-1));
  if (last < number->info.hi) table.push_back(-1);
  const TypeId integers = types.integer();
  const auto [least, most] = std::minmax_element(table.begin(), table.end());
  const bool has_all = *least >= 0;
  if (table.size() == 1 && has_all) return literal(integers, table[0]);
  const Make look_up = [this, number, table, first] {
    return with_names(number, [&](const V& n) {
      IrExpr value = b.integer(table.back());
      for (size_t i = table.size() - 1; i-- > 0;) {
        const IrExpr here = b.binary(IrOp::Eq, n->scalar(), b.integer(first + static_cast<int64_t>(i)));
        value = b.conditional(here, b.integer(table[i]), value);
      }
      return value;
    });
  };
  const V found = integer(integers, look_up, *least, *most);
  if (has_all) return found;
  return integer(
      integers,
      [this, found, span] {
        return with_names(found, [&](const V& n) {
          const IrExpr small = b.binary(IrOp::Ge, n->scalar(), b.integer(0));
          return b.check(small, n->scalar(), "the number of elements of this set is too large", span);
        });
      },
      0, std::max<int64_t>(*most, 0));
}

}  // namespace px::b
