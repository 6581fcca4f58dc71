// Footprints: the possible values of an expression, and the cells read in evaluating it.
#include <algorithm>
#include <limits>
#include <utility>

#include "engine/base/check.h"
#include "engine/ir/fold.h"
#include "engine/ir/op_groups.h"
#include "engine/ir/pass/footprint.h"

namespace px::ir {
namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr uint32_t kUnrolled = 64;  // elements of a quantifier's domain that are enumerated

}  // namespace

ValueSet FootprintFinder::of_type(TypeId id) const {
  const TypeKind kind = program_.types[id].kind;
  if (kind == TypeKind::Set || kind == TypeKind::Sequence) return ValueSet::between(kMin, kMax);
  return ValueSet::between(program_.scalar_lo(id), program_.scalar_hi(id));
}

ValueSet FootprintFinder::of_domain(const Domain& domain) const {
  if (domain.is_subsets()) return ValueSet::between(kMin, kMax);
  const int64_t first = program_.domain_first(domain);
  return ValueSet::between(first, first + static_cast<int64_t>(program_.domain_size(domain)) - 1);
}

ValueSet FootprintFinder::eval(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::Const: return ValueSet::of(e.value);
    case Op::Binding: return bound_[e.binding.value] ? bindings_[e.binding.value] : of_type(e.type);
    case Op::Read: return eval_read(e);
    case Op::Timeout: return ValueSet::of(0);  // a step that waits for it comes only when no other is possible
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::If: return eval_truth(e);
    case Op::Let: {
      const ValueSet value = eval(e.operands[0]);
      bindings_[e.binding.value] = value;
      bound_[e.binding.value] = true;
      return eval(e.operands[1]);
    }
    case Op::Fix:
      bound_[e.binding.value] = false;
      eval(e.operands[0]);
      eval(e.operands[1]);
      return of_type(e.type);
    case Op::Check: return eval_check(e);
    case Op::QueueLength: {
      const Target queue = resolve(e.place);
      read_queue(queue, CellSpace::kLength);
      return ValueSet::between(0, program_.types[queue.type].capacity);
    }
    case Op::At:
    case Op::LocationIndex:
    case Op::CanMove: return eval_control(e, eval(e.operands[0]));
    case PX_QUANTIFIER_OPS: return eval_quantifier(e);
    case PX_SET_OPS: return eval_sets(e, eval(e.operands[0]));
    case Op::IndexOf: return eval(e.operands[0]);
    case Op::ElementAt: {
      const ValueSet number = eval(e.operands[0]);
      const int64_t last = static_cast<int64_t>(program_.sorts[program_.types[e.type].sort].size) - 1;
      may_fail_ = may_fail_ || number.range().lo < 0 || number.range().hi > last;
      return number.within(0, last);
    }
    case Op::Wrap: {
      const Interval range{program_.scalar_lo(e.type), program_.scalar_hi(e.type)};
      return ValueSet::combine(eval(e.operands[0]), ValueSet::of(0), range,
                               [&](int64_t x, int64_t) { return std::optional(wrap_value(x, range.lo, range.hi)); });
    }
    case PX_COMPARISON_OPS:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS: {
      const ValueSet a = eval(e.operands[0]);
      const ValueSet b = op_operands(e.op) == 2 ? eval(e.operands[1]) : ValueSet::of(0);
      return op_is_comparison(e.op) ? eval_comparison(e.op, a, b) : eval_arithmetic(e.op, a, b);
    }
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS:
      for (int i = 0; i < op_operands(e.op); ++i) eval(e.operands[i]);
      may_fail_ = true;
      return e.op == Op::SeqLength ? ValueSet::between(0, kMax) : of_type(e.type);
  }
  PX_UNREACHABLE("operation");
}

ValueSet FootprintFinder::eval_comparison(Op op, const ValueSet& a, const ValueSet& b) {
  if (a.empty() || b.empty()) return ValueSet::truth(true, true);
  if (a.listed() && b.listed()) {
    return ValueSet::combine(a, b, {0, 1}, [&](int64_t x, int64_t y) { return fold_operation(op, x, y); });
  }
  return ValueSet::truth(!interval_restrict(op_negated(op), a.range(), b.range()).empty(),
                         !interval_restrict(op, a.range(), b.range()).empty());
}

ValueSet FootprintFinder::eval_arithmetic(Op op, const ValueSet& a, const ValueSet& b) {
  if (a.empty() || b.empty()) return {};
  const IntervalResult bounds = interval_operation(op, a.range(), b.range());
  may_fail_ = may_fail_ || bounds.may_fail;
  return ValueSet::combine(a, b, bounds.range, [&](int64_t x, int64_t y) { return fold_operation(op, x, y); });
}

// Parts that are not evaluated are not read.
ValueSet FootprintFinder::eval_truth(const Expr& e) {
  const ValueSet a = eval(e.operands[0]);
  const bool no = a.empty() || a.may_be(0);
  const bool yes = a.empty() || a.may_be_true();
  if (e.op == Op::Not) return ValueSet::truth(yes, no);
  if (e.op == Op::And) {
    if (!yes) return ValueSet::of(0);
    const ValueSet b = eval(e.operands[1]);
    return ValueSet::truth(no || b.empty() || b.may_be(0), b.empty() || b.may_be_true());
  }
  if (e.op == Op::Or) {
    if (!no) return ValueSet::of(1);
    const ValueSet b = eval(e.operands[1]);
    return ValueSet::truth(b.empty() || b.may_be(0), yes || b.empty() || b.may_be_true());
  }
  ValueSet result;
  if (yes) result.add(eval(e.operands[1]));
  if (no) result.add(eval(e.operands[2]));
  return result;
}

ValueSet FootprintFinder::eval_check(const Expr& e) {
  const ValueSet holds = eval(e.operands[0]);
  if (!holds.must_be_true()) may_fail_ = true;
  return eval(e.operands[1]);
}

ValueSet FootprintFinder::eval_sets(const Expr& e, const ValueSet& a) {
  if (e.op == Op::Card) return ValueSet::between(0, 64);
  const auto index_in = [&](const Domain& domain, int64_t element) -> std::optional<int64_t> {
    const int64_t index = element - program_.domain_first(domain);
    if (index < 0 || index >= program_.domain_size(domain)) return {};
    return index;
  };
  if (e.op == Op::SetOf) {
    const Domain& domain = program_.types[e.type].domain;
    const ValueSet inside = a.within(program_.domain_first(domain),
                                     program_.domain_first(domain) + int64_t{program_.domain_size(domain)} - 1);
    may_fail_ = may_fail_ || inside != a;
    return ValueSet::combine(inside, ValueSet::of(0), Interval::all(), [&](int64_t x, int64_t) {
      const std::optional<int64_t> index = index_in(domain, x);
      return index ? std::optional(static_cast<int64_t>(uint64_t{1} << *index)) : std::nullopt;
    });
  }
  const ValueSet b = eval(e.operands[1]);
  if (e.op == Op::Member) {
    const Domain& domain = program_.types[program_.exprs[e.operands[1]].type].domain;
    return ValueSet::combine(a, b, {0, 1}, [&](int64_t x, int64_t set) {
      const std::optional<int64_t> index = index_in(domain, x);
      return std::optional<int64_t>(index && (static_cast<uint64_t>(set) >> *index & 1) != 0 ? 1 : 0);
    });
  }
  const Interval otherwise = e.op == Op::Subset ? Interval{0, 1} : Interval::all();
  return ValueSet::combine(a, b, otherwise, [&](int64_t x, int64_t y) { return fold_operation(e.op, x, y); });
}

ValueSet FootprintFinder::eval_control(const Expr& e, const ValueSet& a) {
  if (e.op == Op::CanMove) {
    everything_ = true;
    return ValueSet::truth(true, true);
  }
  const FamilyId family = e.op == Op::At ? program_.locations[e.location].family : e.family;
  const Family& f = program_.families[family];
  bool inside = false;
  for (uint32_t i = 0; i < f.count; ++i) {
    const int64_t element = static_cast<int64_t>(f.first) + i;
    if (!a.may_be(element)) continue;
    inside = true;
    const uint32_t process = cells_.process(family, element);
    if (process == CellSpace::kNoProcess) continue;
    read(e.op == Op::At ? cells_.standing_at(process, e.location) : process);
  }
  if (e.op == Op::At) return ValueSet::truth(true, inside);
  return ValueSet::between(-1, static_cast<int64_t>(f.locations.size()) - 1);
}

ValueSet FootprintFinder::eval_quantifier(const Expr& e) {
  const uint32_t size = program_.domain_size(e.domain);
  const ValueSet all = of_domain(e.domain);
  bool some_false = false;
  bool some_true = false;
  const auto round = [&](const ValueSet& value) {
    bindings_[e.binding.value] = value;
    bound_[e.binding.value] = true;
    ValueSet holds = ValueSet::of(1);
    if (e.operands[0].valid()) holds = eval(e.operands[0]);
    some_false = some_false || holds.empty() || holds.may_be(0);
    some_true = some_true || holds.empty() || holds.may_be_true();
    if (op_operands(e.op) == 2 && !holds.must_be(0)) eval(e.operands[1]);
    return holds;
  };
  if (size > kUnrolled || e.domain.is_subsets()) {
    round(all);
  } else {
    for (uint32_t i = 0; i < size; ++i) {
      const ValueSet holds = round(ValueSet::of(program_.domain_first(e.domain) + i));
      // An element that decides the quantifier ends its evaluation.
      if (e.op == Op::Forall && holds.must_be(0)) return ValueSet::of(0);
      if (e.op == Op::Exists && holds.must_be_true()) return ValueSet::of(1);
    }
  }
  if (e.op == Op::Forall) return ValueSet::truth(some_false, true);
  if (e.op == Op::Exists) return ValueSet::truth(true, some_true);
  if (e.op == Op::Count) return ValueSet::between(0, size);
  if (e.op != Op::Collect) may_fail_ = true;
  if (e.op == Op::The) return all;
  return ValueSet::between(kMin, kMax);
}

// ---- Places

ValueSet FootprintFinder::eval_read(const Expr& e) {
  bool front = false;
  const Target target = resolve(e.place, front);
  read_cells(target);
  if (target.one_cell || front || target.cells.empty()) return of_type(e.type);
  ValueSet result;
  for (const uint32_t cell : target.cells) result.add((*values_)(cell, target.type));
  return result;
}

void FootprintFinder::read_cells(const Target& target) {
  const uint32_t each = target.one_cell ? 1 : cells_.size(target.type);
  for (const uint32_t cell : target.cells) {
    for (uint32_t i = 0; i < each; ++i) read(cell + i);
  }
}

void FootprintFinder::read_queue(const Target& queue, CellSpace::QueueCell part) {
  for (const uint32_t cell : queue.cells) read(queue.one_cell ? cell : cell + part);
}

// `front`: the place is within an item of a queue, and the queue's cells represent it.
FootprintFinder::Target FootprintFinder::resolve(PlaceId id, bool& front) {
  const Place& place = program_.places[id];
  if (place.kind == Place::Kind::Variable) {
    return {{cells_.first(place.variable)}, place.type, cells_.is_one_cell(place.variable)};
  }
  Target target = resolve(place.parent, front);
  if (place.kind == Place::Kind::FieldOf) {
    if (!target.one_cell && !front) {
      uint32_t offset = 0;
      const Type& record = program_.types[target.type];
      for (uint32_t f = 0; f < place.field; ++f) offset += cells_.size(record.fields[f].type);
      for (uint32_t& cell : target.cells) cell += offset;
    }
    target.type = place.type;
    return target;
  }
  const ValueSet index = eval(place.index);
  const TypeId container = std::exchange(target.type, place.type);
  if (target.one_cell || front) return target;
  if (place.kind == Place::Kind::Item) {
    front = true;
    const bool first = index.must_be(0);
    const Target queue{target.cells, container, false};
    // Whether there is an item at all; a guard that ensures one has already recorded its own read of the length.
    const bool present = first && queue.cells.size() == 1 &&
                         std::find(nonempty_.begin(), nonempty_.end(), queue.cells[0]) != nonempty_.end();
    if (!present) {
      read_queue(queue, CellSpace::kLength);
      may_fail_ = true;
    }
    for (uint32_t& cell : target.cells) cell += first ? CellSpace::kHead : CellSpace::kItems;
    if (!first) read_queue(queue, CellSpace::kHead);
    target.one_cell = true;
    return target;
  }
  const Domain& domain = program_.types[container].domain;
  const int64_t first = program_.domain_first(domain);
  const int64_t last = first + static_cast<int64_t>(program_.domain_size(domain)) - 1;
  const uint32_t each = cells_.size(place.type);
  const bool outside = index.empty() || index.range().lo < first || index.range().hi > last;
  may_fail_ = may_fail_ || outside;
  std::vector<uint32_t> cells;
  for (const uint32_t base : target.cells) {
    for (int64_t i = first; i <= last; ++i) {
      if (index.empty() || index.may_be(i) || (i == first && outside)) {
        cells.push_back(base + static_cast<uint32_t>(i - first) * each);
      }
    }
  }
  target.cells = std::move(cells);
  return target;
}

}  // namespace px::ir
