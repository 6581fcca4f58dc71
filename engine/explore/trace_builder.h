// From the parents kept by a search to a run of the unreduced model.
//
// A search under symmetry or with a lossy store keeps, per state, something that stands for a class of states, and the
// reference of the class it was reached from. A real run is found by walking these references forwards from a concrete
// initial state: at each step the interpreter gives all successors, and one that falls into the next class is taken.
// For representatives any such successor will do, because symmetric states have symmetric futures; for keys, which may
// stand for states that are not symmetric, the walk backtracks. The run ends in a state in which the interpreter meets
// the very same event, so nothing is shown that was not replayed.
#pragma once

#include "engine/explore/explorer.h"
#include "engine/model/explainer.h"

namespace px {

struct TraceSources {
  const TransitionSystem& system;
  const Explainer& explainer;
  const Reducer& reducer;  // the one of the search
  // Representative reducers that are not full map symmetric states to several representatives: a full one decides
  // whether two states are symmetric. May be the same as `reducer`; ignored for other kinds.
  const Reducer& full_reducer;
};

// Fails (empty trace) only if the run cannot be found: for found violations that is an internal error, except under
// approximate keys or a lossy store. The search must have kept parents.
Trace build_trace(const TraceSources& sources, const SearchOutcome& outcome, const FoundViolation& found);

}  // namespace px
