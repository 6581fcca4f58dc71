#pragma once

#include <string>

#include "engine/model/transition_system.h"
#include "engine/por/independence.h"

namespace px::por {

// Readable text for `--dump dependencies`: what each action reads and writes, what it waits for and which actions it
// may interfere with, in a state after the model's start-up, when addresses are settled.
std::string dump_dependencies(const Independence& independence, const TransitionSystem& system);

}  // namespace px::por
