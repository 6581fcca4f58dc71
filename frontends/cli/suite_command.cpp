#include "frontends/cli/suite_command.h"

#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "frontends/batch/numbers.h"
#include "frontends/batch/suite.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/machine.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/result_files.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"

namespace px::cli {
namespace {

namespace fs = std::filesystem;

// All runs of a suite together use this share of the memory that is free.
constexpr double kMemoryShare = 0.8;

// Whether the command line would take the options of each run, before the first of them is started.
Result<bool> check_options(batch::Suite& suite) {
  Diagnostics problems;
  for (batch::SuiteRun& run : suite.runs) {
    std::vector<std::string> arguments = run.options;
    arguments.insert(arguments.end(), {"--", run.model});
    const Result<Options> options = parse_command_line(arguments);
    if (!options) {
      const Diagnostic& problem = options.failure().diagnostics.front();
      problems.add(DiagnosticKind::SyntaxError, run.span, problem.message, problem.hint);
    } else if (options->action != Action::Run || !options->suite.empty() || !options->report.empty() ||
               !options->dumps.empty()) {
      problems.add(DiagnosticKind::SyntaxError, run.span,
                   "suite, report, dump, help and the like do not belong into a suite");
    } else {
      run.memory_bytes = options->memory;
    }
  }
  if (problems.has_errors()) return Failure(problems.take());
  return true;
}

std::string describe(const batch::SuiteRun& run, const batch::SuiteResult& result) {
  std::string text = run.shown_model + (run.name.empty() ? "" : " " + run.name) + ": " + outcome(result.record);
  if (result.from_journal) text += " (done before)";
  if (result.status == batch::SuiteStatus::Failed) text += "; not as expected: " + result.difference;
  return text;
}

}  // namespace

int run_suite_command(const Options& options) {
  SourceMap sources;
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, color, std::cerr); };
  Result<batch::Suite> suite = batch::read_suite(options.suite, sources);
  if (!suite) return fail(suite.failure());
  if (const Result<bool> good = check_options(*suite); !good) return fail(good.failure());

  const std::string folder =
      options.out_directory.empty() ? fs::path(options.suite).stem().string() + "-results" : options.out_directory;
  if (const Result<bool> made = make_result_folder(folder); !made) return fail(made.failure());
  const std::string journal = folder + "/journal.jsonl";
  std::error_code ignored;
  if (options.restart) fs::remove(journal, ignored);

  watch_for_interruption();
  const uint64_t memory =
      options.memory.value_or(static_cast<uint64_t>(kMemoryShare * static_cast<double>(usable_memory())));
  NoteLine line(progress_mode(options), std::cerr);
  size_t done = 0;
  const batch::SuiteHooks hooks{
      [&](size_t index, const batch::SuiteResult& result) {
        line.show(fmt::format("{} of {}  {}", ++done, suite->runs.size(), describe(suite->runs[index], result)));
      },
      interruption()};
  const Result<std::vector<batch::SuiteResult>> results =
      batch::run_suite(*suite, {options.jobs, memory, journal}, hooks);
  line.clear();
  if (!results) return fail(results.failure());
  if (!options.quiet) std::cout << batch::suite_table(*suite, *results) << std::flush;
  const std::string xml = batch::junit_xml(*suite, *results);
  for (const std::string& path : {folder + "/junit.xml", options.junit}) {
    if (path.empty()) continue;
    if (const Result<bool> written = write_file("", path, xml); !written) return fail(written.failure());
  }
  // The suite is done: the next call begins anew.
  if (done == suite->runs.size()) {
    fs::rename(journal, folder + "/results.jsonl", ignored);
  } else {
    std::cout << fmt::format("interrupted; the same command goes on after {} of {} runs\n", done, suite->runs.size());
  }
  return batch::worst_exit_code(*results);
}

}  // namespace px::cli
