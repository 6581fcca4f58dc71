// Sets of sequences: membership and, if the items are different, size and enumeration.
#include <algorithm>

#include "engine/ir/limits.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/set_lowering.h"

namespace px::b {

using IrOp = ir::Op;

namespace {

constexpr int64_t kLongest = 4096;
constexpr uint32_t kMaxItems = 7;  // maximum length of sequences that are enumerated

// The number of sequences of different items out of n: all of them have at most n items.
std::optional<int64_t> sequence_count(Op op, int64_t n) {
  int64_t of_length = 1;  // n! / (n - k)!
  int64_t all = op == Op::NonemptyInjectiveSequences ? 0 : 1;
  for (int64_t k = 1; k <= n; ++k) {
    if (__builtin_mul_overflow(of_length, n - k + 1, &of_length) || __builtin_add_overflow(all, of_length, &all))
      return {};
  }
  return op == Op::Permutations ? of_length : all;
}

}  // namespace

// seq(S), iseq(S), perm(S): membership.
V SetLowering::sequence_space(Op op, const V& of, TypeId type) {
  Info pair;
  pair.parts = {Info{}, of->info.parts.empty() ? Info{} : of->info.parts[0]};
  pair.parts[0].lo = 1;
  Info info;
  info.parts = {pair};
  info.functional = info.sequence = true;
  const bool injective = op == Op::InjectiveSequences || op == Op::NonemptyInjectiveSequences || op == Op::Permutations;
  if (injective) {
    const auto items = o_.size_within(o_.type(of->type).left, element_info(of));
    if (items && *items <= kLongest) info.longest = *items;
  }
  const auto contains = [this, op, of, injective](const V& s) -> ir::ExprId {
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
    // As the first condition, it prunes the search for sequences of other lengths.
    if (op == Op::Permutations && s->length && o_.can_count(of)) {
      all = o_.both(o_.equal(s->length, o_.size_of(of, nowhere)), all);
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
  };
  auto v = std::make_shared<Value>(*boxed_set(type, contains, nullptr, info));
  if (!injective) return v;
  if (o_.can_count(of)) {
    v->size = o_.tabulated(o_.size_of(of, {}), [op](int64_t n) { return sequence_count(op, n); }, {});
  }
  const TypeId item = o_.type(of->type).left;
  const auto items = o_.is_scalar(item) ? o_.mask_domain_of(of) : std::nullopt;
  if (items && b_.program().domain_size(*items) <= kMaxItems) v->walks = sequence_walks(op, of, type, *items);
  return v;
}

// One walk per length: a loop per item, which is in the set and differs from the previous ones.
std::function<Walks()> SetLowering::sequence_walks(Op op, const V& of, TypeId type, const ir::Domain& items) {
  return [this, op, of, type, items]() -> Walks {
    const TypeId item = o_.type(of->type).left;
    const TypeId integers = o_.types.integer();
    const Info& info = of->info.parts[0];
    Walks walks;
    for (int64_t length = op == Op::NonemptyInjectiveSequences ? 1 : 0; length <= b_.program().domain_size(items);
         ++length) {
      Walk walk;
      if (op == Op::Permutations) {
        walk.steps.push_back(ValueOps::filter(o_.equal(o_.size_of(of, {}), o_.literal(integers, length))));
      }
      std::vector<V> chosen;
      for (int64_t k = 0; k < length; ++k) {
        const ir::BindingId x = o_.index_name("x'", item, items);
        walk.steps.push_back(ValueOps::loop(x, items));
        const V next = o_.from_index(item, x, items);
        walk.steps.push_back(ValueOps::filter(of->contains(next)));
        for (const V& other : chosen) walk.steps.push_back(ValueOps::filter(o_.negated(o_.equal(next, other))));
        chosen.push_back(next);
      }
      walk.element = length == 0 ? o_.empty(o_.type(type).left) : items_in_order(o_.type(type).left, chosen, info);
      walks.push_back(std::move(walk));
    }
    return walks;
  };
}

}  // namespace px::b
