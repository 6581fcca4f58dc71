#include "frontends/driver/find_traces.h"

#include <algorithm>
#include <chrono>

#include "engine/base/process_memory.h"
#include "frontends/driver/run_finder.h"

namespace px::driver {
namespace {

void append_errors(const std::shared_ptr<const ModelExecution>& execution, const explore::SearchOutcome& outcome,
                   const std::vector<Trace>& traces, std::vector<ErrorReport>& errors) {
  for (size_t i = 0; i < outcome.found.size(); ++i) {
    errors.push_back({outcome.result.violations[i], outcome.found[i].event, traces[i], execution});
  }
}

// Adds the errors of one translation of the model, with their traces.
void add_errors(const ModelSource& source, const std::shared_ptr<const ModelExecution>& execution,
                const TraceOptions& options, explore::SearchOutcome& outcome, FoundTraces& found) {
  std::vector<Trace> traces(outcome.found.size());
  if (options.mode != TraceMode::Off && !outcome.found.empty()) {
    const auto tell_runs = [&](const std::vector<Trace>& runs, double seconds) {
      if (!options.on_runs) return;
      std::vector<ErrorReport> known = found.errors;
      append_errors(execution, outcome, runs, known);
      options.on_runs(known, seconds);
    };
    RunFinder finder(source, *execution, options.search, outcome, tell_runs);
    if (options.mode == TraceMode::On && options.search.keep_parents && outcome.table) finder.from_parents();
    // With a lossy store or an approximate strategy, the recorded parents may not form a run.
    if (!finder.complete()) finder.search();
    if (std::string missing = finder.missing(); !missing.empty()) found.missing = std::move(missing);
    if (std::string doubt = finder.doubt(); !doubt.empty()) found.doubt = std::move(doubt);
    traces = finder.take();
  }
  append_errors(execution, outcome, traces, found.errors);
}

// Drops errors beyond the first `most` (0: keep all) of the search and of earlier ones; returns how many.
size_t keep_first(size_t most, RefinedSearch& search) {
  const size_t own = search.outcome.found.size();
  const size_t all = own + search.earlier.size();
  if (most == 0 || all <= most) return 0;
  if (own > most) {
    search.outcome.found.resize(most);
    search.outcome.result.violations.resize(most);
  }
  search.earlier.resize(most - std::min(own, most));
  return all - most;
}

}  // namespace

FoundTraces find_traces(const ModelSource& source, RefinedSearch& search, const TraceOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  FoundTraces found;
  found.not_listed = keep_first(options.max_errors, search);
  add_errors(source, search.execution, options, search.outcome, found);
  // Handle all errors of an earlier search together: they share a second search.
  for (size_t i = 0; i < search.earlier.size();) {
    const std::shared_ptr<const ModelExecution> execution = search.earlier[i].execution;
    explore::SearchOutcome outcome;
    outcome.result.guarantee = search.outcome.result.guarantee;
    outcome.result.states = search.outcome.result.states;
    outcome.result.seconds = search.outcome.result.seconds;
    outcome.result.stop = StopReason::NeedsRefinement;
    for (; i < search.earlier.size() && search.earlier[i].execution == execution; ++i) {
      outcome.found.push_back(search.earlier[i].found);
      outcome.result.violations.push_back(search.earlier[i].violation);
    }
    add_errors(source, execution, options, outcome, found);
  }
  SearchResult& result = search.outcome.result;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  found.seconds = passed.count();
  result.seconds += passed.count();
  result.peak_memory_bytes = std::max(result.peak_memory_bytes, peak_resident_bytes());
  return found;
}

}  // namespace px::driver
