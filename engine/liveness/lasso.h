// Builds, from a component that carries all wanted marks, a run of the model: a stem, and a cycle that is repeated
// forever.
//
// 1. Stem: breadth first through the stored states, to the first state of the component.
// 2. Cycle: within the component, from there to the nearest state or edge with a mark that is still missing, and so on
//    until none is missing; then back. Short, but not always the shortest.
// 3. Under symmetry the stored states stand for classes. The run is followed with concrete states, each step to one of
//    the next class. After one round of the cycle the concrete state is an image of the state at its start, so it may
//    take several rounds (at most the order of the permutation involved) until a concrete state recurs; everything
//    before its first occurrence belongs to the stem.
// 4. Second witness: the interpreter generates each step of the run, and the marks on the cycle are recomputed from the
//    interpreter's states.
//
// Cost: steps 1 and 2 expand no more states than the search stored.
#pragma once

#include <vector>

#include "engine/liveness/cycle_search.h"
#include "engine/model/explainer.h"

namespace px::liveness {

// One step of a system as shown to users, and the state it leads to.
struct ExplainedStep {
  std::vector<uint64_t> state;
  std::vector<MicroStep> micro_steps;  // none: the system stutters forever, and only the claim moves
};

// All steps from a state, explained. For a product: the steps of its generator.
class StepExplainer {
 public:
  virtual ~StepExplainer() = default;
  virtual std::vector<ExplainedStep> steps(const uint64_t* state) const = 0;
};

struct LassoSources {
  const TransitionSystem& system;  // the one that was searched
  const StepExplainer& explainer;
  const Reducer& reducer;       // of the search
  const Reducer& full_reducer;  // decides whether two states are symmetric
  const CycleMarks& marks;
};

struct Lasso {
  Trace trace;  // with its loop
  // The states of the searched system, before each step and at the end: they include the location of the claim.
  std::vector<std::vector<uint64_t>> states;
};

// The outcome must have found a component.
Lasso build_lasso(const LassoSources& sources, const CycleOutcome& outcome);

}  // namespace px::liveness
