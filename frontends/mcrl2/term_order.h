// The order of terms, in which the elements of sets, bags and functions are kept. See terms.h.
#pragma once

#include "frontends/mcrl2/term_numbers.h"

namespace px::mcrl2 {

class TermOrder : public TermNumbers {
 public:
  int compare(Word a, Word b);  // a total order, the same in every run

 protected:
  using TermNumbers::TermNumbers;

  bool same(Word a, Word b);

 private:
  int compare_records(Word a, Word b);
};

}  // namespace px::mcrl2
