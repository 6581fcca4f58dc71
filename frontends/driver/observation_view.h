// The values that decided a condition, in terms of the model.
#pragma once

#include <string>
#include <vector>

#include "frontends/driver/state_view.h"

namespace px::driver {

// The state in which something was seen.
struct ObservedState {
  const ir::Layout& layout;
  const uint64_t* state;
  const SequenceText& sequence_text;
};

// Names bound to the processes that act (`actors`) say nothing new and are left out. Queues, and variables that users
// write as wholes (ir::Variable::notation), are shown as wholes, once.
std::vector<Cell> show_observations(const ir::Program& program, const std::vector<Observation>& all,
                                    const std::vector<std::string>& actors, const ObservedState& state);

}  // namespace px::driver
