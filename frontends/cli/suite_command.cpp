#include "frontends/cli/suite_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <set>
#include <unistd.h>

#include "frontends/batch/numbers.h"
#include "frontends/batch/suite.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/machine.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/result_files.h"
#include "frontends/cli/suggest.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"

namespace px::cli {
namespace {

namespace fs = std::filesystem;

// All runs of a suite together use this share of the memory that is free.
constexpr double kMemoryShare = 0.8;

// What a [[check]] has besides options.
constexpr std::array<std::string_view, 6> kOwnKeys = {"model", "name", "define", "expect", "states", "transitions"};

// Finds what is wrong with the options of a suite's runs, and where the file says it.
class OptionCheck {
 public:
  explicit OptionCheck(batch::Suite& suite) {
    for (batch::SuiteRun& run : suite.runs) look_at(run);
  }
  Diagnostics take() { return std::move(problems_); }

 private:
  void look_at(batch::SuiteRun& run) {
    for (size_t i = 0; i < run.options.size(); ++i) {
      if (!look_at_key(run.options[i], run.places[i].key)) return;
    }
    const Result<Options> options = parsed(run, run.options);
    if (options) {
      run.memory_bytes = options->memory;
      return;
    }
    const Diagnostic& problem = options.failure().diagnostics.front();
    complain(culprit(run, problem.message), problem.message, problem.hint);
  }

  static Result<Options> parsed(const batch::SuiteRun& run, std::vector<std::string> options) {
    options.insert(options.end(), {"--", run.model});
    return parse_command_line(options);
  }

  // Whether this is an option that a check of a suite can have.
  bool look_at_key(std::string_view argument, const SourceSpan& key) {
    if (!argument.starts_with("--")) return true;  // -D: a parameter of the model
    const std::string_view name = argument.substr(2, argument.find('=') - 2);
    std::vector<std::string_view> known(kOwnKeys.begin(), kOwnKeys.end());
    const OptionRow* found = nullptr;
    for (const OptionRow* row : available_options(option_table())) {
      if (!may_be_in_suite(*row)) continue;
      known.push_back(row->name);
      if (row->name == name) found = row;
    }
    if (found != nullptr) return true;
    const auto all = available_options(option_table());
    if (std::ranges::any_of(all, [name](const OptionRow* row) { return row->name == name; })) {
      complain(key, fmt::format("'{}' does not belong in a suite", name),
               "a check has options of 'pexplore check' that say what is searched and how; results go to the folder of "
               "--out");
      return false;
    }
    const std::string_view meant = nearest(name, known);
    complain(key, fmt::format("unknown key '{}'", name),
             meant.empty() ? fmt::format("a check has {}, and long names of options of 'pexplore check'",
                                         fmt::join(kOwnKeys, ", "))
                           : fmt::format("did you mean '{}'?", meant));
    return false;
  }

  static bool may_be_in_suite(const OptionRow& row) {
    const bool shows = row.group == OptionGroup::Output || row.group == OptionGroup::Help ||
                       row.group == OptionGroup::Many || row.name == "dump";
    return !shows && (row.commands & only(Command::Check)) != 0;
  }

  // The option that is refused in the same words when it stands alone; else it is a matter of several.
  static SourceSpan culprit(const batch::SuiteRun& run, const std::string& message) {
    for (size_t i = 0; i < run.options.size(); ++i) {
      const Result<Options> alone = parsed(run, {run.options[i]});
      if (!alone && alone.failure().diagnostics.front().message == message) return run.places[i].value;
    }
    return run.span;
  }

  // Once, although all runs of a check may have the same problem.
  void complain(const SourceSpan& span, const std::string& message, const std::string& hint) {
    if (!told_.insert(fmt::format("{}:{}: {}", span.line, span.column, message)).second) return;
    problems_.add(DiagnosticKind::SyntaxError, span, message, hint);
  }

  Diagnostics problems_;
  std::set<std::string> told_;
};

// Whether the command line would take the options of each run, before the first of them is started.
Result<bool> check_options(batch::Suite& suite) {
  Diagnostics problems = OptionCheck(suite).take();
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
