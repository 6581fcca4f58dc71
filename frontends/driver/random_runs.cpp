#include "frontends/driver/random_runs.h"

#include <algorithm>
#include <chrono>

#include "engine/base/check.h"
#include "engine/explore/replay.h"
#include "engine/explore/search_result.h"

namespace px::driver {
namespace {

// The run to an error, verified once more like every run that is shown.
Trace shown_run(const ModelExecution& execution, const explore::RandomRunsOptions& options,
                const explore::FoundViolation& found) {
  Trace trace = trace_of_run(*execution.interpreter, *execution.interpreter, options, found);
  if (trace.empty()) return trace;
  PX_CHECK(!explore::replay_problem(*execution.interpreter, *execution.interpreter, trace, found.event.kind));
  return trace;
}

void report_errors(const ModelSource& source, const explore::RandomRunsOptions& options, size_t max_errors,
                   RandomRuns& runs) {
  explore::SearchOutcome told;
  fold_violations(runs.outcome.found, runs.execution->system->program(), told);
  reword(source, told);
  for (size_t i = 0; i < told.found.size(); ++i) {
    if (max_errors != 0 && i >= max_errors) {
      runs.not_listed = told.found.size() - i;
      break;
    }
    ErrorReport error{told.result.violations[i], told.found[i].event,
                      shown_run(*runs.execution, options, told.found[i]), runs.execution};
    runs.result.violations.push_back(error.violation);
    runs.errors.push_back(std::move(error));
  }
}

Verdict verdict_of(const explore::RandomRunsOutcome& outcome) {
  if (!outcome.found.empty()) return Verdict::Violated;
  switch (outcome.stop) {
    case StopReason::None: return Verdict::NoErrorFound;
    case StopReason::Signal: return Verdict::Interrupted;
    default: return Verdict::Incomplete;
  }
}

}  // namespace

Result<RandomRuns> random_runs(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                               explore::RandomRunsOptions options, size_t max_errors) {
  const auto start = std::chrono::steady_clock::now();
  const double max_seconds = options.max_seconds;
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  RandomRuns runs;
  for (;;) {
    options.growth_is_error = !execution->may_grow;
    runs.outcome = px::explore::run_at_random(*execution->system, options);
    if (runs.outcome.growth.empty()) break;
    auto next = refined_execution(refinement, runs.outcome.growth);
    if (!next) return next.failure();
    execution = std::move(*next);
    if (max_seconds != 0) options.max_seconds = std::max(max_seconds - passed(), 1e-3);
  }
  runs.execution = execution;
  runs.result.verdict = verdict_of(runs.outcome);
  runs.result.stop = runs.outcome.stop;
  runs.result.max_depth = runs.outcome.longest;
  report_errors(refinement.source, options, max_errors, runs);
  if (refinement.execution.lists_unreached) runs.unreached = find_unreached(refinement.source, *execution);
  runs.result.seconds = passed();
  return runs;
}

}  // namespace px::driver
