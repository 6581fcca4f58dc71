// How the solutions of a condition are enumerated: sums, quantifiers, comprehensions.
//
// Idea: a variable is bound where a part of the condition says what its values can be, given those bound before: it is
// equal to something, a member of something finite, a number below something; or because its sort is finite. A variable
// of a struct that is not finite is replaced by each constructor applied to new variables, and what the condition says
// of its projections bounds those. As soon as all variables of a conjunct are bound, it filters.
//
// The tools of the language do the same by rewriting the condition on patterns and stopping where it becomes false;
// bounds that only come out by computing with a pattern (of a size, say) are found by neither.
#pragma once

#include <memory>
#include <vector>

#include "frontends/mcrl2/machine.h"

namespace px::mcrl2 {

struct Plan {
  enum class Kind : uint8_t {
    Done,       // all variables are bound
    Filter,     // condition; next
    Value,      // slot is the value of low
    Finite,     // slot is each value of the sort
    Members,    // slot is each member of low
    Range,      // slot is each integer from low to high, both included
    Lists,      // slot is each list of values of the sort with at most high elements
    Cases,      // each of the alternatives
    Unbounded,  // slot is 0, 1, 2, ... (negative ones too, or not from 0): up to a limit
  };
  Kind kind = Kind::Done;
  uint32_t slot = 0;
  SortId sort;
  const Code* low = nullptr;
  const Code* high = nullptr;
  bool below_low = false;   // low itself is not included
  bool below_high = false;  // high itself is not included
  std::unique_ptr<Plan> next;
  std::vector<std::unique_ptr<Plan>> cases;

  // Of the outermost: what a solution is made of, as codes, and where the frame ends.
  std::vector<const Code*> results;
  uint32_t slots = 0;
  std::string variable;  // for messages
  const Expr* source = nullptr;
};

}  // namespace px::mcrl2
