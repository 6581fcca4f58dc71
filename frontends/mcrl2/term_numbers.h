// Arithmetic: fast for integers of up to 61 bits, exact for larger ones and for fractions. See terms.h.
#pragma once

#include "frontends/mcrl2/term_text.h"

namespace px::mcrl2 {

class TermNumbers : public TermText {
 protected:
  using TermText::TermText;

  struct Number {
    BigInt top;
    BigInt below = BigInt(1);
  };
  Number number_of(Word w) const;
  Word number_operation(Builtin op, const Word* arguments, size_t count);
  Word exact_operation(Builtin op, const Word* arguments, size_t count);
  static int compare_numbers(const Number& a, const Number& b);
  int64_t small_number(Word w, const char* what);

 private:
  Word number_word(Number n);
  Word integer_word(const BigInt& n);
  Word converted(Builtin op, Word w);
  Word power(Word base, Word exponent);
};

}  // namespace px::mcrl2
