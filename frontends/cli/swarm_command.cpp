#include "frontends/cli/swarm_command.h"

#include <fmt/format.h>
#include <iostream>
#include <new>
#include <unistd.h>

#include "engine/explore/so_far.h"
#include "frontends/cli/console.h"
#include "frontends/cli/guarded_command.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/limit_guard.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/report.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_files.h"
#include "frontends/driver/error_view.h"

namespace px::cli {
namespace {

// With --time alone, start new searches until the time is up.
uint64_t searches_of(const Options& options) {
  constexpr uint64_t kUsual = 64;
  return options.searches.value_or(options.time ? UINT64_MAX : kUsual);
}

Result<void> write_files(const Options& options, const driver::SwarmResult& swarm, const Report& report) {
  for (size_t i = 0; i < swarm.errors.size(); ++i) {
    const driver::ErrorReport& error = swarm.errors[i];
    if (error.trace.empty()) continue;
    return write_trace_files(options, *error.execution, error.violation, error.trace, report.traces[i], report.sources);
  }
  return {};
}

int swarm(const Options& options, driver::SessionOptions& wanted, Console& console, LimitGuard& guard) {
  SourceMap sources;
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) {
    guard.claim();
    return print_failure(failure, sources, error_color, std::cerr);
  };
  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  print_warnings((*model)->warnings(), options.quiet, sources, error_color, std::cerr);
  guard.know_sources(sources);
  wanted.on_error = [&](const Violation& violation) { console.announce(violation, sources); };
  driver::Session session(std::move(*model), wanted, sources);
  watch_for_interruption();
  const Result<driver::SwarmResult> swarmed =
      session.run_swarm({.searches = searches_of(options), .array_bytes = options.array.value_or(0)});
  console.clear();
  if (!swarmed) return fail(swarmed.failure());
  Report report{.sources = sources,
                .options = options,
                .version = PEXPLORE_VERSION,
                .threads = wanted.search.threads,
                .strategy = swarmed->execution->reducer->name(),
                .result = swarmed->result,
                .missing_trace = swarmed->missing_trace,
                .unreached = swarmed->unreached,
                .swarm = swarmed->outcome};
  if (options.trace != TraceMode::Off) {
    for (const driver::ErrorReport& error : swarmed->errors) report.traces.push_back(driver::show_error(error));
  }
  // Show the findings even if the disk is full.
  const Result<void> files = write_files(options, *swarmed, report);
  const Result<void> told = tell_report(report);
  if (swarmed->not_listed != 0) {
    std::cerr << fmt::format("{} more errors; --max-errors lists more\n", swarmed->not_listed);
  }
  const bool violated = report.result.verdict == Verdict::Violated;
  for (const Result<void>* one : {&told, &files}) {
    if (!*one && !violated) return fail(one->failure());
    if (!*one) fail(one->failure());
  }
  return exit_code(report.result.verdict, report.result.violations);
}

}  // namespace

int run_swarm(const Options& options) {
  Console console(options, std::cerr);
  explore::SoFar so_far;
  driver::SessionOptions wanted = session_options(options);
  if (options.time) wanted.search.deadline = LimitGuard::Clock::now() + *options.time;
  console.show_progress(wanted.search);
  LimitGuard guard(options, wanted.search, so_far, [&] { console.clear(); });
  // The searches watch their limits themselves, and only the swarm reports their findings.
  wanted.on_phase = [&](driver::Phase phase) {
    guard.enter(phase);
    console.enter(phase);
    if (phase == driver::Phase::Searching) guard.claim();
  };
  if (!guard.start()) return fail_without_thread(options);
  try {
    return swarm(options, wanted, console, guard);
  } catch (const std::bad_alloc&) {
    guard.end(StopReason::MemoryLimit);
  }
}

}  // namespace px::cli
