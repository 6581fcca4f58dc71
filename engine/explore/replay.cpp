#include "engine/explore/replay.h"

#include <algorithm>

namespace px::explore {
namespace {

bool same_actions(const std::vector<MicroStep>& a, const std::vector<MicroStep>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const MicroStep& x, const MicroStep& y) {
    return x.action == y.action && x.arguments == y.arguments && x.state == y.state;
  });
}

bool is_initial(const TransitionSystem& system, const std::vector<uint64_t>& state) {
  SuccessorBatch initial(system.words());
  system.initial_states(initial);
  for (uint32_t i = 0; i < initial.count(); ++i) {
    if (std::equal(state.begin(), state.end(), initial.state(i))) return true;
  }
  return false;
}

bool ends_here(const Explanation& explanation, const Trace& trace, const std::vector<MicroStep>& before,
               Event::Kind kind) {
  return std::any_of(explanation.events.begin(), explanation.events.end(), [&](const auto& located) {
    return located.event.kind == kind && located.action == trace.failing_action &&
           (!located.action.valid() || located.arguments == trace.failing_arguments) &&
           same_actions(located.before, before);
  });
}

}  // namespace

std::optional<std::string> replay_problem(const TransitionSystem& interpreter, const Explainer& explainer,
                                          const Trace& trace, Event::Kind kind) {
  if (!is_initial(interpreter, trace.initial)) return "its first state is no initial state";
  std::vector<uint64_t> state = trace.initial;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    const Explanation explanation = explainer.explain(state.data());
    const bool taken = std::any_of(explanation.steps.begin(), explanation.steps.end(), [&](const TraceStep& other) {
      return same_actions(other.micro_steps, step.micro_steps);
    });
    // An error may occur in the middle of an atomic sequence; the last step is then the beginning of that sequence.
    const bool last = i + 1 == trace.steps.size();
    if (!taken && last && ends_here(explanation, trace, step.micro_steps, kind)) return std::nullopt;
    if (!taken) return "step " + std::to_string(i + 1) + " cannot be taken";
    state = step.state();
  }
  if (!ends_here(explainer.explain(state.data()), trace, {}, kind)) return "it does not end in the error";
  return std::nullopt;
}

}  // namespace px::explore
