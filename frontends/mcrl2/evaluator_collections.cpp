// Lists, sets, bags, updates of functions.
//
// A set is finite, or a predicate with finitely many exceptions; a bag likewise, with a function to numbers. Over a
// finite sort every set is represented as finite, so that equal sets are equal terms.
#include <algorithm>

#include "frontends/mcrl2/evaluator.h"

namespace px::mcrl2 {

// ---- Lists

// False if the list does not end in the empty list.
bool Evaluator::list_items(Word list, std::vector<Word>& items) const {
  for (; has_tag(list, Tag::Cons); list = part(list, 1)) items.push_back(part(list, 0));
  return list == kEmptyList;
}

Word Evaluator::list_of(const std::vector<Word>& items, Word rest) {
  for (size_t i = items.size(); i-- > 0;) rest = make(head_of(Tag::Cons), {items[i], rest});
  return rest;
}

Word Evaluator::list_operation(Builtin op, const Word* a, size_t count) {
  step();
  if (op == Builtin::Prepend) return make(head_of(Tag::Cons), {a[0], a[1]});
  const bool cons = has_tag(a[0], Tag::Cons);
  if (op == Builtin::Head || op == Builtin::Tail) {
    return cons ? part(a[0], op == Builtin::Head ? 0 : 1) : stuck(op, a, count);
  }
  if (op == Builtin::At) {
    if (!is_small(a[1])) return stuck(op, a, count);
    Word list = a[0];
    for (int64_t left = small_value(a[1]); has_tag(list, Tag::Cons); list = part(list, 1)) {
      if (left-- == 0) return part(list, 0);
    }
    return stuck(op, a, count);
  }
  std::vector<Word> items;
  if (!list_items(a[0], items)) return stuck(op, a, count);
  add_steps(items.size() / 8);
  if (op == Builtin::Append) return list_of(items, make(head_of(Tag::Cons), {a[1], kEmptyList}));
  if (op == Builtin::Concat) return list_of(items, a[1]);
  if (items.empty()) return stuck(op, a, count);
  if (op == Builtin::RHead) return items.back();
  items.pop_back();
  return list_of(items, kEmptyList);
}

Word Evaluator::size(Word of) {
  std::vector<Word> items;
  if (list_items(of, items)) return small_word(static_cast<int64_t>(items.size()));
  if (of == kEmptySet || of == kEmptyBag) return small_word(0);
  if (has_tag(of, Tag::Set)) return small_word(static_cast<int64_t>(parts(of)));
  if (has_tag(of, Tag::Bag)) {
    Word sum = small_word(0);
    for (size_t i = 1; i < parts(of); i += 2) {
      const Word both[] = {sum, part(of, i)};
      sum = number_operation(Builtin::Add, both, 2);
    }
    return sum;
  }
  return stuck(Builtin::Size, &of, 1);
}

Word Evaluator::member(Word element, Word of) {
  const Word arguments[] = {element, of};
  if (of == kEmptyList || of == kEmptySet || of == kEmptyBag) return kFalse;
  if (!is_record(of)) return stuck(Builtin::In, arguments, 2);
  const Tag t = tag(of);
  bool unknown = false;
  const auto is = [&](Word item) {
    const Truth found = equal(element, item);
    unknown |= found == Truth::Unknown;
    return found == Truth::True;
  };
  if (t == Tag::Cons) {
    for (; has_tag(of, Tag::Cons); of = part(of, 1)) {
      if (is(part(of, 0))) return kTrue;
    }
    return unknown || of != kEmptyList ? stuck(Builtin::In, arguments, 2) : kFalse;
  }
  if (t == Tag::Bag || t == Tag::BagBut) {
    const Word n = count_in(element, of);
    return is_number(n) ? truth_word(n != small_word(0)) : stuck(Builtin::In, arguments, 2);
  }
  if (t != Tag::Set && t != Tag::SetBut) return stuck(Builtin::In, arguments, 2);
  const size_t first = t == Tag::Set ? 0 : 1;
  for (size_t i = first; i < parts(of); ++i) {
    if (!is(part(of, i))) continue;
    return t == Tag::Set ? kTrue : negation(apply(part(of, 0), &element, 1));
  }
  if (unknown) return stuck(Builtin::In, arguments, 2);
  return t == Tag::Set ? kFalse : apply(part(of, 0), &element, 1);
}

// ---- Sets

Word Evaluator::finite_set(std::vector<Word> items) {
  add_steps(items.size() / 8);
  std::sort(items.begin(), items.end(), [&](Word a, Word b) { return compare(a, b) < 0; });
  items.erase(std::unique(items.begin(), items.end(), [&](Word a, Word b) { return same(a, b); }), items.end());
  return items.empty() ? kEmptySet : make(head_of(Tag::Set), items);
}

bool Evaluator::view_set(Word w, SetView& view) const {
  if (w == kEmptySet) return true;
  const bool but = has_tag(w, Tag::SetBut);
  if (!but && !has_tag(w, Tag::Set)) return false;
  if (but) view.predicate = part(w, 0);
  for (size_t i = but ? 1 : 0; i < parts(w); ++i) view.items.push_back(part(w, i));
  return true;
}

// The set of a predicate with exceptions. `sort` is that of the set.
Word Evaluator::general_set(Word predicate, std::vector<Word> exceptions, SortId sort) {
  if (predicate == kFalse) return finite_set(std::move(exceptions));
  const SortId element = m_.spec().sorts.element(sort);
  const Word plain = finite_set(std::move(exceptions));
  SetView view;
  view_set(plain, view);
  std::vector<Word> record = {predicate};
  record.insert(record.end(), view.items.begin(), view.items.end());
  const Word made = make(head_of(Tag::SetBut), record);
  if (!m_.count_values(element, 4096)) return made;
  std::vector<Word> items;
  for (const Word w : m_.domain(element)) {
    const Word in = member(w, made);
    if (in == kTrue) items.push_back(w);
    if (in != kTrue && in != kFalse) return made;
  }
  return finite_set(std::move(items));
}

Word Evaluator::predicate_of(Builtin op, Word a, Word b) {
  if (op == Builtin::SetUnion) {
    if (a == kFalse || b == kTrue) return b;
    if (b == kFalse || a == kTrue || same(a, b)) return a;
    return make(head_of(Tag::Or), {a, b});
  }
  if (op == Builtin::SetMinus) b = b == kTrue ? kFalse : b == kFalse ? kTrue : make(head_of(Tag::Not), {b});
  if (a == kTrue || b == kFalse) return b;
  if (b == kTrue || a == kFalse || same(a, b)) return a;
  return make(head_of(Tag::And), {a, b});
}

Word Evaluator::set_operation(Builtin op, const Word* a, SortId sort) {
  step();
  SetView x;
  SetView y;
  if (op == Builtin::SetNot) {
    if (!view_set(a[0], x)) return stuck(op, a, 1);
    const Word p = x.predicate == kFalse            ? kTrue
                   : x.predicate == kTrue           ? kFalse
                   : has_tag(x.predicate, Tag::Not) ? part(x.predicate, 0)
                                                    : make(head_of(Tag::Not), {x.predicate});
    return general_set(p, std::move(x.items), sort);
  }
  if (!view_set(a[0], x) || !view_set(a[1], y)) return stuck(op, a, 2);
  const Word predicate = predicate_of(op, x.predicate, y.predicate);
  // Elements that either side names are tested one by one.
  std::vector<Word> exceptions;
  std::vector<Word> all = x.items;
  all.insert(all.end(), y.items.begin(), y.items.end());
  for (const Word item : all) {
    const Word first = member(item, a[0]);
    const Word second = member(item, a[1]);
    const Word in = op == Builtin::SetUnion  ? disjunction(first, second)
                    : op == Builtin::SetMeet ? conjunction(first, second)
                                             : conjunction(first, negation(second));
    const Word usual = apply(predicate, &item, 1);
    if ((in != kTrue && in != kFalse) || (usual != kTrue && usual != kFalse)) return stuck(op, a, 2);
    if (in != usual) exceptions.push_back(item);
  }
  return general_set(predicate, std::move(exceptions), sort);
}

// { x: S | p } and { x: S | n }.
Word Evaluator::set_of(const Code& code, Word* frame) {
  const Word function = captured(code, frame);
  if (code.op == Code::Op::BagOf) return general_bag(function, {}, code.sort);
  if (code.plan != nullptr) {
    const Plan& plan = *code.plan;
    Word* const own = this->frame(plan.slots + 1);
    for (size_t i = 0; i < code.parts.size(); ++i) own[i] = frame[code.parts[i]->slot];
    std::vector<Word> items;
    const bool whole = solve(plan, own, [&] {
      items.push_back(eval(*plan.results[0], own));
      return items.size() <= 100'000;
    });
    drop(plan.slots + 1);
    if (whole) return finite_set(std::move(items));
  }
  return general_set(function, {}, code.sort);
}

// ---- Bags

Word Evaluator::finite_bag(std::vector<std::pair<Word, Word>> items) {
  std::sort(items.begin(), items.end(), [&](const auto& a, const auto& b) { return compare(a.first, b.first) < 0; });
  std::vector<Word> record;
  for (size_t i = 0; i < items.size(); ++i) {
    Word n = items[i].second;
    while (i + 1 < items.size() && same(items[i].first, items[i + 1].first)) {
      const Word both[] = {n, items[++i].second};
      n = number_operation(Builtin::Add, both, 2);
    }
    if (n == small_word(0)) continue;
    record.push_back(items[i].first);
    record.push_back(n);
  }
  return record.empty() ? kEmptyBag : make(head_of(Tag::Bag), record);
}

bool Evaluator::view_bag(Word w, BagView& view) const {
  if (w == kEmptyBag) return true;
  const bool but = has_tag(w, Tag::BagBut);
  if (!but && !has_tag(w, Tag::Bag)) return false;
  if (but) view.function = part(w, 0);
  for (size_t i = but ? 1 : 0; i + 1 < parts(w); i += 2) view.items.emplace_back(part(w, i), part(w, i + 1));
  return true;
}

Word Evaluator::general_bag(Word function, std::vector<std::pair<Word, Word>> items, SortId sort) {
  if (function == kNothing) return finite_bag(std::move(items));
  const SortId element = m_.spec().sorts.element(sort);
  std::sort(items.begin(), items.end(), [&](const auto& a, const auto& b) { return compare(a.first, b.first) < 0; });
  std::vector<Word> record = {function};
  for (const auto& [item, n] : items) {
    if (record.size() > 1 && same(record[record.size() - 2], item)) continue;
    record.push_back(item);
    record.push_back(n);
  }
  const Word made = make(head_of(Tag::BagBut), record);
  if (!m_.count_values(element, 4096)) return made;
  std::vector<std::pair<Word, Word>> counted;
  for (const Word w : m_.domain(element)) {
    counted.emplace_back(w, count_in(w, made));
    if (!is_number(counted.back().second)) return made;
  }
  return finite_bag(std::move(counted));
}

Word Evaluator::count_in(Word element, Word bag) {
  const Word arguments[] = {element, bag};
  BagView view;
  if (!view_bag(bag, view)) return stuck(Builtin::Count, arguments, 2);
  for (const auto& [item, n] : view.items) {
    const Truth is = equal(element, item);
    if (is == Truth::True) return n;
    if (is == Truth::Unknown) return stuck(Builtin::Count, arguments, 2);
  }
  return view.function == kNothing ? small_word(0) : apply(view.function, &element, 1);
}

Word Evaluator::bag_operation(Builtin op, const Word* a, SortId sort) {
  step();
  if (op == Builtin::SetToBag) {
    SetView set;
    if (!view_set(a[0], set) || set.predicate != kFalse) return stuck(op, a, 1);
    std::vector<std::pair<Word, Word>> items;
    for (const Word item : set.items) items.emplace_back(item, small_word(1));
    return finite_bag(std::move(items));
  }
  BagView x;
  BagView y;
  if (op == Builtin::BagToSet) {
    if (!view_bag(a[0], x) || x.function != kNothing) return stuck(op, a, 1);
    std::vector<Word> items;
    for (const auto& [item, n] : x.items) items.push_back(item);
    return finite_set(std::move(items));
  }
  if (!view_bag(a[0], x) || !view_bag(a[1], y)) return stuck(op, a, 2);
  const auto combined = [&](Word m, Word n) {
    const Word both[] = {m, n};
    if (op == Builtin::BagUnion) return number_operation(Builtin::Add, both, 2);
    if (op == Builtin::BagMeet) return number_operation(Builtin::Min, both, 2);
    const Word difference[] = {number_operation(Builtin::Sub, both, 2), small_word(0)};
    return number_operation(Builtin::Max, difference, 2);
  };
  std::vector<std::pair<Word, Word>> items;
  std::vector<Word> named;
  for (const auto* view : {&x, &y}) {
    for (const auto& [item, n] : view->items) named.push_back(item);
  }
  const Word once = finite_set(named);
  SetView elements;
  view_set(once, elements);
  for (const Word item : elements.items) items.emplace_back(item, combined(count_in(item, a[0]), count_in(item, a[1])));
  Word function = kNothing;
  if (x.function != kNothing || y.function != kNothing) {
    const auto or_zero = [&](Word f) { return f == kNothing ? a[0] : f; };
    if (x.function == kNothing || y.function == kNothing) {
      // One side is 0 everywhere: the result is 0 for an intersection, the other side for a union.
      if (op == Builtin::BagUnion) function = x.function == kNothing ? y.function : x.function;
      if (op == Builtin::BagMinus) function = x.function;
      static_cast<void>(or_zero);
    } else {
      const Tag tag = op == Builtin::BagUnion ? Tag::Plus : op == Builtin::BagMeet ? Tag::Least : Tag::Minus;
      function = make(head_of(tag), {x.function, y.function});
    }
  }
  return general_bag(function, std::move(items), sort);
}

// ---- Functions

// f[x -> y]: updates sorted by argument, without those that change nothing.
Word Evaluator::update(Word function, Word argument, Word value) {
  if (has_tag(function, Tag::Table)) {
    const SortId sort(number(function));
    const Domain& domain = m_.domain(m_.spec().sorts[sort].arguments[0]);
    std::vector<Word> values;
    for (size_t i = 0; i < domain.size(); ++i) {
      values.push_back(same(domain[i], argument) ? value : part(function, i));
    }
    return make(head_of(Tag::Table, sort.value), values);
  }
  const bool updated = has_tag(function, Tag::Update);
  const Word base = updated ? part(function, 0) : function;
  std::vector<std::pair<Word, Word>> pairs;
  for (size_t i = 1; updated && i + 1 < parts(function); i += 2) {
    if (!same(part(function, i), argument)) pairs.emplace_back(part(function, i), part(function, i + 1));
  }
  if (!same(apply(base, &argument, 1), value)) pairs.emplace_back(argument, value);
  if (pairs.empty()) return base;
  std::sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return compare(a.first, b.first) < 0; });
  std::vector<Word> record = {base};
  for (const auto& [at, is] : pairs) {
    record.push_back(at);
    record.push_back(is);
  }
  return make(head_of(Tag::Update), record);
}

}  // namespace px::mcrl2
