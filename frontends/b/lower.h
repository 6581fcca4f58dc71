// Lowers the typed machine to an equivalent Program: deferred and enumerated sets become sorts; the types and the
// typing conjuncts of the invariant determine the representation of variables; operations become actions with the same
// parameters; `init` chooses the constants, and thereby solves PROPERTIES.
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
  bool goal = false;  // search for states in which GOAL holds
  Growths growths;    // found by earlier runs
  // Numbers without bounds are initially MININT to MAXINT, for machines that iterate over `1..n`.
  bool bound_numbers = false;
  // Lower only these properties, and only the constants: to find out which of them contradict each other.
  std::optional<std::set<size_t>> only_properties;
};

struct Lowered {
  ir::Program program;
  std::vector<GrowthMark> growth;        // the meaning of the marks of the program, from mark 1 on
  bool has_set_ups = false;              // ProB counts a node for each of them: there are constants or PROPERTIES
  std::vector<std::string> limits_set;   // preferences that limit the exploration
  std::optional<size_t> goal_invariant;  // number of the invariant that states that GOAL does not hold
  // Types restricted to something smaller: strings to those that the machine names, sequences to short ones.
  std::vector<std::string> bounded;
  std::vector<std::string> temporal;  // formulas that have become automata
  std::vector<std::string>
      not_checked;  // other temporal formulas, invariants that link a refinement to its abstraction
};

// The conjuncts of a clause, in order; LowerOptions::only_properties counts those of the properties.
std::vector<ExprId> conjuncts_of(const Machine& machine, const std::vector<Conjunct>& clause);

bool mentions(const Machine& machine, ExprId formula, SymbolId symbol);

Result<Lowered> lower_machine(const Machine& machine, const LowerOptions& options);

}  // namespace px::b
