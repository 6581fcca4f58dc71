// Multi-actions of several components, symbolically: the participating summands, what remains of their actions after
// the operators of the composition, and conditions on the arguments.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontends/mcrl2/spec.h"

namespace px::mcrl2 {

struct Participant {
  uint32_t family = 0;
  uint32_t summand = 0;
};

// An argument belongs to the participant whose variables it mentions.
struct CombinedArgument {
  uint32_t participant = 0;
  const Expr* value = nullptr;
};

struct CombinedAction {
  std::string name;
  std::vector<SortId> sorts;
  std::vector<CombinedArgument> arguments;
  uint32_t part = 0;  // while several are being joined: the one that it comes from
};

struct CombinedCondition {
  bool equal = true;  // whether the lists must be equal or must differ
  // Each has its own list of arguments, all of one length.
  std::vector<std::vector<CombinedArgument>> lists;
};

struct Combination {
  std::vector<Participant> participants;
  std::vector<CombinedAction> actions;  // ascending by name; none: tau
  std::vector<CombinedCondition> conditions;
};

}  // namespace px::mcrl2
