// The statements that no run of the model reaches, as SPIN's verifier lists them ("unreached in proctype").
//
// SPIN counts a statement as reached if a process was in the state before it, whether or not the statement was
// executable, and every first statement of an option as reached as soon as the choice is. So the taken steps decide: a
// state is reached if a process started there or a step led there. Two of SPIN's rules are kept because differing lists
// would be useless: within a merged step (optimise_merge.cpp) the second statement always counts as reached, the others
// if the whole step was executed; and for a choice that no step led to, the last option decides whether it is listed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontends/promela/lower.h"

namespace px::promela {

// A step that some process took.
struct TakenStep {
  ControlState from;
  ControlState to;                 // state 0: the process ended
  std::vector<uint32_t> elements;  // SPIN's numbers of its statements
};

struct UnreachedStatement {
  uint32_t state = 0;  // SPIN's number of the state before it
  SourceSpan span;
  std::string text;
};

struct ProctypeCoverage {
  ProctypeId proctype;
  std::vector<UnreachedStatement> unreached;  // by state; one state may precede several statements
  uint32_t unreached_states = 0;
  uint32_t states = 0;
};

// The steps taken by a program that `lowered` describes: `taken` tells for each of its actions whether it was taken.
// The program may have been simplified since.
std::vector<TakenStep> taken_steps(const ir::Program& program, const std::vector<bool>& taken,
                                   const ControlStates& states);

// For every proctype that has processes (claims are not executed).
std::vector<ProctypeCoverage> find_unreached(const Model& model, const ControlGraph& graph,
                                             const std::vector<Automaton>& automata,
                                             const std::vector<TakenStep>& steps);

}  // namespace px::promela
