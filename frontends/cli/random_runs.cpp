#include "frontends/cli/random_runs.h"

#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "frontends/cli/console.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/report.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/driver/error_view.h"

namespace px::cli {
namespace {

using batch::grouped;

void write_figures(const Report& report, const driver::RandomRuns& runs, const Painter& painter, std::ostream& out) {
  const explore::RandomRunsOutcome& all = runs.outcome;
  const auto line = [&](std::string_view name, const std::string& text) {
    out << painter.dim(fmt::format("{:<12}", name)) << text << '\n';
  };
  const double per_second = static_cast<double>(all.steps) / std::max(report.result.seconds, 1e-9);
  line("model", report.options.model);
  line("runs", fmt::format("{}: {} ended in an error, {} ended normally, {} were cut off after {} steps",
                           grouped(all.runs), grouped(all.erroneous), grouped(all.ended),
                           grouped(all.runs - all.erroneous - all.ended), grouped(report.options.steps)));
  line("steps", fmt::format("{}, at most {} in a run", grouped(all.steps), grouped(all.longest)));
  line("states", fmt::format("about {} distinct states", format_count(all.states)));
  line("time", fmt::format("{}, {} steps/s on {} thread{}", format_duration(report.result.seconds),
                           format_count(per_second), report.threads, report.threads == 1 ? "" : "s"));
  line("seed", std::to_string(report.options.seed));
}

}  // namespace

int run_random_runs(const Options& given, CommandGuard& guard) {
  Options options = given;
  options.strategy = symmetry::StrategyId::None;  // runs are those of the model as written
  SourceMap sources;
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, error_color, std::cerr); };
  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  if (!options.quiet) print_diagnostics((*model)->warnings(), sources, error_color, std::cerr);
  const driver::SessionOptions wanted = guard.watched(options);
  driver::Session session(std::move(*model), wanted, sources);
  watch_for_interruption();
  const Result<driver::RandomRuns> runs = session.run_at_random(
      {.runs = options.runs.value_or(1), .steps = options.steps, .until_error = options.until_error});
  if (!runs) return fail(runs.failure());
  guard.claim();
  Report report{.sources = sources,
                .options = options,
                .version = PEXPLORE_VERSION,
                .threads = wanted.search.threads,
                .result = runs->result,
                .unreached = runs->unreached};
  for (const driver::ErrorReport& error : runs->errors) report.traces.push_back(driver::show_error(error));
  const Painter painter(colors_on(STDOUT_FILENO, options.color));
  if (!options.quiet) write_figures(report, *runs, painter, std::cout);
  write_findings(report, painter, std::cout);
  if (runs->not_listed != 0) {
    std::cerr << fmt::format("{} more errors; --max-errors lists more\n", runs->not_listed);
  }
  return exit_code(report.result.verdict, report.result.violations);
}

}  // namespace px::cli
