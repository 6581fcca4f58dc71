#include "frontends/driver/swarm.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "engine/base/process_memory.h"
#include "engine/explore/search_result.h"
#include "frontends/driver/checked_trace.h"

namespace px::driver {
namespace {

// For each step of a run that is built, replayed and shown, including its states.
constexpr uint64_t kBytesPerStep = 4096;

const explore::SwarmError& error_of(const explore::SwarmOutcome& outcome, const explore::FoundViolation& found) {
  return *std::ranges::find_if(outcome.errors, [&](const explore::SwarmError& error) {
    return explore::ViolationLog::key_of(error.found.event) == explore::ViolationLog::key_of(found.event);
  });
}

// The run to an error, replayed by the interpreter.
Trace run_to(const explore::SwarmError& error, const explore::SwarmOptions& options, SwarmResult& swarm) {
  if (error.found.in_initial_states) return {};
  const ModelExecution& execution = *swarm.execution;
  explore::FoundViolation found = error.found;
  const Result<explore::SearchOutcome> path = outcome_of_path(*execution.system, *execution.reducer, error.path, found);
  if (!path || path->table->stats().states > options.memory_bytes / kBytesPerStep) {
    swarm.missing_trace =
        fmt::format("the run has {} steps, for which memory has no room; raise --memory", found.depth);
    return {};
  }
  Trace trace = checked_trace(execution, *path, found);
  if (trace.empty() && execution.reducer->guarantee() != Guarantee::Exact) {
    swarm.missing_trace = "the strategy merged states that are not symmetric on the way; --strategy none finds the run";
  }
  return trace;
}

void report_errors(const ModelSource& source, const explore::SwarmOptions& options, const SwarmReporting& reporting,
                   SwarmResult& swarm) {
  explore::SearchOutcome told;
  std::vector<explore::FoundViolation> all;
  for (const explore::SwarmError& error : swarm.outcome.errors) all.push_back(error.found);
  fold_violations(all, swarm.execution->system->program(), told);
  reword(source, told);
  for (size_t i = 0; i < told.found.size(); ++i) {
    if (reporting.max_errors != 0 && i >= reporting.max_errors) {
      swarm.not_listed = told.found.size() - i;
      break;
    }
    Trace trace;
    if (reporting.with_runs) trace = run_to(error_of(swarm.outcome, told.found[i]), options, swarm);
    swarm.errors.push_back({told.result.violations[i], told.found[i].event, std::move(trace), swarm.execution});
    swarm.result.violations.push_back(swarm.errors.back().violation);
  }
  for (explore::SwarmError& error : swarm.outcome.errors) error.path.clear();
}

// Whether a search ended by itself and expanded all states that it considered new.
bool saw_everything(const explore::SwarmSearch& search) {
  return search.end == explore::SwarmEnd::Done && search.left_out == 0;
}

Verdict verdict_of(const explore::SwarmOutcome& outcome) {
  if (!outcome.errors.empty()) return Verdict::Violated;
  if (outcome.stop == StopReason::Signal) return Verdict::Interrupted;
  const bool everything = std::ranges::any_of(outcome.searches, saw_everything);
  return everything ? Verdict::NoErrorFound : Verdict::Incomplete;
}

std::string caveat_of(const explore::SwarmOutcome& outcome) {
  double least = -1;
  for (const explore::SwarmSearch& search : outcome.searches) {
    if (saw_everything(search) && (least < 0 || search.omitted < least)) least = search.omitted;
  }
  if (least < 0) return "each search of a swarm sees a part of the states";
  return fmt::format("bits stand for states: the best search took about {:.2g} new states for old ones", least);
}

void describe(SwarmResult& swarm) {
  const explore::SwarmOutcome& outcome = swarm.outcome;
  SearchResult& result = swarm.result;
  result.verdict = verdict_of(outcome);
  result.stop = outcome.stop;
  if (result.verdict == Verdict::NoErrorFound) result.stop = StopReason::None;
  result.guarantee = swarm.execution->reducer->guarantee();
  result.caveat = caveat_of(outcome);
  result.states = static_cast<uint64_t>(std::llround(outcome.states));
  result.initial_states = outcome.initial_states;
  for (const explore::SwarmSearch& search : outcome.searches) {
    result.transitions += search.transitions;
    result.max_depth = std::max(result.max_depth, search.depth);
  }
  result.state_bytes = (swarm.execution->system->layout().bits() + 7) / 8;
  result.peak_memory_bytes = peak_resident_bytes();
}

}  // namespace

Result<SwarmResult> swarm(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                          explore::SwarmOptions options, const SwarmReporting& reporting) {
  const auto start = std::chrono::steady_clock::now();
  const double max_seconds = options.max_seconds;
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  SwarmResult swarm;
  for (;;) {
    options.growth_is_error = !execution->may_grow;
    Result<explore::SwarmOutcome> outcome = run_swarm(*execution->system, *execution->reducer, options);
    if (!outcome) return outcome.failure();
    swarm.outcome = std::move(*outcome);
    if (swarm.outcome.growth.empty()) break;
    auto next = refined_execution(refinement, swarm.outcome.growth);
    if (!next) return next.failure();
    execution = std::move(*next);
    if (max_seconds != 0) options.max_seconds = std::max(max_seconds - passed(), 1e-3);
  }
  swarm.execution = execution;
  describe(swarm);
  report_errors(refinement.source, options, reporting, swarm);
  if (reporting.lists_unreached) {
    for (uint32_t a = 0; a < swarm.outcome.taken.size(); ++a) {
      if (swarm.outcome.taken[a]) execution->coverage->mark(ir::ActionId(a));
    }
    swarm.unreached = find_unreached(refinement.source, *execution);
  }
  swarm.result.seconds = passed();
  return swarm;
}

}  // namespace px::driver
