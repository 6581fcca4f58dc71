#include "frontends/cli/suite_command.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <set>
#include <tuple>
#include <unistd.h>

#include "engine/jit/native_module.h"
#include "frontends/batch/history.h"
#include "frontends/batch/journal.h"
#include "frontends/batch/numbers.h"
#include "frontends/batch/suite.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/output_files.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/result_files.h"
#include "frontends/cli/suggest.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"
#include "frontends/driver/machine.h"

namespace px::cli {
namespace {

namespace fs = std::filesystem;

// All runs of a suite together use this share of the free memory.
constexpr double kMemoryShare = 0.8;

// The keys of a [[check]] besides options.
constexpr std::array<std::string_view, 8> kOwnKeys = {"model",  "name",        "define",     "expect",
                                                      "states", "transitions", "properties", "tags"};

// Finds errors in the options of a suite's runs, and locates them in the file. Converts relative paths among the
// options to paths that can be opened.
class OptionCheck {
 public:
  OptionCheck(batch::Suite& suite, fs::path folder) : folder_(std::move(folder)) {
    for (batch::SuiteRun& run : suite.runs) look_at(run);
  }
  Diagnostics take() { return std::move(problems_); }

 private:
  void look_at(batch::SuiteRun& run) {
    std::set<std::string_view> given;
    for (size_t i = 0; i < run.options.size(); ++i) {
      if (!run.options[i].starts_with("--")) continue;  // -D: a parameter of the model
      const std::string name = name_of(run.options[i]);
      const OptionRow* row = find_row(name, run.places[i].key);
      if (row == nullptr) return;
      if (!given.insert(row->name).second && !may_be_repeated(*row)) {
        complain(run.places[i].value, fmt::format("--{} takes one value per run", name),
                 "the values of a plain list are used in separate runs");
        return;
      }
      run.options[i] = with_full_path(run.options[i], *row);
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
    options.insert(options.begin(), "check");  // otherwise a model with the name of a command would be taken for one
    options.insert(options.end(), {"--", run.model});
    return parse_command_line(options);
  }

  static std::string name_of(std::string_view option) { return std::string(option.substr(2, option.find('=') - 2)); }

  static bool may_be_repeated(const OptionRow& row) {
    return row.kind == ValueKind::Define || row.kind == ValueKind::Undefine || row.kind == ValueKind::Directory;
  }

  // Relative paths are relative to the suite's file, like the models. They become absolute because the journal compares
  // options: the same words denote another file when the suite is run from elsewhere.
  std::string with_full_path(const std::string& option, const OptionRow& row) const {
    const size_t equals = option.find('=');
    const bool is_path = row.kind == ValueKind::File || row.kind == ValueKind::Directory;
    if (!is_path || equals == std::string::npos || equals + 1 == option.size()) return option;
    std::error_code error;
    const fs::path path = fs::absolute(folder_ / option.substr(equals + 1), error).lexically_normal();
    return error ? option : option.substr(0, equals + 1) + path.string();
  }

  // The option of this name; null, with an error, if a check of a suite has no such option.
  const OptionRow* find_row(std::string_view name, const SourceSpan& key) {
    std::vector<std::string_view> known(kOwnKeys.begin(), kOwnKeys.end());
    const OptionRow* found = nullptr;
    for (const OptionRow* row : available_options(option_table())) {
      if (!may_be_in_suite(*row)) continue;
      known.push_back(row->name);
      if (row->name == name) found = row;
    }
    if (found != nullptr) return found;
    const auto all = available_options(option_table());
    if (std::ranges::any_of(all, [name](const OptionRow* row) { return row->name == name; })) {
      complain(
          key, fmt::format("'{}' does not belong in a suite", name),
          "a check takes the options of 'pexplore check' that control the search; results go to the folder of --out");
      return nullptr;
    }
    const std::string_view meant = nearest(name, known);
    complain(key, fmt::format("unknown key '{}'", name),
             meant.empty() ? fmt::format("a check takes {} and the long option names of 'pexplore check'",
                                         fmt::join(kOwnKeys, ", "))
                           : fmt::format("did you mean '{}'?", meant));
    return nullptr;
  }

  static bool may_be_in_suite(const OptionRow& row) {
    const bool shows = row.group == OptionGroup::Output || row.group == OptionGroup::Help ||
                       row.group == OptionGroup::Many || row.group == OptionGroup::Checkpoints || row.name == "dump";
    return !shows && (row.commands & only(Command::Check)) != 0;
  }

  // The option that is rejected with the same message when it stands alone; otherwise the error concerns several
  // options.
  static SourceSpan culprit(const batch::SuiteRun& run, const std::string& message) {
    for (size_t i = 0; i < run.options.size(); ++i) {
      const Result<Options> alone = parsed(run, {run.options[i]});
      if (!alone && alone.failure().diagnostics.front().message == message) return run.places[i].value;
    }
    return run.span;
  }

  // Reports the problem once, although all runs of a check may share it.
  void complain(const SourceSpan& span, const std::string& message, const std::string& hint) {
    if (!told_.insert(fmt::format("{}:{}: {}", span.line, span.column, message)).second) return;
    problems_.add(DiagnosticKind::SyntaxError, span, message, hint);
  }

  const fs::path folder_;
  Diagnostics problems_;
  std::set<std::string> told_;
};

// Checks whether the command line accepts the options of each run, before the first run starts.
Result<void> check_options(batch::Suite& suite, const std::string& path) {
  Diagnostics problems = OptionCheck(suite, fs::path(path).parent_path()).take();
  if (problems.has_errors()) return Failure(problems.take());
  return {};
}

std::string describe(const batch::SuiteRun& run, const batch::SuiteResult& result) {
  std::string text = run.shown_model + (run.name.empty() ? "" : " " + run.name) + ": " + outcome(result.record);
  if (result.from_journal) text += " (done before)";
  if (result.status == batch::SuiteStatus::Failed) text += "; not as expected: " + result.difference;
  return text;
}

// Part of a suite gets its own folder, so that the other parts are counted neither as done nor as missing.
std::string default_folder(const Options& options) {
  std::string name = fs::path(options.suite).stem().string() + "-results";
  if (!options.only.empty()) name += "-only";
  if (const auto shard = batch::parse_shard(options.shard)) name += fmt::format("-{}of{}", shard->first, shard->second);
  return name;
}

// Paths of a suite's results.
struct ResultPaths {
  explicit ResultPaths(const Options& options)
      : folder(options.out_directory.empty() ? default_folder(options) : options.out_directory) {}
  const std::string folder;
  const std::string journal = folder + "/journal.jsonl";
  const std::string junit = folder + "/junit.xml";
  const std::string results = folder + "/results.jsonl";
};

// Creates the folder, and verifies that everything can be written there. Empties the results of an earlier call: a
// suite that cannot start must not leave those of another one as if they were its own. While the lock is held, no other
// process writes there.
Result<batch::FolderLock> prepare(const Options& options, const ResultPaths& paths) {
  if (const Result<void> made = make_result_folder(paths.folder); !made) return made.failure();
  if (!options.history.empty()) {
    if (const Result<void> made = make_result_folder(options.history, "--history"); !made) return made.failure();
  }
  if (const Result<void> files = check_output_files(options); !files) return files.failure();
  Result<batch::FolderLock> lock = batch::FolderLock::take(paths.folder);
  if (!lock) return lock;
  std::error_code error;
  for (const std::string& path : {paths.junit, paths.results}) {
    if (fs::is_directory(path, error)) {
      return Failure(DiagnosticKind::UsageError, fmt::format("cannot write '{}': it is a directory", path),
                     "remove it, or choose another folder with --out");
    }
    if (!fs::is_regular_file(path, error)) continue;
    fs::resize_file(path, 0, error);
    if (error) {
      return Failure(DiagnosticKind::UsageError, fmt::format("cannot write '{}': {}", path, error.message()));
    }
  }
  empty_earlier_results(options);
  if (options.restart) fs::remove(paths.journal, error);
  return lock;
}

// Identifies the program, since another pexplore may produce other results. In a build tree the module lies beside the
// program; once installed, both come from one package.
std::string program_mark() {
  const std::string program = batch::own_path();
  const std::string module = (fs::path(program).parent_path() / jit::kModuleFile).string();
  return fmt::format("{} {} {}", PEXPLORE_VERSION, batch::hash_of_file(program).value_or("-"),
                     batch::hash_of_file(module).value_or("-"));
}

uint64_t least_memory() {
  for (const OptionRow* row : available_options(option_table())) {
    if (row->name == "memory") return row->least;
  }
  PX_UNREACHABLE("no option --memory");
}

// The number of concurrent runs, and the resources of each.
Result<batch::SuitePlan> plan_of(const Options& options, size_t runs, const std::string& journal) {
  batch::SuitePlan plan;
  plan.memory_bytes =
      options.memory.value_or(static_cast<uint64_t>(kMemoryShare * static_cast<double>(driver::usable_memory())));
  const uint64_t most = plan.memory_bytes / least_memory();
  if (most == 0) {
    return Failure(DiagnosticKind::UsageError,
                   fmt::format("{} of memory is not enough for a run", format_bytes(plan.memory_bytes)),
                   "--memory is the total for all runs of the suite");
  }
  plan.jobs = std::min<uint64_t>(options.jobs, std::max<size_t>(runs, 1));
  if (plan.jobs > most) {
    if (!options.quiet) {
      std::cerr << fmt::format("pexplore: note: {} of memory is enough for {} at once, not for {} runs\n",
                               format_bytes(plan.memory_bytes), most, plan.jobs);
    }
    plan.jobs = most;
  }
  if (plan.jobs > 1) plan.threads = std::max<uint64_t>(driver::usable_cores() / plan.jobs, 1);
  plan.journal = journal;
  plan.program = program_mark();
  return plan;
}

// Prints the table for people, or the XML instead with --junit -.
void print_results(const Options& options, const batch::Suite& suite, const std::vector<batch::SuiteResult>& results) {
  if (options.junit == "-") return;
  const batch::TableRows rows = options.quiet ? batch::TableRows::NotAsExpected : batch::TableRows::All;
  std::cout << batch::suite_table(suite, results, rows) << std::flush;
}

Result<void> write_junit(const Options& options, const ResultPaths& paths, const std::string& xml) {
  Result<void> written = write_file("", paths.junit, xml);
  if (!written || options.junit.empty()) return written;
  return write_file_or_output("--junit", options.junit, xml);
}

Result<void> write_sarif(const Options& options, const batch::Suite& suite,
                         const std::vector<batch::SuiteResult>& results) {
  if (options.sarif.empty()) return {};
  return write_file_or_output("--sarif", options.sarif,
                              batch::sarif_json(suite, results, options.suite, PEXPLORE_VERSION));
}

// Appends this night's results to the history, writes its page, and reports the changes. Returns the exit code of the
// changes: a verdict or a count that differs although files and options are the same is unexpected, whatever the file
// says.
Result<int> note_history(const Options& options, const batch::Suite& suite,
                         const std::vector<batch::SuiteResult>& results, std::chrono::system_clock::time_point begun) {
  constexpr int kNotAsExpected = 1;
  if (options.history.empty()) return 0;
  const std::string lines = batch::night_lines(batch::night_of(suite, results, begun, PEXPLORE_VERSION));
  if (const Result<void> added = batch::append_night(options.history, lines); !added) return added.failure();
  const Result<batch::History> history = batch::read_history(options.history);
  if (!history) return history.failure();
  const std::string page = options.history + "/index.html";
  if (const Result<void> written = replace_file(page, batch::history_page(*history)); !written)
    return written.failure();
  std::ostream& out = options.junit == "-" ? std::cerr : std::cout;
  int code = 0;
  const bool whole = options.only.empty() && options.shard.empty();
  for (const batch::Change& change : batch::changes_of(*history, suite.name, whole)) {
    const bool failure = change.kind == batch::Change::Kind::Failure;
    if (failure) code = kNotAsExpected;
    if (options.quiet && change.kind == batch::Change::Kind::Note) continue;
    constexpr std::array<std::string_view, 3> kWords = {"FAILURE", "warning", "note"};
    out << fmt::format("{}: {}: {}\n", kWords[static_cast<size_t>(change.kind)], change.run, change.text);
  }
  if (!options.quiet) out << "history     " << page << '\n';
  return code;
}

batch::SuiteChoice choice_of(const Options& options) {
  batch::SuiteChoice choice{.only = options.only};
  if (const auto shard = batch::parse_shard(options.shard)) std::tie(choice.shard, choice.shards) = *shard;
  return choice;
}

// Called once all runs are done: the next call starts afresh.
Result<void> finish(const ResultPaths& paths, const batch::Suite& suite,
                    const std::vector<batch::SuiteResult>& results) {
  Result<void> written = replace_file(paths.results, batch::results_json_lines(suite, results));
  if (!written) return written;
  std::error_code error;
  fs::remove(paths.journal, error);
  if (!error) return {};
  return Failure(DiagnosticKind::UsageError, fmt::format("cannot remove '{}': {}", paths.journal, error.message()),
                 "as long as it exists, the suite takes its results from it");
}

}  // namespace

int run_suite_command(const Options& options) {
  SourceMap sources;
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, color, std::cerr); };
  std::error_code ignored;
  // A misspelled name must not create a folder.
  if (!fs::exists(options.suite, ignored)) return fail(batch::read_suite(options.suite, sources).failure());
  const ResultPaths paths(options);
  const Result<batch::FolderLock> lock = prepare(options, paths);
  if (!lock) return fail(lock.failure());
  Result<batch::Suite> suite = batch::read_suite(options.suite, sources);
  if (!suite) return fail(suite.failure());
  if (const Result<void> good = check_options(*suite, options.suite); !good) return fail(good.failure());
  if (const Result<void> chosen = batch::choose_runs(choice_of(options), *suite); !chosen)
    return fail(chosen.failure());
  const auto begun = std::chrono::system_clock::now();
  Result<batch::SuitePlan> plan = plan_of(options, suite->runs.size(), paths.journal);
  if (!plan) return fail(plan.failure());
  plan->keep = options.keep;

  watch_for_interruption();
  NoteLine line(progress_mode(options), std::cerr);
  size_t done = 0;
  const batch::SuiteHooks hooks{
      [&](size_t index, const batch::SuiteResult& result) {
        line.show(fmt::format("{} of {}  {}", ++done, suite->runs.size(), describe(suite->runs[index], result)));
      },
      interruption()};
  const Result<std::vector<batch::SuiteResult>> results = batch::run_suite(*suite, *plan, hooks);
  line.clear();
  if (!results) return fail(results.failure());
  print_results(options, *suite, *results);
  const Result<void> written =
      write_junit(options, paths, batch::junit_xml(*suite, *results, std::chrono::system_clock::to_time_t(begun)));
  if (!written) return fail(written.failure());
  if (const Result<void> sarif = write_sarif(options, *suite, *results); !sarif) return fail(sarif.failure());
  if (done == suite->runs.size()) {
    if (const Result<void> finished = finish(paths, *suite, *results); !finished) return fail(finished.failure());
    const Result<int> changed = note_history(options, *suite, *results, begun);
    if (!changed) return fail(changed.failure());
    const int code = batch::worst_exit_code(*results);
    return code == 0 ? *changed : code;
  } else {
    (options.junit == "-" ? std::cerr : std::cout)
        << fmt::format("interrupted; the same command continues after {} of {} runs\n", done, suite->runs.size());
  }
  return batch::worst_exit_code(*results);
}

}  // namespace px::cli
