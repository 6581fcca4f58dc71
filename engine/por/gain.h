// Whether partial-order reduction is worth its while for a model: in how many of some states a set is chosen that
// leaves out an enabled action.
//
// The states lie on random walks from the first initial state, through all steps of the model. Walks, not the first
// states of a search: those are most often in the start of the model, where one process acts alone. The walks have a
// seed of their own, so the answer is a property of the model.
//
// Cost: a few milliseconds; less where it is soon seen that it pays.
#pragma once

#include "engine/model/sequence_table.h"
#include "engine/model/transition_system.h"
#include "engine/por/independence.h"

namespace px {

// Of the states with several steps. Walks that meet no such state: 0.
double share_of_reduced_states(const Independence& independence, const TransitionSystem& full,
                               SequenceTable& sequences);

}  // namespace px
