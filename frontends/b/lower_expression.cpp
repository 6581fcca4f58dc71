// Expressions and predicates: numbers, truth values, sets. Relations and sequences have files of their own.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrOp = ir::Op;

V ExpressionLowering::symbol_value(SymbolId id, SourceSpan span) {
  if (const auto found = bound_.find(id); found != bound_.end()) return found->second;
  if (const auto found = storages_.find(id); found != storages_.end()) {
    if (!found->second.shape.stored.valid()) {
      unsupported(span, "the values of '" + found->second.name + "' are not known here");
    }
    return shapes_.read(found->second.shape, found->second.place);
  }
  const Symbol& s = m_.symbols[id];
  if (s.kind == SymbolKind::Set) return o_.universe(s.type, Info{}, true);
  if (s.kind == SymbolKind::Element) {
    const ir::SortId sort = o_.sort_of(s.set);
    const int64_t element = s.element;
    return o_.element(
        s.type, [this, sort, element] { return b_.constant(b_.element_type(sort), element); }, true);
  }
  unsupported(span, "the value of '" + s.name + "' is not known here");
}

V ExpressionLowering::value(ExprId id) {
  return placed_at(m_.exprs[id].span, [&] { return value_here(id); });
}

V ExpressionLowering::value_here(ExprId id) {
  if (const auto found = evaluated_.find(id); found != evaluated_.end()) return found->second;
  const Expr& e = m_.exprs[id];
  switch (e.kind) {
    case ExprKind::Integer: return o_.literal(e.type, e.value);
    case ExprKind::String: {
      const auto found = std::find(o_.string_texts.begin(), o_.string_texts.end(), e.text);
      PX_CHECK(found != o_.string_texts.end());
      const int64_t index = found - o_.string_texts.begin();
      auto v = std::make_shared<Value>(*o_.element(
          e.type, [this, index] { return b_.constant(b_.element_type(o_.string_sort()), index); }, true));
      v->info.named = true;
      return v;
    }
    case ExprKind::Symbol: return symbol_value(e.symbol, e.span);
    case ExprKind::OldSymbol: {
      const auto found = old_.find(e.symbol);
      return found != old_.end() ? found->second : symbol_value(e.symbol, e.span);
    }
    case ExprKind::Operation: return operation(e, id);
    case ExprKind::Binder: return binder(e);
    case ExprKind::Record: return o_.record(e.type, fields_of(e, e.type));
    case ExprKind::Field: {
      const V record = value(e.operands[0]);
      const Type type = o_.type(m_.exprs[e.operands[0]].type);
      for (size_t f = 0; f < type.fields.size(); ++f) {
        if (type.fields[f].name == e.text) return record->parts[f];
      }
      break;
    }
    case ExprKind::RecordSet: return record_set(e);
    case ExprKind::Let: return with(scope_of(e), [&] { return value(e.operands.back()); });
    default: break;
  }
  unsupported(e.span, "'" + text_of(m_, id) + "' is not supported yet");
}

// The values of a record's fields, in the order of its type.
std::vector<V> ExpressionLowering::fields_of(const Expr& e, TypeId record) {
  const Type type = o_.type(record);
  std::vector<V> values(type.fields.size());
  for (size_t i = 0; i < e.fields.size(); ++i) {
    for (size_t f = 0; f < type.fields.size(); ++f) {
      if (type.fields[f].name == e.fields[i].text) values[f] = value(e.operands[i]);
    }
  }
  return values;
}

// The bindings of LET x, y BE x = ... & y = ... IN.
ExpressionLowering::Names ExpressionLowering::scope_of(const Expr& let) {
  Names scope = bound_;
  for (size_t i = 0; i < let.bound.size(); ++i) {
    V named_value = with(scope, [&] { return value(let.operands[i]); });
    scope[let.bound[i]] = std::move(named_value);
  }
  return scope;
}

V ExpressionLowering::record_set(const Expr& e) {
  const std::vector<V> sets = fields_of(e, o_.type(e.type).left);
  Info element;
  bool full = true;
  for (const V& s : sets) {
    element.parts.push_back(s->info.parts.empty() ? Info{} : s->info.parts[0]);
    full = full && s->full;
  }
  const TypeId record = o_.type(e.type).left;
  auto v = std::make_shared<Value>(*boxed_set(
      e.type,
      [this, sets](const V& x) {
        ir::ExprId all = o_.truth(true);
        for (size_t i = 0; i < sets.size(); ++i) all = o_.both(all, sets[i]->contains(x->parts[i]));
        return all;
      },
      [this, sets, record, span = e.span]() -> Walks {
        // Field by field; the part of the record built so far is a list of values.
        std::function<Walks()> so_far = [this, record] {
          Walk start;
          start.element = o_.record(record, {});
          return Walks(1, start);
        };
        for (const V& set : sets) {
          so_far = [this, so_far, set, record, span] {
            return ValueOps::crossed(
                so_far, [&](const V&) { return o_.walks_of(set, span); },
                [&](const V& fields, const V& field) {
                  std::vector<V> values = fields->parts;
                  values.push_back(field);
                  return o_.record(record, std::move(values));
                });
          };
        }
        return so_far();
      },
      element));
  v->full = full;
  if (std::any_of(sets.begin(), sets.end(), [](const V& s) { return !s->walks; })) v->walks = nullptr;
  v->distinct = std::all_of(sets.begin(), sets.end(), [](const V& s) { return s->distinct; });
  return v;
}

V SetLowering::boxed_set(TypeId type, std::function<ir::ExprId(const V&)> contains, std::function<Walks()> walks,
                         const Info& element) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = type;
  v->info.parts = {element};
  v->contains = std::move(contains);
  v->walks = std::move(walks);
  return v;
}

namespace {

bool is_sequence_operation(Op op) {
  switch (op) {
    case Op::EmptySequence:
    case Op::SequenceOf:
    case Op::Concatenate:
    case Op::Prepend:
    case Op::Append:
    case Op::Take:
    case Op::Drop:
    case Op::First:
    case Op::Last:
    case Op::Front:
    case Op::Tail:
    case Op::Reverse:
    case Op::Size:
    case Op::GeneralConcatenation: return true;
    default: return false;
  }
}

bool is_relation_operation(Op op) {
  switch (op) {
    case Op::Compose:
    case Op::ParallelProduct:
    case Op::DirectProduct:
    case Op::DomainRestriction:
    case Op::DomainSubtraction:
    case Op::RangeRestriction:
    case Op::RangeSubtraction:
    case Op::Override:
    case Op::Inverse:
    case Op::Domain:
    case Op::Range:
    case Op::Identity:
    case Op::FirstProjection:
    case Op::SecondProjection:
    case Op::ReflexiveClosure:
    case Op::TransitiveClosure:
    case Op::Iterate:
    case Op::FunctionToRelation:
    case Op::RelationToFunction:
    case Op::Apply:
    case Op::Image: return true;
    default: return false;
  }
}

}  // namespace

V ExpressionLowering::operation(const Expr& e, ExprId id) {
  switch (e.op) {
    case Op::True:
    case Op::False: {
      const bool truth = e.op == Op::True;
      return o_.boolean(e.type, [this, truth] { return o_.truth(truth); });
    }
    case Op::BoolOf: {
      const Names scope = bound_;
      const auto old = old_;
      return o_.boolean(e.type,
                        [this, scope, inner = e.operands[0]] { return with(scope, [&] { return predicate(inner); }); });
    }
    case Op::Maplet: {
      V first = value(e.operands[0]);
      return o_.pair(e.type, first, value(e.operands[1]));
    }
    case Op::If: {
      const Names scope = bound_;
      const V then = value(e.operands[1]);
      const V otherwise = value(e.operands[2]);
      return o_.conditional([this, scope, c = e.operands[0]] { return with(scope, [&] { return predicate(c); }); },
                            then, otherwise);
    }
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::Modulo:
    case Op::Power:
    case Op::Negate:
    case Op::Successor:
    case Op::Predecessor:
    case Op::MaxInt:
    case Op::MinInt: return arithmetic(e);
    case Op::Minimum:
    case Op::Maximum: return extreme(e.op, value(e.operands[0]), text_of(m_, id), e.span);
    case Op::Card: return o_.size_of(value(e.operands[0]), e.span);
    default: break;
  }
  if (is_sequence_space(e.op)) return sequence_space(e.op, value(e.operands[0]), e.type);
  if (is_sequence_operation(e.op)) return sequence(e, id);
  return is_relation_operation(e.op) ? relation(e, id) : set_operation(e, id);
}

// ---- Numbers

namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// The bounds of a result; unbounded if it could exceed 64 bits.
std::pair<int64_t, int64_t> bounds_of(Op op, const Info& x, const Info& y) {
  if (!x.bounded() || !y.bounded()) return {kMin, kMax};
  __extension__ typedef __int128 Wide;
  const Wide c[] = {op == Op::Add        ? Wide{x.lo} + y.lo
                    : op == Op::Subtract ? Wide{x.lo} - y.hi
                                         : Wide{x.lo} * y.lo,
                    op == Op::Add        ? Wide{x.hi} + y.hi
                    : op == Op::Subtract ? Wide{x.hi} - y.lo
                                         : Wide{x.hi} * y.hi,
                    op == Op::Multiply ? Wide{x.lo} * y.hi : Wide{x.lo} + (op == Op::Add ? Wide{y.lo} : -Wide{y.hi}),
                    op == Op::Multiply ? Wide{x.hi} * y.lo : Wide{x.hi} + (op == Op::Add ? Wide{y.hi} : -Wide{y.lo})};
  const Wide lo = *std::min_element(c, c + 4);
  const Wide hi = *std::max_element(c, c + 4);
  if (lo <= kMin || hi >= kMax) return {kMin, kMax};
  return {static_cast<int64_t>(lo), static_cast<int64_t>(hi)};
}

}  // namespace

V ExpressionLowering::arithmetic(const Expr& e) {
  if (e.op == Op::MaxInt) return o_.literal(e.type, world_.max_int);
  if (e.op == Op::MinInt) return o_.literal(e.type, world_.min_int);
  const V x = e.op == Op::Negate ? o_.literal(e.type, 0) : value(e.operands[0]);
  const V y = e.op == Op::Successor || e.op == Op::Predecessor ? o_.literal(e.type, 1)
                                                               : value(e.operands[e.op == Op::Negate ? 0 : 1]);
  Op op = e.op;
  if (op == Op::Successor) op = Op::Add;
  if (op == Op::Predecessor || op == Op::Negate) op = Op::Subtract;
  const SourceSpan span = e.span;
  const auto fold = [this](V made) -> V {
    const auto known = o_.constant_of(made->scalar());
    return known ? o_.literal(made->type, *known) : made;
  };
  const auto known_x = o_.constant_of(x->scalar());
  const auto known_y = o_.constant_of(y->scalar());
  switch (op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply: {
      const IrOp ir_op = op == Op::Add ? IrOp::Add : op == Op::Subtract ? IrOp::Sub : IrOp::Mul;
      const auto [lo, hi] = bounds_of(op, x->info, y->info);
      if (known_x && known_y && lo == hi) return o_.literal(e.type, lo);
      return o_.integer(
          e.type, [this, ir_op, x, y, span] { return b_.binary(ir_op, x->scalar(), y->scalar(), span); }, lo, hi);
    }
    case Op::Divide: {
      if (known_x && known_y && *known_y != 0) return o_.literal(e.type, *known_x / *known_y);
      const bool natural = x->info.lo >= 0 && y->info.lo >= 0;
      const int64_t most = natural ? x->info.hi : x->info.bounded() ? std::max(-x->info.lo, x->info.hi) : kMax;
      const int64_t least = natural ? 0 : most == kMax ? kMin : -most;
      return o_.integer(
          e.type, [this, x, y, span] { return b_.binary(IrOp::Div, x->scalar(), y->scalar(), span); }, least, most);
    }
    case Op::Modulo: {
      // Defined for a natural number and a positive one.
      V v = o_.integer(
          e.type, [this, x, y, span] { return b_.binary(IrOp::Mod, x->scalar(), y->scalar(), span); }, 0,
          y->info.hi == kMax ? kMax : std::max<int64_t>(y->info.hi - 1, 0));
      v = o_.checked(
          [this, x, y] {
            const ir::ExprId natural =
                x->info.lo >= 0 ? o_.truth(true) : b_.binary(IrOp::Ge, x->scalar(), b_.integer(0));
            const ir::ExprId positive =
                y->info.lo > 0 ? o_.truth(true) : b_.binary(IrOp::Gt, y->scalar(), b_.integer(0));
            return o_.both(natural, positive);
          },
          v, "mod is defined for a natural number and a positive one", span);
      if (known_x && known_y && *known_x >= 0 && *known_y > 0) return o_.literal(e.type, *known_x % *known_y);
      return fold(v);
    }
    case Op::Power: return power(e, x, y);
    default: PX_UNREACHABLE("arithmetic");
  }
}

// x ** y as a product of y factors. Beyond 64 factors it overflows, unless x is -1, 0 or 1: then only the parity of y
// matters.
V ExpressionLowering::power(const Expr& e, const V& x, const V& y) {
  const SourceSpan span = e.span;
  const auto known_x = o_.constant_of(x->scalar());
  const auto known_y = o_.constant_of(y->scalar());
  if (known_x && known_y && *known_y >= 0 && *known_y <= 62) {
    int64_t result = 1;
    bool fits = true;
    for (int64_t i = 0; i < *known_y; ++i) fits = fits && !__builtin_mul_overflow(result, *known_x, &result);
    if (fits) return o_.literal(e.type, result);
  }
  constexpr int64_t kMaxFactors = 64;
  const int64_t most = std::min(kMaxFactors, std::max<int64_t>(y->info.hi, 0));
  const Make factors = [this, y, most] {
    if (y->info.hi <= most) return y->scalar();
    const ir::ExprId parity = b_.binary(IrOp::Mod, y->scalar(), b_.integer(2));
    return b_.conditional(b_.binary(IrOp::Le, y->scalar(), b_.integer(kMaxFactors)), y->scalar(),
                          b_.binary(IrOp::Sub, b_.integer(kMaxFactors), parity));
  };
  const Make product = [this, x, factors, most, span] {
    const ir::Domain rounds = ir::Domain::range(1, most);
    const ir::BindingId i = b_.binding_over("i'", rounds);
    const ir::ExprId counts = b_.binary(IrOp::Le, b_.use(i), factors());
    return b_.quantifier(IrOp::Product, i, rounds, counts, x->scalar(), span);
  };
  const V result = o_.integer(e.type, product, x->info.lo >= 0 ? 0 : kMin, kMax);
  return o_.checked(
      [this, y] { return y->info.lo >= 0 ? o_.truth(true) : b_.binary(IrOp::Ge, y->scalar(), b_.integer(0)); }, result,
      "a power has no value for a negative exponent", span);
}

// The minimum or maximum of numbers without known bounds: over the elements that the walks yield, one walk after the
// other.
std::optional<V> SetLowering::extreme_by_walks(bool least, const V& set) {
  if (!set->walks) return {};
  // For one walk: the number that means "no element" cannot be the result.
  const int64_t none = least ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
  const auto of_walk = [this, set, least, none](size_t index) {
    const std::function<ir::ExprId(const Walk&, size_t)> from = [&](const Walk& walk, size_t i) -> ir::ExprId {
      if (i == walk.steps.size()) return walk.element->scalar();
      const Step& step = walk.steps[i];
      const ir::ExprId rest = from(walk, i + 1);
      if (step.kind == Step::Kind::Name) return b_.let_in(step.binding, step.expr, rest);
      if (step.kind == Step::Kind::Filter) return b_.conditional(step.expr, rest, b_.integer(none));
      return b_.quantifier(least ? IrOp::Min : IrOp::Max, step.binding, step.domain, o_.truth(true), rest);
    };
    return from(set->walks()[index], 0);
  };
  const auto make = [this, set, least, none, of_walk] {
    ir::ExprId best = b_.integer(none);
    for (size_t i = 0; i < set->walks().size(); ++i) {
      const ir::ExprId other = of_walk(i);
      const ir::BindingId so_far = o_.name_for("m'", best);
      const ir::BindingId next = o_.name_for("m'", other);
      const ir::ExprId better = b_.binary(least ? IrOp::Lt : IrOp::Gt, b_.use(next), b_.use(so_far));
      const ir::ExprId chosen = b_.conditional(better, b_.use(next), b_.use(so_far));
      best = b_.let_in(so_far, best, b_.let_in(next, other, chosen));
    }
    return best;
  };
  return o_.integer(o_.types.integer(), make, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
}

V SetLowering::extreme(Op op, const V& set, const std::string& text, SourceSpan span) {
  const auto domain = o_.domain_of(o_.types.integer(), set->info.parts.empty() ? Info{} : set->info.parts[0]);
  const auto nonempty = [this, set, span] { return o_.negated(o_.is_empty(set, span)); };
  if (const auto found = domain ? std::nullopt : extreme_by_walks(op == Op::Minimum, set)) {
    return o_.checked(nonempty, *found, "'" + text + "' has no value: the set is empty", span);
  }
  if (!domain) unsupported(span, "'" + text + "': the numbers of this set have no known bounds");
  const ir::Domain over = *domain;
  const IrOp ir_op = op == Op::Minimum ? IrOp::Min : IrOp::Max;
  const V result = o_.integer(
      o_.types.integer(),
      [this, ir_op, over, set] {
        const ir::BindingId x = b_.binding_over("x'", over);
        const ir::ExprId in = set->contains(o_.from_index(o_.types.integer(), x, over));
        return b_.quantifier(ir_op, x, over, in, b_.use(x));
      },
      over.lo, over.hi);
  // A set that lists its elements is not empty. (Among that many numbers, at least one differs from all but the last
  // element, so that all expressions are evaluated and their errors found.)
  if (set->listed > 0 && over.hi - over.lo + 1 >= static_cast<int64_t>(set->listed)) return result;
  return o_.checked(nonempty, result, "'" + text + "' has no value: the set is empty", span);
}

}  // namespace px::b
