// One automaton per proctype, claim and trace: what a state-space search executes.
//
// States are SPIN's (numbers within the proctype, 0 after the end); transitions carry the statements that one step
// executes in order. Gotos, joins and blocks are gone; choices are flattened into the states before them; where an
// unless is in force, its escape's first steps stand before the others, the outermost first. The transitions of a
// state are in the order of the text, with `else` last. This is what SPIN's `pan -d` lists.
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
  // Goto, Join, Exit and skip elements do nothing.
  std::vector<Step> steps;
  bool atomic = false;         // control stays with the process
  bool leaves_atomic = false;  // its last statement is the last of an atomic sequence
  bool d_step = false;
  // Not 0 for a step of an escape: the state of the escape it belongs to. A step may be taken only if no step of an
  // escape listed before it (with another number) can be.
  uint32_t escape = 0;
};

struct AutomatonState {
  bool accept = false;
  bool end = false;  // a valid end state
  bool progress = false;
  SourceSpan span;
  std::vector<Transition> transitions;
};

// The inside of a d_step: executed from `start` until `exit` is reached (or a state 0), taking the first transition
// that can be taken. If none can, the first step makes the whole d_step blocked, a later one is an error.
struct DStepBody {
  ElementId element;
  uint32_t start = 0;
  uint32_t exit = 0;
  std::vector<AutomatonState> states;  // by number, only those inside have transitions
};

struct Automaton {
  ProctypeId proctype;
  uint32_t start = 0;
  uint32_t end = 0;                    // the state before -end-
  std::vector<AutomatonState> states;  // by number; states[0] is unused
  std::vector<uint32_t> reachable;     // from the start, in depth-first order
  std::vector<DStepBody> d_steps;
};

// One per proctype of the model, in its order.
// Loops that do nothing, and states with more than one else, are reported.
std::vector<Automaton> build_automata(const Model& model, const ControlGraph& graph, const OptimisationPlan& plan,
                                      Diagnostics& diagnostics);

// The d_step that a transition executes.
const DStepBody& d_step_of(const Automaton& automaton, const Transition& transition);

// As `pan -d` prints it, without what concerns partial-order reduction and generated cases:
// "state F -> state T [id N] [A---] text", one line per transition, proctypes in the order of the text; below each
// transition of more than one step, or with resets, its steps.
std::string dump(const Model& model, const ControlGraph& graph, const Automaton& automaton);

}  // namespace px::promela
