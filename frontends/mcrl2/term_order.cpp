#include "frontends/mcrl2/term_order.h"

#include <algorithm>

namespace px::mcrl2 {

// Whether two terms are identical. Decides equality of values if both are numbers or consist of constructors.
bool TermOrder::same(Word a, Word b) {
  return compare(a, b) == 0;
}

int TermOrder::compare(Word a, Word b) {
  if (a == b) return 0;
  if (is_number(a) && is_number(b)) {
    if (is_small(a) && is_small(b)) return small_value(a) < small_value(b) ? -1 : 1;
    return compare_numbers(number_of(a), number_of(b));
  }
  // Numbers, constants, records.
  const auto rank = [&](Word w) { return is_number(w) ? 0 : is_constructor(w) ? 2 : is_constant(w) ? 1 : 3; };
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  if (rank(a) == 1) return a < b ? -1 : 1;
  if (rank(a) == 2) {
    const uint32_t x = symbol_of(a);
    const uint32_t y = symbol_of(b);
    if (x != y) return x < y ? -1 : 1;  // symbols of one sort have ascending numbers
    if (!is_record(a) || !is_record(b)) return is_record(a) ? 1 : -1;
    return compare_records(a, b);
  }
  if (!is_record(a) || !is_record(b)) return is_record(a) ? 1 : -1;
  if (head(a) != head(b)) return head(a) < head(b) ? -1 : 1;
  return compare_records(a, b);
}

// For records with the same head. Iterates along lists, without recursion.
int TermOrder::compare_records(Word a, Word b) {
  const Deeper deeper(*this);
  while (tag(a) == Tag::Cons && has_tag(b, Tag::Cons)) {
    const int first = compare(part(a, 0), part(b, 0));
    if (first != 0) return first;
    a = part(a, 1);
    b = part(b, 1);
    if (a == b) return 0;
    if (!is_record(a) || !is_record(b)) return is_record(a) ? 1 : is_record(b) ? -1 : compare(a, b);
  }
  if (head(a) != head(b)) return head(a) < head(b) ? -1 : 1;
  if (is_number(a)) return compare(a, b);
  const size_t count = std::min(parts(a), parts(b));
  for (size_t i = 0; i < count; ++i) {
    const int order = compare(part(a, i), part(b, i));
    if (order != 0) return order;
  }
  return parts(a) == parts(b) ? 0 : parts(a) < parts(b) ? -1 : 1;
}

}  // namespace px::mcrl2
