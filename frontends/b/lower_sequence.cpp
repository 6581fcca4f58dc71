// Sequences: a length, and an item for each position from 1.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowerer.h"
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

V Lowerer::sequence_of(TypeId type, V length, int64_t longest, std::function<V(const V&)> item, const Info& items) {
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

// A function that is known to be a sequence by what is required of it.
V Lowerer::as_sequence(const V& v, SourceSpan span) {
  if (v->length) return v;
  if (!v->defined) unsupported(span, "this set of pairs is not known to be a sequence");
  const int64_t longest = v->info.parts.empty() || v->info.parts[0].parts.empty() ? 0 : v->info.parts[0].parts[0].hi;
  if (longest <= 0 || longest > kLongest) unsupported(span, "the length of this sequence has no known bound");
  const V size = o_.size_of(v, span);
  return sequence_of(v->type, o_.integer(o_.types.integer(), size->scalar, 0, longest), longest, v->apply,
                     item_info(v));
}

V Lowerer::sequence(const Expr& e, ExprId id) {
  const TypeId integers = o_.types.integer();
  const SourceSpan span = e.span;
  const auto operand = [&](size_t i) { return as_sequence(value(e.operands[i]), span); };
  const auto plus = [this, integers](const V& x, int64_t n) {
    if (x->info.lo == x->info.hi) return o_.literal(integers, x->info.lo + n);
    return o_.integer(
        integers, [this, x, n] { return b_.binary(IrOp::Add, x->scalar(), b_.integer(n)); }, x->info.lo + n,
        x->info.hi + n);
  };
  const auto joined_info = [](const Info& x, const Info& y) {
    Info r = x;
    r.lo = std::min(x.lo, y.lo);
    r.hi = std::max(x.hi, y.hi);
    return r;
  };
  const std::string text = text_of(m_, id);
  const auto nonempty = [this, &text, span](const V& s, const V& result) {
    return o_.checked(
        [this, s] {
          if (s->length->info.lo > 0) return o_.truth(true);
          return b_.binary(IrOp::Gt, s->length->scalar(), b_.integer(0));
        },
        result, "'" + text + "' has no value: the sequence is empty", span);
  };
  switch (e.op) {
    case Op::EmptySequence: return o_.empty(e.type);
    case Op::SequenceOf: {
      std::vector<V> items;
      for (ExprId operand_id : e.operands) items.push_back(value(operand_id));
      Info info = items[0]->info;
      for (const V& item : items) info = joined_info(info, item->info);
      const auto n = static_cast<int64_t>(items.size());
      return sequence_of(
          e.type, o_.literal(integers, n), n,
          [this, items, integers](const V& i) {
            V result = items.back();
            for (size_t k = items.size() - 1; k-- > 0;) {
              const auto position = static_cast<int64_t>(k + 1);
              result =
                  o_.conditional([this, i, position, integers] { return o_.equal(i, o_.literal(integers, position)); },
                                 items[k], result);
            }
            return result;
          },
          info);
    }
    case Op::Size: return operand(0)->length;
    case Op::First: {
      const V s = operand(0);
      return nonempty(s, s->apply(o_.literal(integers, 1)));
    }
    case Op::Last: {
      const V s = operand(0);
      return nonempty(s, s->apply(s->length));
    }
    case Op::Front: {
      const V s = operand(0);
      auto shorter = std::make_shared<Value>(*plus(s->length, -1));
      shorter->info.lo = std::max<int64_t>(shorter->info.lo, 0);
      return nonempty(s, sequence_of(e.type, shorter, s->info.longest, s->apply, item_info(s)));
    }
    case Op::Tail: {
      const V s = operand(0);
      auto shorter = std::make_shared<Value>(*plus(s->length, -1));
      shorter->info.lo = std::max<int64_t>(shorter->info.lo, 0);
      return nonempty(s, sequence_of(
                             e.type, shorter, s->info.longest, [s, plus](const V& i) { return s->apply(plus(i, 1)); },
                             item_info(s)));
    }
    case Op::Append: {
      const V s = operand(0);
      const V x = value(e.operands[1]);
      const Info info = s->info.longest == 0 ? x->info : joined_info(item_info(s), x->info);
      return sequence_of(
          e.type, plus(s->length, 1), s->info.longest + 1,
          [this, s, x](const V& i) {
            if (s->info.longest == 0) return x;
            return o_.conditional([this, i, s] { return b_.binary(IrOp::Le, i->scalar(), s->length->scalar()); },
                                  s->apply(i), x);
          },
          info);
    }
    case Op::Prepend: {
      const V x = value(e.operands[0]);
      const V s = operand(1);
      const Info info = s->info.longest == 0 ? x->info : joined_info(item_info(s), x->info);
      return sequence_of(
          e.type, plus(s->length, 1), s->info.longest + 1,
          [this, s, x, plus](const V& i) {
            if (s->info.longest == 0) return x;
            return o_.conditional([this, i] { return b_.binary(IrOp::Eq, i->scalar(), b_.integer(1)); }, x,
                                  s->apply(plus(i, -1)));
          },
          info);
    }
    case Op::Concatenate: {
      const V s = operand(0);
      const V t = operand(1);
      if (s->info.longest == 0) return t;
      if (t->info.longest == 0) return s;
      const V sum = o_.integer(
          integers, [this, s, t] { return b_.binary(IrOp::Add, s->length->scalar(), t->length->scalar()); },
          s->length->info.lo + t->length->info.lo, s->length->info.hi + t->length->info.hi);
      return sequence_of(
          e.type, sum, s->info.longest + t->info.longest,
          [this, s, t, integers](const V& i) {
            const V rest = o_.integer(
                integers, [this, s, i] { return b_.binary(IrOp::Sub, i->scalar(), s->length->scalar()); },
                std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
            return o_.conditional([this, i, s] { return b_.binary(IrOp::Le, i->scalar(), s->length->scalar()); },
                                  s->apply(i), t->apply(rest));
          },
          joined_info(item_info(s), item_info(t)));
    }
    case Op::Reverse: {
      const V s = operand(0);
      return sequence_of(
          e.type, s->length, s->info.longest,
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
    case Op::Take:
    case Op::Drop: {
      const V s = operand(0);
      const V n = value(e.operands[1]);
      const bool take = e.op == Op::Take;
      const V length =
          take ? o_.integer(integers, n->scalar, 0, s->info.longest)
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
          result, "'" + text + "' has no value: the number is not between 0 and the length", span);
    }
    default: unsupported(span, "'" + text + "' is not supported yet");
  }
}

// seq(S), iseq(S), perm(S): what belongs to them.
V Lowerer::sequence_space(Op op, const V& of, TypeId type) {
  Info pair;
  pair.parts = {Info{}, of->info.parts.empty() ? Info{} : of->info.parts[0]};
  pair.parts[0].lo = 1;
  Info info;
  info.parts = {pair};
  info.functional = info.sequence = true;
  const bool injective = op == Op::InjectiveSequences || op == Op::NonemptyInjectiveSequences || op == Op::Permutations;
  if (injective) {
    if (const auto domain = o_.mask_domain_of(of)) info.longest = b_.program().domain_size(*domain);
  }
  return boxed_set(
      type,
      [this, op, of, injective](const V& s) -> ir::ExprId {
        const SourceSpan nowhere;
        ir::ExprId all = o_.forall(o_.walks_of(s, nowhere), [&](const V& x) { return of->contains(x->parts[1]); });
        if (!s->length) {
          // The domain is 1..card(s).
          const V size = o_.size_of(s, nowhere);
          all = o_.both(all, o_.forall(s->walks(), [&](const V& x) {
            return o_.both(b_.binary(IrOp::Ge, x->parts[0]->scalar(), b_.integer(1)),
                           b_.binary(IrOp::Le, x->parts[0]->scalar(), size->scalar()));
          }));
          if (!s->defined) {
            all = o_.both(all, o_.forall(s->walks(), [&](const V& x) {
              return o_.forall(s->walks(), [&](const V& y) {
                return o_.either(o_.negated(o_.equal(x->parts[0], y->parts[0])), o_.equal(x->parts[1], y->parts[1]));
              });
            }));
          }
        }
        if (op == Op::NonemptySequences || op == Op::NonemptyInjectiveSequences) {
          all = o_.both(all, s->length ? b_.binary(IrOp::Gt, s->length->scalar(), b_.integer(0))
                                       : o_.negated(o_.is_empty(s, nowhere)));
        }
        if (injective) {
          all = o_.both(all, o_.forall(s->walks(), [&](const V& x) {
            return o_.forall(s->walks(), [&](const V& y) {
              return o_.either(o_.negated(o_.equal(x->parts[1], y->parts[1])), o_.equal(x->parts[0], y->parts[0]));
            });
          }));
        }
        if (op == Op::Permutations) {
          all = o_.both(all, o_.forall(o_.walks_of(of, nowhere), [&](const V& y) {
            return o_.exists(s->walks(), [&](const V& x) { return o_.equal(x->parts[1], y); });
          }));
        }
        return all;
      },
      nullptr, info);
}

}  // namespace px::b
