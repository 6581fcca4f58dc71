#include "frontends/mcrl2/term_numbers.h"

#include <algorithm>

namespace px::mcrl2 {

TermNumbers::Number TermNumbers::number_of(Word w) const {
  if (!is_small(w) && tag(w) == Tag::Rational) return {integer_of(part(w, 0)), integer_of(part(w, 1))};
  return {integer_of(w), BigInt(1)};
}

Word TermNumbers::integer_word(const BigInt& n) {
  if (const auto small = n.small(); small && fits_small(*small)) return small_word(*small);
  if (n.digits().size() > 4096) give_up("produces a number of more than 100 thousand bits");
  std::vector<Word> digits;
  for (const uint32_t digit : n.digits()) digits.push_back(digit);
  return make(head_of(Tag::BigInt, n.negative() ? 1 : 0), digits);
}

Word TermNumbers::number_word(Number n) {
  if (n.below.negative()) {
    n.top = -n.top;
    n.below = -n.below;
  }
  const BigInt common = gcd(n.top, n.below);
  if (common > BigInt(1)) {
    BigInt rest;
    n.top.divide(common, n.top, rest);
    n.below.divide(common, n.below, rest);
  }
  if (n.below == BigInt(1)) return integer_word(n.top);
  return make(head_of(Tag::Rational), {integer_word(n.top), integer_word(n.below)});
}

int TermNumbers::compare_numbers(const Number& a, const Number& b) {
  const auto order = a.top * b.below <=> b.top * a.below;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// A number used as a count or an index in memory.
int64_t TermNumbers::small_number(Word w, const char* what) {
  if (is_small(w)) return small_value(w);
  if (is_number(w)) throw EvaluationError{std::string(what) + " is too large: " + text(w)};
  throw EvaluationError{std::string(what) + " has no value: " + text(w)};
}

Word TermNumbers::number_operation(Builtin op, const Word* a, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!is_number(a[i])) return stuck(op, a, count);
  }
  if (!is_small(a[0]) || (count == 2 && !is_small(a[1]))) return exact_operation(op, a, count);
  const int64_t x = small_value(a[0]);
  const int64_t y = count == 2 ? small_value(a[1]) : 0;
  int64_t result = 0;
  switch (op) {
    case Builtin::Add: result = x + y; break;
    case Builtin::Sub: result = x - y; break;
    case Builtin::Neg: result = -x; break;
    case Builtin::Succ: result = x + 1; break;
    case Builtin::Pred: result = x - 1; break;
    case Builtin::Abs: result = x < 0 ? -x : x; break;
    case Builtin::Min: return x <= y ? a[0] : a[1];
    case Builtin::Max: return x >= y ? a[0] : a[1];
    case Builtin::Mul:
      if (__builtin_mul_overflow(x, y, &result)) return exact_operation(op, a, count);
      break;
    case Builtin::Div:
    case Builtin::Mod: {
      if (y <= 0) return stuck(op, a, count);
      int64_t quotient = x / y;
      int64_t rest = x % y;
      if (rest < 0) {
        rest += y;
        --quotient;
      }
      return small_word(op == Builtin::Div ? quotient : rest);
    }
    default: return exact_operation(op, a, count);
  }
  return fits_small(result) ? small_word(result) : exact_operation(op, a, count);
}

Word TermNumbers::exact_operation(Builtin op, const Word* a, size_t count) {
  const Number x = number_of(a[0]);
  const Number y = count == 2 ? number_of(a[1]) : Number{};
  const auto rounded = [&](const Number& n) {
    BigInt quotient;
    BigInt rest;
    n.top.divide(n.below, quotient, rest);
    return quotient;
  };
  switch (op) {
    case Builtin::Add: return number_word({x.top * y.below + y.top * x.below, x.below * y.below});
    case Builtin::Sub: return number_word({x.top * y.below - y.top * x.below, x.below * y.below});
    case Builtin::Mul: return number_word({x.top * y.top, x.below * y.below});
    case Builtin::Quotient: return y.top.zero() ? stuck(op, a, count) : number_word({x.top * y.below, x.below * y.top});
    case Builtin::Neg: return number_word({-x.top, x.below});
    case Builtin::Succ: return number_word({x.top + x.below, x.below});
    case Builtin::Pred: return number_word({x.top - x.below, x.below});
    case Builtin::Abs: return x.top.negative() ? number_word({-x.top, x.below}) : a[0];
    case Builtin::Min: return compare_numbers(x, y) <= 0 ? a[0] : a[1];
    case Builtin::Max: return compare_numbers(x, y) >= 0 ? a[0] : a[1];
    case Builtin::Div:
    case Builtin::Mod: {
      if (y.top.negative() || y.top.zero()) return stuck(op, a, count);
      BigInt quotient;
      BigInt rest;
      x.top.divide(y.top, quotient, rest);
      return integer_word(op == Builtin::Div ? quotient : rest);
    }
    case Builtin::Floor: return integer_word(rounded(x));
    case Builtin::Ceil: return integer_word(-rounded({-x.top, x.below}));
    case Builtin::Round: return integer_word(rounded({x.top + x.top + x.below, x.below + x.below}));
    case Builtin::Sqrt: {
      // The largest integer whose square does not exceed it, by bisection.
      BigInt low(0);
      BigInt high = x.top + BigInt(1);
      while (high - low > BigInt(1)) {
        BigInt middle;
        BigInt rest;
        (low + high).divide(BigInt(2), middle, rest);
        (middle * middle <= x.top ? low : high) = middle;
      }
      return integer_word(low);
    }
    case Builtin::Exp: return power(a[0], a[1]);
    default: return converted(op, a[0]);
  }
}

Word TermNumbers::power(Word base, Word exponent) {
  Number x = number_of(base);
  const Word arguments[] = {base, exponent};
  const int64_t given = is_small(exponent) ? small_value(exponent) : int64_t{1} << 40;
  uint64_t left = static_cast<uint64_t>(given < 0 ? -given : given);
  if (given < 0) {
    if (x.top.zero()) return stuck(Builtin::Exp, arguments, 2);
    std::swap(x.top, x.below);
  }
  const bool trivial = x.below == BigInt(1) && (x.top.zero() || x.top == BigInt(1));
  if (left > 100'000 && !trivial) give_up("produces a number of more than 100 thousand bits");
  if (trivial) return left == 0 ? small_word(1) : number_word(x);
  Number result{BigInt(1), BigInt(1)};
  for (; left != 0; left >>= 1) {
    step();
    if ((left & 1) != 0) result = {result.top * x.top, result.below * x.below};
    if (left > 1) x = {x.top * x.top, x.below * x.below};
    if (result.top.digits().size() > 4096 || x.top.digits().size() > 8192) {
      give_up("produces a number of more than 100 thousand bits");
    }
  }
  return number_word(result);
}

// Pos2Nat, Real2Int and the like: the number itself if it belongs to the sort.
Word TermNumbers::converted(Builtin op, Word w) {
  const Number n = number_of(w);
  const bool whole = n.below == BigInt(1);
  bool fits = true;
  if (op == Builtin::ToInt) fits = whole;
  if (op == Builtin::ToNat) fits = whole && !n.top.negative();
  if (op == Builtin::ToPos) fits = whole && !n.top.negative() && !n.top.zero();
  return fits ? w : stuck(op, &w, 1);
}

}  // namespace px::mcrl2
