// Sequences: a length, and an item for each position from 1.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrOp = ir::Op;

namespace {

Info item_info(const V& s) {
  if (s->info.parts.empty() || s->info.parts[0].parts.size() < 2) return {};
  return s->info.parts[0].parts[1];
}

constexpr int64_t kLongest = 4096;

}  // namespace

V SetLowering::sequence_of(TypeId type, V length, int64_t longest, std::function<V(const V&)> item, const Info& items) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = type;
  Info pair;
  pair.parts = {Info{}, items};
  pair.parts[0].lo = 1;
  pair.parts[0].hi = std::min(longest, kLongest);
  v->info.parts = {pair};
  v->info.functional = v->info.sequence = true;
  v->info.longest = std::min(longest, kLongest);
  v->length = std::move(length);
  v->apply = std::move(item);
  v->defined = [this, length = v->length](const V& i) {
    return o_.with_names(i, [&](const V& n) {
      const ir::ExprId low = n->info.lo >= 1 ? o_.truth(true) : b_.binary(IrOp::Ge, n->scalar(), b_.integer(1));
      if (n->info.hi <= length->info.lo) return low;
      return o_.both(low, b_.binary(IrOp::Le, n->scalar(), length->scalar()));
    });
  };
  complete_sequence(o_, *v);
  return v;
}

// A function that is known to be a sequence, because one is required.
V SetLowering::as_sequence(const V& v, SourceSpan span) {
  if (v->length) return v;
  if (!v->defined) unsupported(span, "this set of pairs is not known to be a sequence");
  const int64_t longest = v->info.parts.empty() || v->info.parts[0].parts.empty() ? 0 : v->info.parts[0].parts[0].hi;
  if (longest <= 0 || longest > kLongest) unsupported(span, "the length of this sequence has no known bound");
  const V size = o_.size_of(v, span);
  const V made =
      sequence_of(v->type, o_.integer(o_.types.integer(), size->scalar, 0, longest), longest, v->apply, item_info(v));
  const auto is_sequence = [this, v, size, span] {
    return o_.forall(o_.walks_of(v, span), [&](const V& x) {
      const ir::ExprId position = x->parts[0]->scalar();
      return o_.both(b_.binary(IrOp::Ge, position, b_.integer(1)), b_.binary(IrOp::Le, position, size->scalar()));
    });
  };
  return o_.checked(is_sequence, made, "this is used as a sequence, but its domain is not 1..n", span);
}

V ExpressionLowering::sequence(const Expr& e, ExprId id) {
  if (e.op == Op::EmptySequence) return o_.empty(e.type);
  if (e.op == Op::SequenceOf) return listed_sequence(e);
  const SourceSpan span = e.span;
  const auto operand = [&](size_t i) { return as_sequence(value(e.operands[i]), span); };
  switch (e.op) {
    case Op::Size: return operand(0)->length;
    case Op::Append:
    case Op::Prepend: return extended_sequence(e);
    case Op::Concatenate: {
      const V s = operand(0);
      return concatenated(s, operand(1), e.type);
    }
    case Op::GeneralConcatenation: return concatenated_parts(operand(0), e.type, span);
    case Op::Reverse: return reversed(operand(0), e.type);
    case Op::Take:
    case Op::Drop: return cut_sequence(e, id);
    default: return part_of_sequence(e, id);
  }
}

// The sum of a number and a constant.
V SetLowering::plus(const V& x, int64_t n) {
  const TypeId integers = o_.types.integer();
  if (x->info.lo == x->info.hi) return o_.literal(integers, x->info.lo + n);
  const bool low = x->info.lo == std::numeric_limits<int64_t>::min();
  const bool high = x->info.hi == std::numeric_limits<int64_t>::max();
  return o_.integer(
      integers, [this, x, n] { return b_.binary(IrOp::Add, x->scalar(), b_.integer(n)); },
      low ? x->info.lo : x->info.lo + n, high ? x->info.hi : x->info.hi + n);
}

// [a, b, c]
V ExpressionLowering::listed_sequence(const Expr& e) {
  std::vector<V> items;
  for (ExprId id : e.operands) items.push_back(value(id));
  Info info = items[0]->info;
  for (const V& item : items) info = widened(info, item->info);
  return items_in_order(e.type, items, info);
}

V SetLowering::items_in_order(TypeId type, const std::vector<V>& items, const Info& info) {
  const TypeId integers = o_.types.integer();
  const auto n = static_cast<int64_t>(items.size());
  return sequence_of(
      type, o_.literal(integers, n), n,
      [this, items, integers](const V& i) {
        V result = items.back();
        for (size_t k = items.size() - 1; k-- > 0;) {
          const auto position = static_cast<int64_t>(k + 1);
          result = o_.conditional([this, i, position, integers] { return o_.equal(i, o_.literal(integers, position)); },
                                  items[k], result);
        }
        return result;
      },
      info);
}

// first, last, front, tail: of a nonempty sequence.
V ExpressionLowering::part_of_sequence(const Expr& e, ExprId id) {
  const V s = as_sequence(value(e.operands[0]), e.span);
  V result;
  if (e.op == Op::First) {
    result = s->apply(o_.literal(o_.types.integer(), 1));
  } else if (e.op == Op::Last) {
    result = s->apply(s->length);
  } else {
    auto shorter = std::make_shared<Value>(*plus(s->length, -1));
    shorter->info.lo = std::max<int64_t>(shorter->info.lo, 0);
    const auto item = [this, s, tail = e.op == Op::Tail](const V& i) { return s->apply(tail ? plus(i, 1) : i); };
    result = sequence_of(e.type, shorter, s->info.longest, item, item_info(s));
  }
  return o_.checked(
      [this, s] {
        if (s->length->info.lo > 0) return o_.truth(true);
        return b_.binary(IrOp::Gt, s->length->scalar(), b_.integer(0));
      },
      result, "'" + text_of(m_, id) + "' has no value: the sequence is empty", e.span);
}

// s <- x and x -> s
V ExpressionLowering::extended_sequence(const Expr& e) {
  const bool behind = e.op == Op::Append;
  const V s = as_sequence(value(e.operands[behind ? 0 : 1]), e.span);
  const V x = value(e.operands[behind ? 1 : 0]);
  const Info info = s->info.longest == 0 ? x->info : widened(item_info(s), x->info);
  return sequence_of(
      e.type, plus(s->length, 1), s->info.longest + 1,
      [this, s, x, behind](const V& i) {
        if (s->info.longest == 0) return x;
        if (!behind) {
          return o_.conditional([this, i] { return b_.binary(IrOp::Eq, i->scalar(), b_.integer(1)); }, x,
                                s->apply(plus(i, -1)));
        }
        return o_.conditional([this, i, s] { return b_.binary(IrOp::Le, i->scalar(), s->length->scalar()); },
                              s->apply(i), x);
      },
      info);
}

// conc: one part for each possible position.
V SetLowering::concatenated_parts(const V& parts, TypeId type, SourceSpan span) {
  V result = o_.empty(type);
  for (int64_t k = 1; k <= parts->info.longest; ++k) {
    const V position = o_.literal(o_.types.integer(), k);
    V part = as_sequence(parts->apply(position), span);
    if (k > parts->length->info.lo) {
      auto known = std::make_shared<Value>(
          *o_.conditional([parts, position] { return parts->defined(position); }, part, o_.empty(type)));
      known->info.longest = part->info.longest;
      complete_sequence(o_, *known);
      part = known;
    }
    result = concatenated(result, part, type);
  }
  return result;
}

V SetLowering::reversed(const V& s, TypeId type) {
  const TypeId integers = o_.types.integer();
  return sequence_of(
      type, s->length, s->info.longest,
      [this, s, integers](const V& i) {
        return s->apply(o_.integer(
            integers,
            [this, s, i] {
              const ir::ExprId next = b_.binary(IrOp::Add, s->length->scalar(), b_.integer(1));
              return b_.binary(IrOp::Sub, next, i->scalar());
            },
            std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()));
      },
      item_info(s));
}

V ExpressionLowering::cut_sequence(const Expr& e, ExprId id) {
  const TypeId integers = o_.types.integer();
  const V s = as_sequence(value(e.operands[0]), e.span);
  const V n = value(e.operands[1]);
  const bool take = e.op == Op::Take;
  const V length =
      take ? o_.integer(integers, n->scalar, std::max<int64_t>(n->info.lo, 0), std::min(n->info.hi, s->info.longest))
           : o_.integer(
                 integers, [this, s, n] { return b_.binary(IrOp::Sub, s->length->scalar(), n->scalar()); }, 0,
                 s->info.longest);
  const V result = sequence_of(
      e.type, length, s->info.longest,
      [this, s, n, take, integers](const V& i) {
        if (take) return s->apply(i);
        return s->apply(o_.integer(
            integers, [this, i, n] { return b_.binary(IrOp::Add, i->scalar(), n->scalar()); },
            std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()));
      },
      item_info(s));
  return o_.checked(
      [this, s, n] {
        return o_.both(b_.binary(IrOp::Ge, n->scalar(), b_.integer(0)),
                       b_.binary(IrOp::Le, n->scalar(), s->length->scalar()));
      },
      result, "'" + text_of(m_, id) + "' has no value: the number is not between 0 and the length", e.span);
}

V SetLowering::concatenated(const V& s, const V& t, TypeId type) {
  const TypeId integers = o_.types.integer();
  if (s->info.longest == 0) return t;
  if (t->info.longest == 0) return s;
  const V sum = o_.integer(
      integers, [this, s, t] { return b_.binary(IrOp::Add, s->length->scalar(), t->length->scalar()); },
      s->length->info.lo + t->length->info.lo, s->length->info.hi + t->length->info.hi);
  const Info items = widened(item_info(s), item_info(t));
  return sequence_of(
      type, sum, s->info.longest + t->info.longest,
      [this, s, t, integers](const V& i) {
        const V rest = o_.integer(
            integers, [this, s, i] { return b_.binary(IrOp::Sub, i->scalar(), s->length->scalar()); },
            std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
        return o_.conditional([this, i, s] { return b_.binary(IrOp::Le, i->scalar(), s->length->scalar()); },
                              s->apply(i), t->apply(rest));
      },
      items);
}

}  // namespace px::b
