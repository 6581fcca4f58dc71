// A sample of a few thousand states of a model, found by a small search before the large one: for tables that adapt to
// the states.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::explore {

// Up to `wanted` different rows as the search will store them, starting from the initial states. Deterministic for a
// given model and seed.
std::vector<uint64_t> sample_states(const TransitionSystem& system, const Reducer& reducer,
                                    const SuccessorBatch& initial, uint32_t wanted, uint64_t seed);

}  // namespace px::explore
