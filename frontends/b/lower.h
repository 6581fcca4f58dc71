// From the typed machine to a Program that says the same: deferred and enumerated sets become sorts, variables get the
// representation that their types and the typing conjuncts of the invariant give them, operations become actions whose
// parameters are the operation's, constants are chosen by `init`, which is how PROPERTIES are solved.
#pragma once

#include <optional>
#include <set>

#include "engine/ir/program.h"
#include "frontends/b/machine.h"
#include "frontends/b/shape.h"
#include "frontends/b/world.h"

namespace px::b {

struct LowerOptions {
  WorldOptions world;
  bool goal = false;  // look for states in which GOAL holds
  Growths growths;    // found by earlier runs
  // Numbers that nothing bounds are MININT to MAXINT at first, for machines that go through `1..n`.
  bool bound_numbers = false;
  // Only these of the properties, and nothing but the constants: to find out which of them contradict each other.
  std::optional<std::set<size_t>> only_properties;
};

struct Lowered {
  ir::Program program;
  std::vector<GrowthMark> growth;        // what the marks of the program stand for, from mark 1 on
  bool has_set_ups = false;              // ProB counts a node for each: there are constants or PROPERTIES
  std::vector<std::string> limits_set;   // preferences that say that not everything is to be explored
  std::optional<size_t> goal_invariant;  // number of the invariant that says that GOAL does not hold
  // What was treated as something smaller: strings for those that the machine names, sequences for short ones.
  std::vector<std::string> bounded;
  std::vector<std::string> temporal;  // formulas that have an automaton
  std::vector<std::string>
      not_checked;  // other temporal formulas, invariants that link a refinement to its abstraction
};

// The conjuncts of a clause, in order; LowerOptions::only_properties counts those of the properties.
std::vector<ExprId> conjuncts_of(const Machine& machine, const std::vector<Conjunct>& clause);

bool mentions(const Machine& machine, ExprId formula, SymbolId symbol);

Result<Lowered> lower_machine(const Machine& machine, const LowerOptions& options);

}  // namespace px::b
