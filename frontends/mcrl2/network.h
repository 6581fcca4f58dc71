// The parallel composition: which summands of which components form which multi-actions.
//
// Idea: components that are instances of one process in one place of the composition form a family; the computation is
// done for families, not for their members. A combination is a set of summands (of members of families; a family
// contributes at most as many as it has members), the multi-action that remains of them after all operators, and
// conditions: communicating actions have equal arguments, and the remaining ones could not have communicated. Operators
// are applied symbolically, from the inside outwards.
//
// Combining everything with everything grows exponentially. So filters are first propagated inwards: the multisets of
// names that an allow lets pass, through the communications, renamings and hidings below it; only combinations that can
// become part of one of them are built. Without an allow there is no such bound: if there are many combinations, only
// units are built (units.h), and combined during the search.
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
  bool joined_at_run_time = false;  // combinations contains only units (units.h)
};

// False after an error (already reported). `written_out`: the maximum number of combinations before units are used.
bool make_network(Spec& spec, Network& network, Diagnostics& diagnostics, size_t written_out);

}  // namespace px::mcrl2
