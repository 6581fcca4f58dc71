#pragma once

#include <string>

#include "engine/model/transition_system.h"
#include "engine/por/independence.h"

namespace px {

// What each action reads and writes, what it waits for and whom it may disturb, for people: `--dump dependencies`. As
// it is in a state after the model's start: addresses are settled then.
std::string dump_dependencies(const Independence& independence, const TransitionSystem& system);

}  // namespace px
