// Estimates whether partial-order reduction pays off for a model: the share of sampled states in which the chosen set
// omits an enabled action.
//
// The samples are on random walks from the first initial state, using all steps of the model. The first states of a
// search would be worse samples: they usually belong to the start-up of the model, in which one process acts alone. The
// walks have a fixed seed, so the answer is a property of the model.
//
// Cost: a few milliseconds; less if the gain is obvious early.
#pragma once

#include "engine/model/sequence_table.h"
#include "engine/model/transition_system.h"
#include "engine/por/independence.h"

namespace px::por {

// Relative to the states with several steps; 0 if the walks reach no such state.
double share_of_reduced_states(const Independence& independence, const TransitionSystem& full,
                               SequenceTable& sequences);

}  // namespace px::por
