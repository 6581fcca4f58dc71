// A few thousand states of a model, found by a small search before the large one: what tables that adapt to the states
// look at.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px {

// Up to `wanted` different rows as the search will store them, from the initial states on. Always the same for the same
// model and seed.
std::vector<uint64_t> sample_states(const TransitionSystem& system, const Reducer& reducer,
                                    const SuccessorBatch& initial, uint32_t wanted, uint64_t seed);

}  // namespace px
