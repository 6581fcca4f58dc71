// The last word on a trace before anybody sees it: is it a run?
#pragma once

#include <optional>
#include <string>

#include "engine/model/explainer.h"

namespace px {

// Takes the trace from its initial state, action by action, as the interpreter gives successors; at the end an event of
// the same kind must be met, in the same action. Says what is wrong with it; nothing if it is a run.
std::optional<std::string> replay_problem(const TransitionSystem& interpreter, const Explainer& explainer,
                                          const Trace& trace, Event::Kind kind);

}  // namespace px
