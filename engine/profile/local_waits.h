// Where processes stand in between two steps although nobody could tell: the locations whose steps are all local.
//
// If no step that leaves a location disturbs a step of another process, or is disturbed by one, now or later, and no
// property looks at what it writes, then it makes no difference when it is taken. The process may as well take it
// together with the step before: an atomic sequence. All states in which it stands there are saved [Lip75].
//
// Which steps are local is asked of the independence of partial-order reduction, in states of a sample: what is said
// holds in the part of the state space that these belong to. A location is named only if its steps are local in all
// states of the sample in which a process stands there; and one location of every cycle is left out, since an atomic
// sequence has to end.
//
// Cost: some microseconds per state of the sample and process, and a millisecond for each context.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/por/independence.h"
#include "engine/profile/first_states.h"

namespace px::profile {

struct LocalWait {
  ir::LocationId location;
  uint64_t states = 0;  // of those given: in which a process stands there
};

struct LocalWaits {
  std::vector<LocalWait> locations;  // those of most states first
  uint64_t states = 0;               // in which some process stands at one of them
};

LocalWaits find_local_waits(const por::Independence& independence, const StateRows& states);

}  // namespace px::profile
