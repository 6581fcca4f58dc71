// Replaces the way in which a model sets itself up by what comes out of it.
//
//   before: init at L0 -> L1 do run user(); ... init at L4 -> L5 do run user()       (one atomic sequence)
//   after:  init at L0 -> L5 do { user 1 goes to its start; ...; user 5 goes to its start }
//
// Many models begin with one process that starts all others in an atomic sequence, one after the other, counting. As
// program text that is as far from symmetric as can be; what it does is symmetric. If in the only initial state one
// process alone can move, and in one way only, then its first step always leads from that state to the same other one,
// so the step can be written as the plain list of what it changes. Nothing else of the model changes: the states, the
// edges and the counts are the same.
#pragma once

#include <memory>
#include <optional>

#include "engine/ir/program.h"

namespace px {

// Nothing if the model does not begin like that, or comes back to where it began, or puts something into queues or
// sequences on the way (their contents are not written as assignments).
std::optional<ir::Program> with_start_fused(const std::shared_ptr<const ir::Program>& program);

}  // namespace px
