// A model, what is to be checked of it and how: everything between the text of a model and a verdict with traces. The
// command line is one user of it; docs/embedding.md shows others.
//
//   SourceMap sources;
//   Result<std::unique_ptr<ModelSource>> model = read_model_file("lock.pml", LanguageId::Auto, {}, sources);
//   Session session(std::move(*model), SessionOptions(), sources);
//   Result<CheckResult> checked = session.check();   // checked->result.verdict, checked->errors[0].trace
//
// Nothing here prints or ends the process. A Session is used by one thread at a time (the search has threads of its
// own); any number of Sessions may exist side by side.
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

// What a check is doing.
enum class Phase : uint8_t { Reading, Preparing, Searching, FindingRuns, Auditing, CheckingProperties, Executing };

// "reading the model": what it is doing then.
std::string_view phase_text(Phase phase);

struct SessionOptions {
  ExecutionOptions execution;
  ReductionOptions reduction;
  SearchOptions search;
  TraceMode trace = TraceMode::Auto;
  bool check_properties = true;  // questions about infinite runs, after the search for safety
  PropertyOptions properties{};
  size_t max_errors = 0;                          // that are reported with all_errors; 0: all
  std::optional<CheckpointOptions> checkpoint{};  // where checkpoints go; absent: none are written
  const SavedRun* saved = nullptr;                // continues from this; outlives the session; null: from the beginning
  bool allow_unchecked = false;  // `holds` although some of the model was not checked, which the caveat then says
  std::function<void(Phase)> on_phase{};  // called when a phase but Reading begins; may be empty
  // Called with the first error the moment it is found, without a run, by a thread of the search; may be empty.
  std::function<void(const Violation&)> on_error{};
  OnRuns on_runs{};  // see find_traces.h
};

// The result of a check. Refers to nothing of the Session except what it shares with it.
struct CheckResult {
  SearchResult result;                              // violations as in `errors`, without traces
  std::vector<ErrorReport> errors;                  // the first one decides the exit code
  std::string missing_trace;                        // why some errors have no trace; empty if none are missing
  std::string run_doubt;                            // why some run may not be a shortest one; empty if all are
  double run_seconds = 0;                           // of those of the result: finding the runs
  std::vector<PropertyReport> properties;           // those that were asked about infinite runs
  SearchOutcome search;                             // counts; its `result` has been moved here
  Statistics statistics;                            // of the reducer, the table, the threads and the language
  std::shared_ptr<const ModelExecution> execution;  // that was searched
  std::optional<AuditOutcome> audit;
  std::optional<MergeCount> merges;
  std::optional<std::vector<UnreachedPart>> unreached;
};

class Session {
 public:
  // `sources` holds the texts of the model, and outlives this.
  Session(std::unique_ptr<ModelSource> source, SessionOptions options, SourceMap& sources);

  const ModelSource& source() const { return *source_; }
  const SessionOptions& options() const { return options_; }

  // What runs the model; made at the first call. Fails for what cannot be run, or not as asked for.
  Result<const ModelExecution*> execution();
  // Searches, once: a second call is a mistake.
  Result<CheckResult> check();
  // Takes many runs at random instead of searching. `options` says nothing of threads, time and the like: those are the
  // Session's.
  Result<RandomRuns> run_at_random(const RandomRunsOptions& options);
  // Searches by a swarm instead. `options` says nothing of threads, time and the like: those are the Session's.
  Result<SwarmResult> run_swarm(const SwarmOptions& options);
  // What runs the model, for those who follow runs of it themselves: everything is foreseen that its first states need.
  Result<std::shared_ptr<ModelExecution>> settle();

 private:
  void enter(Phase phase) const;
  void announce(const Event& event, const ir::Program& program);
  Refinement refinement() { return {options_.execution, options_.reduction, *source_, sources_}; }
  Refinement saving_refinement();
  Result<void> audit(RefinedSearch& search, CheckResult& checked) const;
  Result<void> audit_partial_order(const ModelExecution& execution, const SearchOutcome& reduced,
                                   AuditOutcome& audit) const;
  void add_left_out(SearchResult& result) const;
  Result<void> check_properties(CheckResult& checked);

  std::unique_ptr<ModelSource> source_;
  SessionOptions options_;
  SourceMap& sources_;
  std::shared_ptr<ModelExecution> execution_;
  // Whether an error has been announced. Exchanged by each search that finds one; relaxed: only which was first
  // matters.
  std::atomic<bool> announced_{false};
};

}  // namespace px::driver
