#include "frontends/cli/study_command.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "engine/model/verdict.h"
#include "frontends/batch/study.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/machine.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/result_files.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"

namespace px::cli {
namespace {

namespace fs = std::filesystem;

// 1, 2, 4, ... and the number of cores itself.
std::vector<uint64_t> usual_thread_counts() {
  const unsigned cores = usable_cores();
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
    drop_repeated(plan.sweeps.back().values);
  }
  for (const Strategy strategy : options.strategies) plan.strategies.emplace_back(strategy_name(strategy));
  if (plan.strategies.empty()) plan.strategies = {"none", "canonical"};
  plan.threads = options.thread_counts.empty() ? usual_thread_counts() : options.thread_counts;
  std::sort(plan.threads.begin(), plan.threads.end());
  drop_repeated(plan.strategies);
  drop_repeated(plan.threads);
  plan.repeat = options.repeat;
  return plan;
}

// All runs agree: 0, or 20 if some met a limit. Otherwise something is wrong with pexplore, not with the model.
int exit_code_of(const batch::Study& study) {
  if (!study.disagreements.empty()) return kExitInternal;
  if (study.interrupted) return exit_code(Verdict::Interrupted, {});
  const bool all_seen = std::ranges::none_of(
      study.measured, [](const batch::Measured& one) { return one.first().verdict == "incomplete"; });
  return all_seen ? 0 : exit_code(Verdict::Incomplete, {});
}

void write_summary(const batch::Study& study, const std::string& folder) {
  for (const batch::Measured& one : study.measured) {
    std::cout << fmt::format("{:<44} {:>13} states {:>10}  {}\n", batch::text_of(one.configuration),
                             batch::grouped(one.first().states), format_duration(one.search_seconds()),
                             batch::outcome(one.first()));
  }
  for (const std::string& one : study.disagreements) std::cout << "disagreement: " << one << '\n';
  for (const std::string& one : study.notes) std::cout << "note: " << one << '\n';
  std::cout << fmt::format("written     {0}/study.html, {0}/study.json, {0}/study.csv\n", folder);
  std::cout << (study.interrupted             ? "study: interrupted\n"
                : study.disagreements.empty() ? "study: all runs agree\n"
                                              : "study: runs disagree; this is a defect in pexplore\n");
}

}  // namespace

int run_study(const Options& options) {
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, SourceMap(), color, std::cerr); };
  const std::string folder =
      options.out_directory.empty() ? fs::path(options.model).stem().string() + "-study" : options.out_directory;
  if (const Result<bool> made = make_result_folder(folder); !made) return fail(made.failure());

  watch_for_interruption();
  const batch::Environment environment = batch::this_environment(PEXPLORE_VERSION, usable_cores());
  NoteLine line(progress_mode(options), std::cerr);
  const batch::StudyHooks hooks{
      [&](const std::string& what, double done) { line.show(fmt::format("{:3.0f} %  {}", done * 100, what)); },
      interruption()};
  const Result<batch::Study> study = batch::run_study(plan_of(options), environment, hooks);
  line.clear();
  if (!study) return fail(study.failure());
  if (study->measured.empty()) {
    std::cout << "study: interrupted before anything was measured\n";
    return exit_code(Verdict::Interrupted, {});
  }
  for (const auto& [name, text] :
       {std::pair{"study.csv", batch::study_csv(*study)}, std::pair{"study.json", batch::study_json(*study)},
        std::pair{"study.html", batch::study_html(*study)}}) {
    const Result<bool> written = write_file("", folder + '/' + name, text);
    if (!written) return fail(written.failure());
  }
  if (!options.quiet) write_summary(*study, folder);
  return exit_code_of(*study);
}

}  // namespace px::cli
