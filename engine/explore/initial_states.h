// The states that a search begins with, and how many set-ups of constants they are of.
#pragma once

#include <cstdint>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px {

// One state of each class, as far as the reducer tells them; without one, all. For merged_initial_states.
TransitionSystem::Merge merge_by(const TransitionSystem& system, const Reducer& reducer);

// Different values of the constants.
uint64_t count_set_ups(const TransitionSystem& system, const SuccessorBatch& initial);

}  // namespace px
