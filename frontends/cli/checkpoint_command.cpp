#include "frontends/cli/checkpoint_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>
#include <unistd.h>

#include "engine/base/exit_code.h"
#include "frontends/cli/check_command.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/output_files.h"
#include "frontends/cli/terminal.h"
#include "frontends/driver/saved_run.h"

namespace px::cli {
namespace {

// Options that may change on resuming: they affect how fast the result comes and how it is reported, not the result.
constexpr std::string_view kMayChange[] = {
    "threads",    "pin",     "numa",         "execution", "memory",    "time",      "max-states", "checkpoint-every",
    "progress",   "color",   "quiet",        "verbose",   "report",    "trace-itf", "trace-svg",  "trace-mermaid",
    "spin-trail", "profile", "trace-format", "explain",   "log-level", "log-file"};

std::string shown(const ShownValue& value) {
  struct Text {
    std::string operator()(std::monostate) const { return "not given"; }
    std::string operator()(bool on) const { return on ? "on" : "off"; }
    std::string operator()(uint64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return '\'' + text + '\''; }
    std::string operator()(const std::vector<std::string>& items) const {
      return items.empty() ? "not given" : fmt::format("'{}'", fmt::join(items, "', '"));
    }
  };
  return std::visit(Text(), value);
}

// Rejects a change of an option that the checkpoint was written with.
std::optional<Failure> find_change(const Options& saved, const Options& wanted) {
  for (const OptionRow* row : available_options(option_table())) {
    if (row->show == nullptr || std::ranges::find(kMayChange, row->name) != std::end(kMayChange)) continue;
    const ShownValue before = row->show(saved, *row);
    const ShownValue now = row->show(wanted, *row);
    if (before == now) continue;
    return Failure(DiagnosticKind::UsageError,
                   fmt::format("{} cannot be changed: the checkpoint has {}, but {} was given", long_name(*row),
                               shown(before), shown(now)),
                   "threads, limits, progress and reports can; for anything else, start a new run");
  }
  return std::nullopt;
}

// Combines the arguments of the saved run with those given for the rest of it.
Result<Options> options_of_run(const Options& options, const driver::SavedRun& saved) {
  Result<Options> before = parse_command_line(saved.arguments);
  if (!before) return before;
  std::vector<std::string> words = saved.arguments;
  words.insert(words.end(), options.passed_on.begin(), options.passed_on.end());
  Result<Options> wanted = parse_command_line(words);
  if (!wanted) return wanted;
  if (std::optional<Failure> change = find_change(*before, *wanted)) return std::move(*change);
  wanted->checkpoint = options.model;  // the folder may have been moved
  return wanted;
}

std::string size_text(uint64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

void describe(const driver::SavedRun& run) {
  std::cout << fmt::format(
      "{}\n  written    {} by pexplore {}\n  holds      {} states, {} transitions, {} errors after {:.1f} s\n",
      run.entry.path, run.written, run.version, run.stored_states, run.transitions, run.errors, run.seconds);
  std::cout << fmt::format(
      "  size       {}, {:.1f} bytes per state\n", size_text(run.bytes),
      run.stored_states == 0 ? 0.0 : static_cast<double>(run.bytes) / static_cast<double>(run.stored_states));
  std::string names;
  for (const auto& [name, text] : run.files) names += (names.empty() ? "" : ", ") + name;
  std::cout << fmt::format("  model      {}\n  called as  pexplore {}\n  whole\n", names,
                           fmt::join(run.arguments, " "));
}

}  // namespace

int run_resume(const Options& options) {
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, SourceMap(), color, std::cerr); };
  Result<driver::SavedRun> saved = driver::open_saved_run(options.model, PEXPLORE_VERSION);
  if (!saved) return fail(saved.failure());
  for (const std::string& damage : saved->damaged) {
    std::cerr << "pexplore: warning: " << damage << "; continuing from an older checkpoint\n";
  }
  Result<Options> wanted = options_of_run(options, *saved);
  if (!wanted) return fail(wanted.failure());
  if (const Result<void> files = check_output_files(*wanted); !files) return fail(files.failure());
  empty_earlier_results(*wanted);
  return run_check(*wanted, &*saved);
}

int run_checkpoint(const Options& options) {
  const Result<driver::SavedRun> saved = driver::open_saved_run(options.model, PEXPLORE_VERSION);
  if (!saved) {
    return print_failure(saved.failure(), SourceMap(), colors_on(STDERR_FILENO, options.color), std::cerr);
  }
  for (const std::string& damage : saved->damaged) std::cout << damage << '\n';
  describe(*saved);
  return saved->damaged.empty() ? kExitHolds : kExitUsage;
}

}  // namespace px::cli
