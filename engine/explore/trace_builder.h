// Builds a run of the unreduced model from the parents that a search has kept.
//
// A search under symmetry or with a lossy store keeps, per state, something that represents a class of states, and a
// reference to the class from which it was reached. A real run is found by following these references forwards from a
// concrete initial state: at each step the interpreter generates all successors, and one that belongs to the next class
// is taken. For representatives any such successor will do, because symmetric states have symmetric futures; for keys,
// which may represent states that are not symmetric, the walk backtracks. The run ends in a state in which the
// interpreter encounters the very same event, so every trace shown has been replayed.
#pragma once

#include "engine/explore/explorer.h"
#include "engine/model/explainer.h"

namespace px::explore {

struct TraceSources {
  const TransitionSystem& system;
  const Explainer& explainer;
  const Reducer& reducer;  // the reducer of the search
  // Representative reducers that are not full map symmetric states to several representatives: this full reducer
  // decides whether two states are symmetric. May be the same as `reducer`; ignored for other kinds.
  const Reducer& full_reducer;
};

// Fails (empty trace) only if no run can be found: for violations that were found this is an internal error, except
// with approximate keys or a lossy store. The search must have kept parents.
Trace build_trace(const TraceSources& sources, const SearchOutcome& outcome, const FoundViolation& found);

}  // namespace px::explore
