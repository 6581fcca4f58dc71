// Enumeration: running plans, quantifiers.
#include <algorithm>

#include "frontends/mcrl2/evaluator.h"

namespace px::mcrl2 {
namespace {

constexpr int64_t kMaxUnbounded = 10'000;  // values to try if nothing bounds a variable
constexpr int64_t kMaxInRange = 100'000'000;

}  // namespace

bool Evaluator::solve(const Plan& plan, Word* frame, const std::function<bool()>& found) {
  const Deeper deeper(*this);
  switch (plan.kind) {
    case Plan::Kind::Done: return found();
    case Plan::Kind::Filter: {
      const Word holds = eval(*plan.low, frame);
      if (holds == kFalse) return true;
      if (holds != kTrue) {
        throw EvaluationError{"'" + text(*plan.low->source, {}) + "' is neither true nor false, it stays " +
                              text(holds)};
      }
      return solve(*plan.next, frame, found);
    }
    case Plan::Kind::Value: frame[plan.slot] = eval(*plan.low, frame); return solve(*plan.next, frame, found);
    case Plan::Kind::Finite:
      for (const Word w : m_.domain(plan.sort)) {
        step();
        frame[plan.slot] = w;
        if (!solve(*plan.next, frame, found)) return false;
      }
      return true;
    case Plan::Kind::Members: return solve_members(plan, frame, found);
    case Plan::Kind::Range: return solve_range(plan, frame, found);
    case Plan::Kind::Lists: return solve_lists(plan, frame, found);
    case Plan::Kind::Unbounded: return solve_unbounded(plan, frame, found);
    case Plan::Kind::Cases:
      for (const auto& one : plan.cases) {
        if (!solve(*one, frame, found)) return false;
      }
      return true;
  }
  return true;
}

bool Evaluator::solve_members(const Plan& plan, Word* frame, const std::function<bool()>& found) {
  const Word of = eval(*plan.low, frame);
  std::vector<Word> items;
  SetView set;
  BagView bag;
  if (!list_items(of, items)) {
    items.clear();
    if (view_set(of, set) && set.predicate == kFalse) {
      items = set.items;
    } else if (view_bag(of, bag) && bag.function == kNothing) {
      for (const auto& [item, n] : bag.items) items.push_back(item);
    } else {
      throw EvaluationError{"the values of '" + plan.variable + "' are to be the members of " + text(of) +
                            ", which cannot be enumerated"};
    }
  }
  std::vector<Word> seen;
  for (const Word item : items) {
    step();
    if (std::any_of(seen.begin(), seen.end(), [&](Word w) { return same(w, item); })) continue;
    seen.push_back(item);
    frame[plan.slot] = item;
    if (!solve(*plan.next, frame, found)) return false;
  }
  return true;
}

bool Evaluator::solve_range(const Plan& plan, Word* frame, const std::function<bool()>& found) {
  const SortKind kind = m_.spec().sorts.kind(plan.sort);
  int64_t low = kind == SortKind::Pos ? 1 : 0;
  const auto bound = [&](const Code& code) {
    Word w = eval(code, frame);
    if (has_tag(w, Tag::Rational)) {
      w = exact_operation(&code == plan.low ? Builtin::Ceil : Builtin::Floor, &w, 1);
    }
    return small_number(w, ("a bound of '" + plan.variable + "'").c_str());
  };
  if (plan.low != nullptr) {
    const int64_t given = bound(*plan.low) + (plan.below_low ? 1 : 0);
    low = kind == SortKind::Int ? given : std::max(low, given);
  }
  const int64_t high = bound(*plan.high) - (plan.below_high ? 1 : 0);
  if (high - low > kMaxInRange) {
    throw EvaluationError{"'" + plan.variable + "' has more than " + std::to_string(kMaxInRange) + " values to try"};
  }
  for (int64_t n = low; n <= high; ++n) {
    step();
    frame[plan.slot] = small_word(n);
    if (!solve(*plan.next, frame, found)) return false;
  }
  return true;
}

// Shorter ones first.
bool Evaluator::solve_lists(const Plan& plan, Word* frame, const std::function<bool()>& found) {
  const int64_t most = small_number(eval(*plan.high, frame), "the length of a list") - (plan.below_high ? 1 : 0);
  const Domain& items = m_.domain(m_.spec().sorts.element(plan.sort));
  const std::function<bool(int64_t, Word)> extend = [&](int64_t left, Word list) {
    if (left == 0) {
      step();
      frame[plan.slot] = list;
      return solve(*plan.next, frame, found);
    }
    return std::all_of(items.rbegin(), items.rend(), [&](Word item) {
      return extend(left - 1, make(head_of(Tag::Cons), {item, list}));
    });
  };
  for (int64_t length = 0; length <= most; ++length) {
    if (!extend(length, kEmptyList)) return false;
  }
  return true;
}

bool Evaluator::solve_unbounded(const Plan& plan, Word* frame, const std::function<bool()>& found) {
  const SortKind kind = m_.spec().sorts.kind(plan.sort);
  for (int64_t n = kind == SortKind::Pos ? 1 : 0; n < kMaxUnbounded; ++n) {
    step();
    frame[plan.slot] = small_word(n);
    if (!solve(*plan.next, frame, found)) return false;
    if (kind != SortKind::Int || n == 0) continue;
    frame[plan.slot] = small_word(-n);
    if (!solve(*plan.next, frame, found)) return false;
  }
  throw EvaluationError{"'" + plan.variable + "' has no bound, and the first " + std::to_string(kMaxUnbounded) +
                        " values do not decide '" + text(*plan.source, {}) + "'"};
}

// Exists: a solution. Forall: no solution of the negation.
Word Evaluator::quantified(const Code& code, Word* frame) {
  const Plan& plan = *code.plan;
  Word* const own = this->frame(plan.slots + 1);
  for (size_t i = 0; i < code.parts.size(); ++i) own[i] = frame[code.parts[i]->slot];
  bool any = false;
  solve(plan, own, [&] {
    any = true;
    return false;
  });
  drop(plan.slots + 1);
  return truth_word(any == (code.op == Code::Op::Exists));
}

}  // namespace px::mcrl2
