// Replaces a model's start-up sequence by its effect.
//
//   before: init at L0 -> L1 do run user(); ... init at L4 -> L5 do run user()       (one atomic sequence)
//   after:  init at L0 -> L5 do { user 1 goes to its start; ...; user 5 goes to its start }
//
// Many models start with one process that starts all others in an atomic sequence, one after the other, with a counter.
// The text of this is not symmetric at all, but its effect is. If exactly one process can move in the only initial
// state, and in only one way, then its first step always leads from that state to the same successor, so the step can
// be written as a plain list of its changes. The rest of the model is unchanged: the states, the edges and the counts
// are the same.
#pragma once

#include <memory>
#include <optional>

#include "engine/ir/program.h"

namespace px::interp {

// nullopt if the model does not start like that, returns to its initial state, or meanwhile puts something into queues
// or sequences (whose contents cannot be written as assignments).
std::optional<ir::Program> with_start_fused(const std::shared_ptr<const ir::Program>& program);

}  // namespace px::interp
