// Equality and order of values. (For the internal order of sets, see term_order.cpp.)
#include "frontends/mcrl2/evaluator.h"

namespace px::mcrl2 {

// ---- As values

Truth Evaluator::equal(Word a, Word b) {
  if (a == b) return Truth::True;
  if (is_small(a) && is_small(b)) return Truth::False;
  if (is_undecided(a) || is_undecided(b)) {
    const bool functions = (is_record(a) && tag(a) >= Tag::Lambda) || (is_record(b) && tag(b) >= Tag::Lambda);
    if (functions) return equal_functions(a, b);
    return same(a, b) ? Truth::True : Truth::Unknown;
  }
  if (is_number(a) || is_number(b)) return same(a, b) ? Truth::True : Truth::False;
  if (is_constructor(a) && is_constructor(b)) {
    const uint32_t x = symbol_of(a);
    const bool of_struct = m_.spec().symbols[SymbolId(x)].of_struct;
    if (x != symbol_of(b)) return of_struct ? Truth::False : Truth::Unknown;
    if (!is_record(a)) return Truth::True;
    const Truth all = equal_parts(a, b, 0);
    return all == Truth::False && !of_struct ? Truth::Unknown : all;
  }
  if (is_record(a) && is_record(b)) return equal_records(a, b);
  // One of them is empty or a truth value.
  const Word other = is_record(a) ? a : b;
  if (is_record(other) && tag(other) == Tag::SetBut) return part(other, 0) == kTrue ? Truth::False : Truth::Unknown;
  if (is_record(other) && tag(other) == Tag::BagBut) return Truth::Unknown;
  return Truth::False;
}

// With the same number of parts.
Truth Evaluator::equal_parts(Word a, Word b, size_t first) {
  if (parts(a) != parts(b)) return Truth::False;
  Truth all = Truth::True;
  for (size_t i = first; i < parts(a); ++i) {
    const Truth one = equal(part(a, i), part(b, i));
    if (one == Truth::False) return one;
    if (one == Truth::Unknown) all = one;
  }
  return all;
}

Truth Evaluator::equal_records(Word a, Word b) {
  if (tag(a) >= Tag::Lambda || tag(b) >= Tag::Lambda) return equal_functions(a, b);
  if (tag(a) == Tag::Cons && tag(b) == Tag::Cons) {
    Truth all = Truth::True;
    while (a != b) {
      if (!has_tag(a, Tag::Cons) || !has_tag(b, Tag::Cons)) {
        const Truth rest = equal(a, b);
        return rest == Truth::True ? all : rest;
      }
      const Truth one = equal(part(a, 0), part(b, 0));
      if (one == Truth::False) return one;
      if (one == Truth::Unknown) all = one;
      a = part(a, 1);
      b = part(b, 1);
    }
    return all;
  }
  const bool but = tag(a) == Tag::SetBut || tag(b) == Tag::SetBut || tag(a) == Tag::BagBut || tag(b) == Tag::BagBut;
  if (but) {
    if (tag(a) == tag(b) && same(part(a, 0), part(b, 0))) return equal_parts(a, b, 1);
    // A finite set never equals a cofinite one; these sorts are infinite.
    const bool all_but =
        (tag(a) == Tag::SetBut && part(a, 0) == kTrue) || (tag(b) == Tag::SetBut && part(b, 0) == kTrue);
    return all_but && tag(a) != tag(b) ? Truth::False : Truth::Unknown;
  }
  return equal_parts(a, b, 0);
}

// Compares normal forms; if one is a table, the domain is finite, and all values are compared.
Truth Evaluator::equal_functions(Word a, Word b) {
  if (same(a, b)) return Truth::True;
  const Word table = has_tag(a, Tag::Table) ? a : b;
  if (has_tag(table, Tag::Table)) {
    const Word other = table == a ? b : a;
    const std::vector<SortId>& sorts = m_.spec().sorts[SortId(number(table))].arguments;
    std::vector<Word> at(sorts.size() - 1);
    Truth all = Truth::True;
    size_t index = 0;
    const std::function<void(size_t)> visit = [&](size_t i) {
      if (i < at.size()) {
        for (const Word w : m_.domain(sorts[i])) {
          at[i] = w;
          visit(i + 1);
        }
        return;
      }
      const Truth one = equal(part(table, index++), apply(other, at.data(), at.size()));
      if (one == Truth::False || all == Truth::True) all = one == Truth::True ? all : one;
    };
    visit(0);
    return all;
  }
  const auto base = [&](Word f) { return has_tag(f, Tag::Update) ? part(f, 0) : f; };
  if (!same(base(a), base(b))) return Truth::Unknown;
  for (const Word f : {a, b}) {
    for (size_t i = 1; has_tag(f, Tag::Update) && i < parts(f); i += 2) {
      const Word at = part(f, i);
      const Truth one = equal(apply(a, &at, 1), apply(b, &at, 1));
      if (one != Truth::True) return one;
    }
  }
  return Truth::True;
}

// ---- Order

Truth Evaluator::less(Word a, Word b, bool or_equal) {
  if (is_small(a) && is_small(b)) {
    return (or_equal ? small_value(a) <= small_value(b) : small_value(a) < small_value(b)) ? Truth::True : Truth::False;
  }
  const auto as_truth = [](bool value) { return value ? Truth::True : Truth::False; };
  if (is_number(a) && is_number(b)) return as_truth(or_equal ? compare(a, b) <= 0 : compare(a, b) < 0);
  if (is_undecided(a) || is_undecided(b) || is_number(a) || is_number(b)) {
    return same(a, b) ? as_truth(or_equal) : Truth::Unknown;
  }
  const bool truths = (a == kTrue || a == kFalse) && (b == kTrue || b == kFalse);
  if (truths) return as_truth(or_equal ? a <= b : a < b);
  if (is_constructor(a) && is_constructor(b)) {
    const uint32_t x = symbol_of(a);
    const uint32_t y = symbol_of(b);
    if (!m_.spec().symbols[SymbolId(x)].of_struct) return same(a, b) ? as_truth(or_equal) : Truth::Unknown;
    if (x != y) return as_truth(m_.spec().symbols[SymbolId(x)].index < m_.spec().symbols[SymbolId(y)].index);
    return is_record(a) ? less_parts(a, b, or_equal) : as_truth(or_equal);
  }
  const auto is_list = [&](Word w) { return w == kEmptyList || has_tag(w, Tag::Cons); };
  if (is_list(a) && is_list(b)) {
    while (has_tag(a, Tag::Cons) && has_tag(b, Tag::Cons)) {
      const Truth first = equal(part(a, 0), part(b, 0));
      if (first == Truth::Unknown) return first;
      if (first == Truth::False) return less(part(a, 0), part(b, 0), false);
      a = part(a, 1);
      b = part(b, 1);
    }
    return as_truth(a == kEmptyList && (or_equal || b != kEmptyList));
  }
  SetView x;
  SetView y;
  if (view_set(a, x) && view_set(b, y)) {
    if (x.predicate != kFalse) return Truth::Unknown;
    for (const Word item : x.items) {
      const Word in = member(item, b);
      if (in != kTrue) return in == kFalse ? Truth::False : Truth::Unknown;
    }
    return or_equal ? Truth::True : y.predicate == kFalse ? as_truth(x.items.size() < y.items.size()) : Truth::Unknown;
  }
  BagView p;
  BagView q;
  if (view_bag(a, p) && view_bag(b, q) && p.function == kNothing) {
    for (const auto& [item, n] : p.items) {
      const Truth fits = less(n, count_in(item, b), true);
      if (fits != Truth::True) return fits;
    }
    if (or_equal) return Truth::True;
    const Truth same_bag = equal(a, b);
    return same_bag == Truth::Unknown ? same_bag : as_truth(same_bag == Truth::False);
  }
  return Truth::Unknown;
}

// From left to right: the first parts that differ decide.
Truth Evaluator::less_parts(Word a, Word b, bool or_equal) {
  for (size_t i = 0; i < parts(a); ++i) {
    const Truth one = equal(part(a, i), part(b, i));
    if (one == Truth::Unknown) return one;
    if (one == Truth::False) return less(part(a, i), part(b, i), false);
  }
  return or_equal ? Truth::True : Truth::False;
}

}  // namespace px::mcrl2
