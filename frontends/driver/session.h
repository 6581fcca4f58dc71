// A model, the properties to check and the method: everything between the text of a model and a verdict with traces.
// The command line is one user of it; docs/embedding.md shows others.
//
//   SourceMap sources;
//   Result<std::unique_ptr<ModelSource>> model = read_model_file("lock.pml", LanguageId::Auto, {}, sources);
//   Session session(std::move(*model), SessionOptions(), sources);
//   Result<CheckResult> checked = session.check();   // checked->result.verdict, checked->errors[0].trace
//
// Nothing here prints or ends the process. Only one thread at a time may use a Session (the search has threads of its
// own); any number of Sessions may coexist.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/explorer.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/find_traces.h"
#include "frontends/driver/model_source.h"
#include "frontends/driver/properties.h"
#include "frontends/driver/random_runs.h"
#include "frontends/driver/refinement.h"
#include "frontends/driver/saved_run.h"
#include "frontends/driver/swarm.h"

namespace px::driver {

// The phase of a check.
enum class Phase : uint8_t { Reading, Preparing, Searching, FindingRuns, Auditing, CheckingProperties, Executing };

// The phase in words: "reading the model".
std::string_view phase_text(Phase phase);

struct SessionOptions {
  ExecutionOptions execution;
  ReductionOptions reduction;
  explore::SearchOptions search;
  TraceMode trace = TraceMode::Auto;
  bool check_properties = true;  // of infinite runs, after the safety search
  PropertyOptions properties{};
  size_t max_errors = 0;                          // to report with all_errors; 0: all
  std::optional<CheckpointOptions> checkpoint{};  // where checkpoints go; absent: write none
  const SavedRun* saved = nullptr;  // run to continue; outlives the session; null: start from the beginning
  bool allow_unchecked =
      false;  // allow `holds` although part of the model was not checked, which the caveat then states
  std::function<void(Phase)> on_phase{};  // called at the start of every phase except Reading; may be empty
  // Called by a search thread as soon as the first error is found, without a run; may be empty.
  std::function<void(const Violation&)> on_error{};
  OnRuns on_runs{};  // see find_traces.h
};

// The result of a check. Independent of the Session except for shared objects.
struct CheckResult {
  SearchResult result;                              // violations as in `errors`, without traces
  std::vector<ErrorReport> errors;                  // the first one decides the exit code
  std::string missing_trace;                        // why some errors have no trace; empty if none are missing
  std::string run_doubt;                            // why some run may not be a shortest one; empty if all are
  double run_seconds = 0;                           // time spent finding runs, included in that of the result
  std::vector<PropertyReport> properties;           // those of the requested properties of infinite runs
  explore::SearchOutcome search;                    // counts; its `result` has been moved here
  Statistics statistics;                            // of the reducer, the table, the threads and the language
  std::shared_ptr<const ModelExecution> execution;  // the one that was searched
  std::optional<explore::AuditOutcome> audit;
  std::optional<explore::MergeCount> merges;
  std::optional<std::vector<UnreachedPart>> unreached;
};

class Session {
 public:
  // `sources` holds the texts of the model, and outlives the session.
  Session(std::unique_ptr<ModelSource> source, SessionOptions options, SourceMap& sources);

  const ModelSource& source() const { return *source_; }
  const SessionOptions& options() const { return options_; }

  // The execution of the model, created at the first call. Fails if the model cannot be run, or not with these options.
  Result<const ModelExecution*> execution();
  // Searches. May be called only once.
  Result<CheckResult> check();
  // Takes many random runs instead of searching. `options` does not include threads, time and the like: those are the
  // Session's.
  Result<RandomRuns> run_at_random(const explore::RandomRunsOptions& options);
  // Searches by a swarm instead. `options` does not include threads, time and the like: those are the Session's.
  Result<SwarmResult> run_swarm(const explore::SwarmOptions& options);
  // An execution for callers that follow runs themselves: its guesses cover the first states of the model.
  Result<std::shared_ptr<ModelExecution>> settle();

 private:
  void enter(Phase phase) const;
  void announce(const Event& event, const ir::Program& program);
  Refinement refinement() { return {options_.execution, options_.reduction, *source_, sources_}; }
  Refinement saving_refinement();
  Result<void> audit(RefinedSearch& search, CheckResult& checked) const;
  Result<void> audit_partial_order(const ModelExecution& execution, const explore::SearchOutcome& reduced,
                                   explore::AuditOutcome& audit) const;
  void add_left_out(SearchResult& result) const;
  Result<void> check_properties(CheckResult& checked);

  std::unique_ptr<ModelSource> source_;
  SessionOptions options_;
  SourceMap& sources_;
  std::shared_ptr<ModelExecution> execution_;
  // Whether an error has been announced. Each search that finds one exchanges it; relaxed: only the order of the
  // exchanges matters.
  std::atomic<bool> announced_{false};
};

}  // namespace px::driver
