// Variables that are copies of the same thing become one array, indexed by a new sort, so that exchanging them is a
// permutation like any other.
//
//   before: local node.north: Channel   local node.south: Channel        send on north[p] ... or send on south[p]
//   after:  sort `node.north|south` { north, south }   local node.`north south`: [`node.north|south`] Channel
//
// Candidates are variables of one type that belong to one family of processes, or to none: parameters of a process that
// are used alike, and global variables that represent parts of one whole. lift.h decides whether to lift them.
//
// The result has the same runs: a state of one is a state of the other with its bits in another order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

using VariableGroup = std::vector<ir::VariableId>;

// Disjoint groups of at least two variables each.
std::vector<VariableGroup> liftable_variables(const ir::Program& program);
// Where to find a variable in the lifted program: a variable of its own, or the cells for one element of a new sort.
struct VariableHome {
  static constexpr size_t kNoGroup = SIZE_MAX;
  ir::VariableId variable;
  size_t group = kNoGroup;
  uint32_t element = 0;
};

// Per variable of the program.
std::vector<VariableHome> homes_of_variables(const ir::Program& program, const std::vector<VariableGroup>& groups);
// The new sorts come after all others, in the order of the groups.
ir::Program lift_variables(const ir::Program& program, const std::vector<VariableGroup>& groups);

}  // namespace px::symmetry
