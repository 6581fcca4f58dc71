// The parallel composition: which summands of which components make which multi-actions.
//
// Idea: components that are instances of one process in one place of the composition are a family; what is computed
// here is computed for families, not for their members. A combination is a set of summands (of members of families,
// several members of one family at most as often as there are members), the multi-action that remains of theirs after
// all operators, and conditions: actions that communicate have equal arguments, those that are left could not have
// communicated. Operators are applied symbolically, from the inside outwards.
//
// Combining everything with everything grows exponentially. So what is wanted goes inwards first: the multisets of
// names that an allow lets pass, through the communications, renamings and hidings below it, and only combinations are
// made that can become part of one of them. Without an allow there is no such bound: if there are many combinations,
// only units are made (units.h), and joined while the search runs.
#pragma once

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/mcrl2/automaton.h"
#include "frontends/mcrl2/combination.h"

namespace px::mcrl2 {

struct Component {
  std::vector<const Expr*> arguments;  // closed, one per parameter
  std::string name;                    // "P(1, true)"
};

struct ComponentFamily {
  std::string name;
  const Process* body = nullptr;
  std::vector<VariableId> parameters;
  std::vector<Component> members;
  Automaton automaton;
};

struct Network {
  std::vector<ComponentFamily> families;
  std::vector<Combination> combinations;
  bool joined_at_run_time = false;  // combinations are units only (units.h)
};

// Nothing after an error (already reported). `written_out`: so many combinations are made rather than units.
bool make_network(Spec& spec, Network& network, Diagnostics& diagnostics, size_t written_out);

}  // namespace px::mcrl2
