// The values that decided a condition, in terms of the model.
#pragma once

#include <string>
#include <vector>

#include "frontends/driver/state_view.h"

namespace px::driver {

// The state in which the values were observed.
struct ObservedState {
  const ir::Layout& layout;
  const uint64_t* state;
  const SequenceText& sequence_text;
};

// Omits names bound to the acting processes (`actors`), which add nothing new. Shows queues, and variables that users
// write as wholes (ir::Variable::notation), as wholes, once.
std::vector<Cell> show_observations(const ir::Program& program, const std::vector<Observation>& all,
                                    const std::vector<std::string>& actors, const ObservedState& state);

}  // namespace px::driver
