// Plans for enumerating the solutions of a condition: sums, quantifiers, comprehensions.
//
// Idea: a variable is bound where a part of the condition determines its possible values from those bound before: it
// equals an expression, is a member of a finite collection, or is a number with a bound; or because its sort is finite.
// A variable of an infinite structured sort is replaced by each constructor applied to new variables, and the
// conditions on its projections bound those. A conjunct becomes a filter as soon as all its variables are bound.
//
// The mCRL2 tools achieve the same by rewriting the condition on patterns and stopping where it becomes false; bounds
// that follow only from computing with a pattern (for example of a size) are found by neither.
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
    Unbounded,  // slot is 0, 1, 2, ... (including negative numbers, or not from 0): up to a limit
  };
  Kind kind = Kind::Done;
  uint32_t slot = 0;
  SortId sort;
  const Code* low = nullptr;
  const Code* high = nullptr;
  bool below_low = false;   // low itself is excluded
  bool below_high = false;  // high itself is excluded
  std::unique_ptr<Plan> next;
  std::vector<std::unique_ptr<Plan>> cases;

  // Of the outermost plan: the components of a solution, as code, and the size of the frame.
  std::vector<const Code*> results;
  uint32_t slots = 0;
  std::string variable;  // for messages
  const Expr* source = nullptr;
};

}  // namespace px::mcrl2
