#include "frontends/cli/study_command.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "engine/model/verdict.h"
#include "frontends/batch/study.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/result_files.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"
#include "frontends/driver/machine.h"

namespace px::cli {
namespace {

namespace fs = std::filesystem;

// 1, 2, 4, ... and the number of cores itself.
std::vector<uint64_t> usual_thread_counts() {
  const unsigned cores = driver::usable_cores();
  std::vector<uint64_t> counts;
  for (uint64_t threads = 1; threads < cores; threads *= 2) counts.push_back(threads);
  counts.push_back(cores);
  return counts;
}

template <class T>
void drop_repeated(std::vector<T>& values) {
  std::vector<T> kept;
  for (const T& value : values) {
    if (std::find(kept.begin(), kept.end(), value) == kept.end()) kept.push_back(value);
  }
  values = std::move(kept);
}

batch::StudyPlan plan_of(const Options& options) {
  batch::StudyPlan plan;
  plan.model = options.model;
  plan.options = options.passed_on;
  const std::string seed = fmt::format("--seed={}", options.seed);
  if (std::find(plan.options.begin(), plan.options.end(), seed) == plan.options.end()) plan.options.push_back(seed);
  for (const Sweep& sweep : options.sweeps) {
    plan.sweeps.push_back({sweep.name, sweep.values});
    put_in_order(plan.sweeps.back());
  }
  for (const symmetry::StrategyId strategy : options.strategies) plan.strategies.emplace_back(strategy_name(strategy));
  if (plan.strategies.empty()) plan.strategies = {"none", "canonical"};
  plan.threads = options.thread_counts.empty() ? usual_thread_counts() : options.thread_counts;
  std::sort(plan.threads.begin(), plan.threads.end());
  drop_repeated(plan.strategies);
  drop_repeated(plan.threads);
  plan.repeat = options.repeat;
  return plan;
}

// The exit code of the failed run itself; a process killed by a signal has none, and no failure may return 0.
int exit_code_of(const batch::FailedRuns& failed) {
  return failed.exit_code <= 0 ? kExitInternal : failed.exit_code;
}

// If runs disagree, pexplore is wrong, not the model.
int exit_code_of(const batch::Study& study) {
  if (!study.disagreements.empty()) return kExitInternal;
  const auto is_internal = [](const batch::FailedRuns& failed) { return exit_code_of(failed) == kExitInternal; };
  if (std::ranges::any_of(study.failures, is_internal)) return kExitInternal;
  if (study.interrupted) return exit_code(Verdict::Interrupted, {});
  if (!study.failures.empty()) return exit_code_of(study.failures.front());
  return batch::count_with(study, batch::RunEnd::Cut) == 0 ? 0 : exit_code(Verdict::Incomplete, {});
}

std::string last_line(const batch::Study& study) {
  const size_t all = study.measured.size();
  if (!study.disagreements.empty()) return "runs disagree; this is a defect in pexplore";
  if (study.interrupted) return "interrupted";
  if (!study.failures.empty()) {
    return fmt::format("{} of {} configurations could not be run", batch::count_with(study, batch::RunEnd::Failed),
                       all);
  }
  const size_t cut = batch::count_with(study, batch::RunEnd::Cut);
  return cut == 0 ? "all runs agree" : fmt::format("{} of {} configurations met a limit; no runs disagree", cut, all);
}

void write_rows(const batch::Study& study) {
  for (const batch::Measured& one : study.measured) {
    const std::string states = one.has_figures() ? batch::grouped(one.first().states) + " states" : "";
    const std::string time = one.has_figures() ? format_duration(one.search_seconds()) : "";
    std::cout << fmt::format("{:<44} {:>20} {:>10}  {}\n", batch::text_of(one.configuration), states, time,
                             batch::outcome(one));
  }
}

void write_summary(const batch::Study& study, const std::string& folder, bool quiet) {
  if (!quiet) write_rows(study);
  for (const std::string& one : study.disagreements) std::cout << "disagreement: " << one << '\n';
  for (const batch::FailedRuns& failed : study.failures) {
    std::cout << fmt::format("could not be run: {}\n", batch::text_of(failed));
    if (failed.exit_code == kExitInternal) std::cout << "this is a defect in pexplore; please report it\n";
  }
  if (!quiet) {
    for (const std::string& one : study.notes) std::cout << "note: " << one << '\n';
    std::cout << fmt::format("written     {0}/study.html, {0}/study.json, {0}/study.csv\n", folder);
  }
  std::cout << fmt::format("study: {}\n", last_line(study));
}

Result<void> write_files(const batch::Study& study, const std::string& folder) {
  for (const auto& [name, text] :
       {std::pair{"study.csv", batch::study_csv(study)}, std::pair{"study.json", batch::study_json(study)},
        std::pair{"study.html", batch::study_html(study)}}) {
    const Result<void> written = write_file("", folder + '/' + name, text);
    if (!written) return written.failure();
  }
  return {};
}

// The folder of the results. It is created before the first run, so that no result is lost; if there are no results, it
// is removed again, with the parent folders created for it.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {
    std::error_code ignored;
    for (fs::path part = path_; !part.empty() && !fs::exists(part, ignored); part = part.parent_path()) {
      new_ones_.push_back(part);
    }
  }
  const std::string& path() const { return path_; }
  Result<void> make() const { return make_result_folder(path_); }
  void take_away() const {
    std::error_code ignored;  // they are not empty
    for (const fs::path& part : new_ones_) fs::remove(part, ignored);
  }

 private:
  std::string path_;
  std::vector<fs::path> new_ones_;  // innermost first
};

// The full output of the first run; for the others their reasons.
Failure nothing_could_be_run(const batch::Study& study) {
  const batch::Measured& first = study.measured.front();
  const batch::RunRecord& run = first.first();
  std::string text = fmt::format("all runs of the study failed; {}{}:\n{}", batch::text_of(first.configuration),
                                 run.exit_code < 0 ? "" : fmt::format(" (exit code {})", run.exit_code),
                                 run.problem.empty() ? problem_of(run) : run.problem);
  while (text.ends_with('\n')) text.pop_back();
  for (size_t i = 1; i < study.failures.size(); ++i) text += '\n' + batch::text_of(study.failures[i]);
  return Failure(DiagnosticKind::UsageError, std::move(text));
}

}  // namespace

int run_study(const Options& options) {
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, SourceMap(), color, std::cerr); };
  const Folder folder(options.out_directory.empty() ? fs::path(options.model).stem().string() + "-study"
                                                    : options.out_directory);
  if (const Result<void> made = folder.make(); !made) return fail(made.failure());

  watch_for_interruption();
  const batch::Environment environment = batch::this_environment(PEXPLORE_VERSION, driver::usable_cores());
  NoteLine line(progress_mode(options), std::cerr);
  const batch::StudyHooks hooks{
      [&](const std::string& what, double done) { line.show(fmt::format("{:3.0f} %  {}", done * 100, what)); },
      interruption()};
  const Result<batch::Study> study = batch::run_study(plan_of(options), environment, hooks);
  line.clear();
  const bool has_results = study && std::ranges::any_of(study->measured, &batch::Measured::has_figures);
  if (!has_results) folder.take_away();
  if (!study) return fail(study.failure());
  if (study->measured.empty()) {
    std::cout << "study: interrupted before anything was measured\n";
    return exit_code(Verdict::Interrupted, {});
  }
  if (!has_results) {
    fail(nothing_could_be_run(*study));
    return exit_code_of(*study);
  }
  if (const Result<void> written = write_files(*study, folder.path()); !written) return fail(written.failure());
  write_summary(*study, folder.path(), options.quiet);
  return exit_code_of(*study);
}

}  // namespace px::cli
