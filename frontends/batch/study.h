// A scalability study: one model, measured over parameters, strategies and numbers of threads, several times each.
//
// Every run is a process of its own. Repeats go round all configurations instead of staying at one, so that a slow
// minute of the machine does not fall on one of them. A configuration that met a limit is not repeated. After the timed
// runs there is one run of each configuration with --profile, and one of each strategy by levels, for the split of the
// time and the sizes of levels: neither is timed.
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

// The values as numbers; empty unless all of them are whole numbers that a double can distinguish.
std::vector<double> numbers_of(const Swept& swept);
// Numbers go up, as the axes of charts do; other values stay in the order given. Each is kept once.
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

// How a run ended, the worst last. Failed: without a report, or it says itself that it has a defect.
enum class RunEnd : uint8_t { Answered, Cut, Failed };
RunEnd end_of(const RunRecord& run);
// The line that says why a run failed, such as "m.px:3:1: error: ..."; "" if it did not.
std::string problem_of(const RunRecord& run);

// One configuration and what its runs took.
struct Measured {
  Configuration configuration;
  std::vector<RunRecord> runs;                         // a run that gives no answer is the last
  std::vector<std::pair<std::string, double>> phases;  // of the profiled run
  std::vector<RunRecord> others{};  // not timed: with --profile, and by levels; their counts must be the same

  const RunRecord& first() const { return runs.front(); }
  bool answered() const;          // all timed runs gave an answer
  bool complete() const;          // all timed runs saw the whole space
  bool has(RunEnd end) const;     // any run, timed or not
  bool has_figures() const;       // any timed run that did not fail
  double search_seconds() const;  // medians of the runs that gave an answer; if a limit cut all, of these
  double wall_seconds() const;
  double peak_bytes() const;
  std::pair<double, double> search_range() const;  // the least and the most
  std::pair<double, double> wall_range() const;
};

// Runs that failed for one reason.
struct FailedRuns {
  std::vector<std::string> who;
  int exit_code = -1;   // -1: ended by a signal
  std::string problem;  // see problem_of()
};

// How many states lie at each distance from the initial ones.
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
  std::vector<std::string> notes;  // what the user may not have intended to measure
  bool interrupted = false;
};

// All combinations of the values that are swept; one empty combination where nothing is.
std::vector<Parameters> parameter_values(const StudyPlan& plan);
std::vector<Configuration> configurations(const StudyPlan& plan);
// "N=3 M=4"; "" of none.
std::string text_of(const Parameters& parameters);
// "canonical, 2 threads, N=3".
std::string text_of(const Configuration& configuration);
// "exit code 65: m.px:3:1: error: ...".
std::string reason_of(const FailedRuns& failed);
// "none, 1 thread, N=0 and 3 others: exit code 65: m.px:3:1: error: ...".
std::string text_of(const FailedRuns& failed);
// Of the worst timed run: "holds", "incomplete (time-limit) in 1 of 3 runs", "could not be run (exit code 65)",
// "ended by signal 9".
std::string outcome(const Measured& measured);
// How many configurations have a run that ended so.
size_t count_with(const Study& study, RunEnd end);

// Runs the study. `tell` is called before each run with what is about to be done and how much of the study is done.
// Runs that fail are part of the result; itself it fails only if no process can be started.
struct StudyHooks {
  std::function<void(const std::string& what, double done)> tell;
  const std::atomic<bool>& stop;
};
Result<Study> run_study(const StudyPlan& plan, const Environment& environment, const StudyHooks& hooks);

// What may not differ and does: verdicts of complete exact runs; of each strategy its counts, whatever the number of
// threads, and in the runs that are not timed as well; and that no exact strategy stores more than `none`.
std::vector<std::string> find_disagreements(const std::vector<Measured>& measured);

// Runs that left no answer, by reason.
std::vector<FailedRuns> find_failures(const std::vector<Measured>& measured);

// Parameters that were swept although the model does not look at them, searches that end at an error, and runs that are
// not timed and met a limit.
std::vector<std::string> find_notes(const StudyPlan& plan, const std::vector<Measured>& measured);

// One line per run, with a head.
std::string study_csv(const Study& study);
std::string study_json(const Study& study);
// A page that needs no other file.
std::string study_html(const Study& study);

}  // namespace px::batch
