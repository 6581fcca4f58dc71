// A scalability study: one model, measured over parameters, strategies and numbers of threads, several times each.
//
// Every run is a separate process. Repeats cycle through all configurations instead of repeating one several times in a
// row, so that a slow minute of the machine does not affect only one of them. A configuration that met a limit is not
// repeated. After the timed runs, each configuration runs once with --profile, and each strategy once in breadth-first
// order, for the split of the time and the sizes of levels: neither run is timed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "frontends/batch/environment.h"
#include "frontends/batch/run_record.h"

namespace px::batch {

using Parameters = std::vector<std::pair<std::string, std::string>>;  // as given by -D

struct Swept {
  std::string name;
  std::vector<std::string> values;
};

// The values as numbers; empty unless all of them are integers that a double represents exactly.
std::vector<double> numbers_of(const Swept& swept);
// Sorts numbers in ascending order, as on the axes of charts; other values stay in the order given. Removes duplicates.
void put_in_order(Swept& swept);

struct StudyPlan {
  std::string model;
  std::vector<std::string> options;  // for every run
  std::vector<Swept> sweeps;
  std::vector<std::string> strategies;
  std::vector<uint64_t> threads;
  uint64_t repeat = 1;
};

struct Configuration {
  Parameters parameters;
  std::string strategy;
  uint64_t threads = 1;
};

// How a run ended, worst last. Failed: it left no report, or reported a defect of pexplore.
enum class RunEnd : uint8_t { Answered, Cut, Failed };
RunEnd end_of(const RunRecord& run);
// The line of the output that says why a run failed, such as "m.px:3:1: error: ..."; "" if it did not.
std::string problem_of(const RunRecord& run);

// A configuration and the measurements of its runs.
struct Measured {
  Configuration configuration;
  std::vector<RunRecord> runs;                         // a run without an answer is the last
  std::vector<std::pair<std::string, double>> phases;  // of the profiled run
  std::vector<RunRecord> others{};  // not timed: with --profile, and breadth-first; their counts must be the same

  const RunRecord& first() const { return runs.front(); }
  bool answered() const;          // all timed runs gave an answer
  bool complete() const;          // all timed runs visited the whole space
  bool has(RunEnd end) const;     // any run, timed or not
  bool has_figures() const;       // any timed run that did not fail
  double search_seconds() const;  // medians over the runs that gave an answer; if a limit ended all, over those
  double wall_seconds() const;
  double peak_bytes() const;
  std::pair<double, double> search_range() const;  // smallest and largest
  std::pair<double, double> wall_range() const;
};

// Runs that failed for the same reason.
struct FailedRuns {
  std::vector<std::string> who;
  int exit_code = -1;   // -1: killed by a signal
  std::string problem;  // see problem_of()
};

// The number of states at each distance from the initial ones.
struct Levels {
  Parameters parameters;
  std::string strategy;
  std::vector<uint64_t> sizes;
};

struct Study {
  StudyPlan plan;
  Environment environment;
  std::vector<Measured> measured;  // in the order of parameters, strategies, threads
  std::vector<Levels> levels;
  std::vector<std::string> disagreements;
  std::vector<FailedRuns> failures;
  std::vector<std::string> notes;  // notes on measurements that the user may not have intended
  bool interrupted = false;
};

// All combinations of the swept values; one empty combination if there are none.
std::vector<Parameters> parameter_values(const StudyPlan& plan);
std::vector<Configuration> configurations(const StudyPlan& plan);
// "N=3 M=4"; "" if there are no parameters.
std::string text_of(const Parameters& parameters);
// "canonical, 2 threads, N=3".
std::string text_of(const Configuration& configuration);
// "exit code 65: m.px:3:1: error: ...".
std::string reason_of(const FailedRuns& failed);
// "none, 1 thread, N=0 and 3 others: exit code 65: m.px:3:1: error: ...".
std::string text_of(const FailedRuns& failed);
// The outcome of the worst timed run: "holds", "incomplete (time-limit) in 1 of 3 runs", "could not be run (exit code
// 65)", "ended by signal 9".
std::string outcome(const Measured& measured);
// The number of configurations with a run that ended in this way.
size_t count_with(const Study& study, RunEnd end);

// Runs the study. Calls `tell` before each run with a description and the share of the study that is done. Failed runs
// are part of the result; the function itself fails only if no process can be started.
struct StudyHooks {
  std::function<void(const std::string& what, double done)> tell;
  const std::atomic<bool>& stop;
};
Result<Study> run_study(const StudyPlan& plan, const Environment& environment, const StudyHooks& hooks);

// Contradictions: verdicts of complete exact runs that differ; for a strategy, counts that differ between numbers of
// threads or in the untimed runs; an exact strategy that stores more states than `none`.
std::vector<std::string> find_disagreements(const std::vector<Measured>& measured);

// Runs without an answer, grouped by reason.
std::vector<FailedRuns> find_failures(const std::vector<Measured>& measured);

// Notes on swept parameters that the model does not use, searches that end at an error, and untimed runs that met a
// limit.
std::vector<std::string> find_notes(const StudyPlan& plan, const std::vector<Measured>& measured);

// A header, then one line per run.
std::string study_csv(const Study& study);
std::string study_json(const Study& study);
// A self-contained page.
std::string study_html(const Study& study);

}  // namespace px::batch
