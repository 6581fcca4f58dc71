// One automaton per proctype, claim and trace: the form that a state-space search executes.
//
// States are SPIN's (numbers within the proctype, 0 after the end); transitions carry the statements that one step
// executes in order. Gotos, joins and blocks have been eliminated; choices are flattened into the states before them;
// where an unless is active, the first steps of its escape precede the others, the outermost first. The transitions of
// a state are in textual order, with `else` last. SPIN's `pan -d` lists the same.
#pragma once

#include <string>
#include <vector>

#include "frontends/promela/optimise.h"

namespace px::promela {

// One statement of a step.
struct Step {
  ElementId element;
  std::vector<VariableId> resets;  // set to 0 after it
};

struct Transition {
  uint32_t id = 0;  // SPIN's number of the first statement
  uint32_t to = 0;
  // The first may block; the others cannot (but their assertions can fail). For a d_step this is the DStep element.
  // Goto, Join, Exit and skip elements have no effect.
  std::vector<Step> steps;
  bool atomic = false;         // control stays with the process
  bool leaves_atomic = false;  // its last statement ends an atomic sequence
  bool d_step = false;
  // Not 0 for a step of an escape: the state of the escape. A step may be taken only if no step of an escape listed
  // before it (with another number) is executable.
  uint32_t escape = 0;
};

struct AutomatonState {
  bool accept = false;
  bool end = false;  // a valid end state
  bool progress = false;
  SourceSpan span;
  std::vector<Transition> transitions;
};

// The inside of a d_step: executed from `start` until `exit` (or a state 0) is reached, always taking the first
// executable transition. If there is none at the first step, the whole d_step blocks; at a later one, it is an error.
struct DStepBody {
  ElementId element;
  uint32_t start = 0;
  uint32_t exit = 0;
  std::vector<AutomatonState> states;  // by number, only inner states have transitions
};

struct Automaton {
  ProctypeId proctype;
  uint32_t start = 0;
  uint32_t end = 0;                    // the state before -end-
  std::vector<AutomatonState> states;  // by number; states[0] is unused
  std::vector<uint32_t> reachable;     // from the start, in depth-first order
  std::vector<DStepBody> d_steps;
};

// One per proctype of the model, in the same order. Reports loops that do nothing, and states with more than one else.
std::vector<Automaton> build_automata(const Model& model, const ControlGraph& graph, const OptimisationPlan& plan,
                                      Diagnostics& diagnostics);

// The d_step that a transition executes.
const DStepBody& d_step_of(const Automaton& automaton, const Transition& transition);

// In the format of `pan -d`, without the parts about partial-order reduction and generated cases: "state F -> state T
// [id N] [A---] text", one line per transition, proctypes in textual order; below each transition with several steps,
// or with resets, its steps.
std::string dump(const Model& model, const ControlGraph& graph, const Automaton& automaton);

}  // namespace px::promela
