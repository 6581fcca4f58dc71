// The final check of a trace before it is shown: is it a run of the model?
#pragma once

#include <optional>
#include <string>

#include "engine/model/explainer.h"

namespace px::explore {

// Replays the trace from its initial state, action by action, with the successors of the interpreter; at the end an
// event of the same kind must occur in the same action. Returns what is wrong with the trace, or nothing if it is a
// run.
std::optional<std::string> replay_problem(const TransitionSystem& interpreter, const Explainer& explainer,
                                          const Trace& trace, Event::Kind kind);

}  // namespace px::explore
