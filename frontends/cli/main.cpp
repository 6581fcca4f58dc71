// The composition root: parses the command line and runs the command. Only this folder prints or exits.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/base/check.h"
#include "engine/model/verdict.h"
#include "frontends/cli/check_command.h"
#include "frontends/cli/checkpoint_command.h"
#include "frontends/cli/graph_command.h"
#include "frontends/cli/help.h"
#include "frontends/cli/independence_command.h"
#include "frontends/cli/logging.h"
#include "frontends/cli/lsp_command.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/options.h"
#include "frontends/cli/output_files.h"
#include "frontends/cli/replay_command.h"
#include "frontends/cli/simulate_command.h"
#include "frontends/cli/study_command.h"
#include "frontends/cli/suite_command.h"
#include "frontends/cli/swarm_command.h"
#include "frontends/cli/symmetry_command.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/version.h"
#include "frontends/cli/why_command.h"

namespace px::cli {
namespace {

constexpr size_t kMinHelpWidth = 40;  // in narrower terminals the terminal wraps the lines

// Returns no session if logging is off.
Result<std::unique_ptr<LogSession>> open_log(const Options& options) {
  const LogLevel level = options.log_level.value_or(options.log_file.empty() ? LogLevel::Off : LogLevel::Info);
  if (level == LogLevel::Off) return std::unique_ptr<LogSession>();
  return LogSession::open(level, options.log_file);
}

int run_named_command(const Options& options) {
  switch (options.command) {
    case Command::Check: return run_check(options);
    case Command::Replay: return run_replay(options);
    case Command::Simulate: return run_simulate(options);
    case Command::Swarm: return run_swarm(options);
    case Command::Graph: return run_graph(options);
    case Command::Symmetry: return run_symmetry(options);
    case Command::Independence: return run_independence(options);
    case Command::Why: return run_why(options);
    case Command::Study: return run_study(options);
    case Command::Resume: return run_resume(options);
    case Command::Checkpoint: return run_checkpoint(options);
    case Command::Lsp: return run_lsp(options);
  }
  PX_UNREACHABLE("command");
}

int run_command(const Options& options) {
  // A suite checks its files itself, after creating the folder that may contain them.
  if (!options.suite.empty()) return run_suite_command(options);
  if (const Result<void> files = check_output_files(options); !files) {
    return print_failure(files.failure(), SourceMap(), colors_on(STDERR_FILENO, options.color), std::cerr);
  }
  empty_earlier_results(options);
  Result<std::unique_ptr<LogSession>> log = open_log(options);
  if (!log) return print_failure(log.failure(), SourceMap(), colors_on(STDERR_FILENO, options.color), std::cerr);
  log_event(LogLevel::Info, "run-begins",
            {{"version", std::string_view(PEXPLORE_VERSION)}, {"model", std::string_view(options.model)}});
  const int exit_code = run_named_command(options);
  log_event(LogLevel::Info, "run-ends", {{"exit-code", static_cast<uint64_t>(exit_code)}});
  return exit_code;
}

int run(const std::vector<std::string>& arguments) {
  Result<Options> options = parse_command_line(arguments);
  if (!options) {
    return print_failure(options.failure(), SourceMap(), colors_on(STDERR_FILENO, ColorMode::Auto), std::cerr);
  }
  switch (options->action) {
    case Action::Help: {
      const size_t width = terminal_width(STDOUT_FILENO);
      const bool color = colors_on(STDOUT_FILENO, options->color);
      std::cout << help_text(option_table(), options->command, width >= kMinHelpWidth ? width : 80, color);
      return 0;
    }
    case Action::Version: std::cout << version_text(options->verbose); return 0;
    case Action::Man: std::cout << manual_page(option_table(), PEXPLORE_VERSION); return 0;
    case Action::Completion: std::cout << completion_script(option_table(), options->completion_shell); return 0;
    case Action::Run: return run_command(*options);
  }
  return kExitInternal;
}

// A full disk behind standard output must not count as success: a verdict that was not written was not reported.
int with_output_written(int exit_code) {
  if (std::cout.flush()) return exit_code;
  std::cerr << "pexplore: error: cannot write standard output; is the disk full?\n";
  const bool violated = exit_code >= kExitViolated && exit_code < kExitIncomplete;
  return violated ? exit_code : kExitUsage;
}

// A thread may still be compiling for a finished search (ExecutionOptions::ends_with_process); it must not access what
// the normal end of a process destroys.
[[noreturn]] void end_process(int exit_code) {
  std::fflush(nullptr);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  std::exit(exit_code);
#else
  std::_Exit(exit_code);
#endif
}

}  // namespace
}  // namespace px::cli

int main(int argc, char** argv) {
  // With this, writing beyond a file size limit (ulimit -f) is an ordinary write error and does not end the process.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    px::cli::end_process(px::cli::with_output_written(px::cli::run(std::vector<std::string>(argv + 1, argv + argc))));
  } catch (const std::bad_alloc&) {
    std::cerr << "pexplore: out of memory\n";
  } catch (const std::exception& problem) {
    std::cerr << "pexplore: internal error: " << problem.what()
              << "\nThis is a defect in pexplore: please report it.\n";
  }
  px::cli::end_process(px::kExitInternal);
}
