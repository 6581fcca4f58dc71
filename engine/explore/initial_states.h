// The initial states of a search, and the number of different constant set-ups among them.
#pragma once

#include <cstdint>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::explore {

// Keeps one state per class, as far as the reducer can distinguish classes; without a reducer, all. For
// merged_initial_states.
TransitionSystem::Merge merge_by(const TransitionSystem& system, const Reducer& reducer);

// The number of different valuations of the constants.
uint64_t count_set_ups(const TransitionSystem& system, const SuccessorBatch& initial);

}  // namespace px::explore
