#include "frontends/driver/checked_trace.h"

#include <algorithm>
#include <stdexcept>

#include "engine/explore/replay.h"
#include "engine/explore/trace_builder.h"

namespace px::driver {
namespace {

// The intermediate states of a step, in terms of the model as written.
std::vector<std::vector<uint64_t>> written_states(const WrittenModel& written, const TraceStep& step) {
  std::vector<std::vector<uint64_t>> states;
  for (const MicroStep& micro : step.micro_steps) states.push_back(written.state(micro.state));
  return states;
}

// The same step of the model as written. One action of the searched model may correspond to several of them.
TraceStep written_step(const WrittenModel& written, const std::vector<uint64_t>& from, const TraceStep& searched) {
  const std::vector<std::vector<uint64_t>> states = written_states(written, searched);
  Explanation explanation = written.interpreter->explain(from.data());
  const auto leads_there = [&](const TraceStep& step) { return step.state() == states.back(); };
  const auto same_way = [&](const TraceStep& step) {
    return std::equal(step.micro_steps.begin(), step.micro_steps.end(), searched.micro_steps.begin(),
                      searched.micro_steps.end(),
                      [](const MicroStep& a, const MicroStep& b) {
                        return a.action == b.action && a.arguments == b.arguments;
                      }) &&
           leads_there(step);
  };
  auto found = std::find_if(explanation.steps.begin(), explanation.steps.end(), same_way);
  if (found == explanation.steps.end()) {
    found = std::find_if(explanation.steps.begin(), explanation.steps.end(), leads_there);
  }
  if (found == explanation.steps.end())
    throw std::logic_error("a step of a counterexample is not a step of the model as written");
  return std::move(*found);
}

// Ends the trace, whose steps are complete, in the error, and records what decided it. Statements merged into another
// action are copies, so the error is identified by its source position.
void end_in_error(const ModelExecution& execution, const Trace& searched, const Event& event, Trace& trace) {
  const WrittenModel& written = execution.written;
  const std::vector<uint64_t>& state = trace.steps.empty() ? trace.initial : trace.steps.back().state();
  const Explanation explanation = written.interpreter->explain(state.data());
  const SourceSpan place = span_of(event, execution.interpreter->program());
  const Explanation::LocatedEvent* best = nullptr;
  const auto rank = [&](const Explanation::LocatedEvent& located) {
    const bool same_action =
        located.action == searched.failing_action && located.arguments == searched.failing_arguments;
    return 2 * (span_of(located.event, written.program()) == place) + same_action;
  };
  for (const Explanation::LocatedEvent& located : explanation.events) {
    if (located.event.kind != event.kind || located.event.error != event.error) continue;
    if (best == nullptr || rank(located) > rank(*best)) best = &located;
  }
  if (best == nullptr) throw std::logic_error("a counterexample does not end in the error of the model as written");
  Explanation::end_in(*best, trace);
}

// Reports a run of the model as written, whichever model was searched.
Trace as_written(const ModelExecution& execution, const Trace& searched, const Event& event) {
  const WrittenModel& written = execution.written;
  Trace trace;
  trace.initial = written.state(searched.initial);
  std::vector<uint64_t> state = searched.initial;
  for (const TraceStep& step : searched.steps) {
    // The last step may be the beginning of a step in which the error occurs.
    const Explanation explanation = execution.interpreter->explain(state.data());
    const bool whole = std::any_of(explanation.steps.begin(), explanation.steps.end(),
                                   [&](const TraceStep& other) { return other.state() == step.state(); });
    if (!whole) break;
    const std::vector<uint64_t>& from = trace.steps.empty() ? trace.initial : trace.steps.back().state();
    trace.steps.push_back(written_step(written, from, step));
    state = step.state();
  }
  end_in_error(execution, searched, event, trace);
  const auto problem = explore::replay_problem(*written.interpreter, *written.interpreter, trace, event.kind);
  if (problem) throw std::logic_error("a counterexample is not a run of the model as written: " + *problem);
  return trace;
}

}  // namespace

Trace checked_trace(const ModelExecution& execution, const explore::SearchOutcome& outcome,
                    const explore::FoundViolation& found) {
  if (found.in_initial_states) return {};
  const explore::TraceSources sources{*execution.system, *execution.interpreter, *execution.reducer,
                                      *execution.full_reducer};
  Trace trace = build_trace(sources, outcome, found);
  if (trace.empty()) return trace;
  const auto problem = explore::replay_problem(*execution.interpreter, *execution.interpreter, trace, found.event.kind);
  if (problem) throw std::logic_error("a counterexample does not replay: " + *problem);
  return execution.written.translation ? as_written(execution, trace, found.event) : trace;
}

}  // namespace px::driver
