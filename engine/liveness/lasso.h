// From a component that carries all wanted marks to a run of the model that shows it: a stem, and a cycle that is gone
// round for ever.
//
// 1. Stem: breadth first through the stored states, to the first state of the component.
// 2. Cycle: within the component, from there to the nearest state or edge with a mark that is still missing, and so on
//    until there is none; then back. Short, not always the shortest.
// 3. Under symmetry the stored states stand for classes. The run is followed with real states, each step to one of the
//    next class. Once round the cycle the real state is an image of where it began, so it may take several rounds (at
//    most as many as the order of the permutation it was mapped by) until one comes back that was there before; what
//    lies before that belongs to the stem.
// 4. Second witness: each step of the run is one the interpreter makes, and the marks on the cycle are read again from
//    what the interpreter made.
//
// Cost: steps 1 and 2 expand no more states than the search stored.
#pragma once

#include <vector>

#include "engine/liveness/cycle_search.h"
#include "engine/model/explainer.h"

namespace px {

// One step of a system, as people are to see it, and the state it leads to.
struct ExplainedStep {
  std::vector<uint64_t> state;
  std::vector<MicroStep> micro_steps;  // none: the system does nothing for ever, and only the claim moves
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
  const Reducer& full_reducer;  // tells whether two states are symmetric
  const CycleMarks& marks;
};

struct Lasso {
  Trace trace;  // with its loop
  // The states of the system that was searched before each step, and at the end: with the location of the claim.
  std::vector<std::vector<uint64_t>> states;
};

// The outcome must have found a component.
Lasso build_lasso(const LassoSources& sources, const CycleOutcome& outcome);

}  // namespace px
