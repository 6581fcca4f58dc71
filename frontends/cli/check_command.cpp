#include "frontends/cli/check_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <unistd.h>

#include "engine/base/log.h"
#include "engine/base/process_memory.h"
#include "engine/explore/explorer.h"
#include "engine/explore/so_far.h"
#include "engine/ir/text.h"
#include "frontends/cli/audit.h"
#include "frontends/cli/checkpoints.h"
#include "frontends/cli/console.h"
#include "frontends/cli/guarded_command.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/limit_guard.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/report.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_files.h"
#include "frontends/driver/error_view.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/lost_symmetry.h"
#include "frontends/driver/machine.h"

namespace px::cli {
namespace {

// Writes the files of --trace-itf and the like, for the first error that has a run.
Result<void> write_trace_files(const Options& options, const driver::CheckResult& checked, const Report& report) {
  for (size_t i = 0; i < checked.errors.size(); ++i) {
    const driver::ErrorReport& error = checked.errors[i];
    if (error.trace.empty()) continue;
    return write_trace_files(options, *error.execution, error.violation, error.trace, report.traces[i], report.sources);
  }
  return {};
}

std::string stage_name(DumpStage stage) {
  for (const OptionRow* row : available_options(option_table(), OptionGroup::Model)) {
    if (row->name == "dump") return std::string(row->choices[static_cast<size_t>(stage)].name);
  }
  PX_UNREACHABLE("no option --dump");
}

Result<void> check_stages(const Options& options, const driver::ModelSource& model) {
  std::vector<DumpStage> stages = model.stages();
  stages.insert(stages.end(),
                {DumpStage::Ir, DumpStage::Layout, DumpStage::Dependencies, DumpStage::Llvm, DumpStage::Asm});
  std::string known;
  for (const DumpStage stage : stages) known += (known.empty() ? "" : ", ") + stage_name(stage);
  for (const DumpStage stage : options.dumps) {
    if (std::find(stages.begin(), stages.end(), stage) != stages.end()) continue;
    return Failure(DiagnosticKind::UsageError,
                   "--dump " + stage_name(stage) + ": models of this language have no such stage", "known: " + known);
  }
  return {};
}

void dump(DumpStage stage, const driver::ModelSource& model, const driver::ModelExecution& execution,
          const SourceMap& sources) {
  switch (stage) {
    case DumpStage::Ir: std::cout << ir::write_program(*model.program(), sources); return;
    case DumpStage::Layout: std::cout << execution.system->layout().dump(execution.system->program()); return;
    case DumpStage::Dependencies: std::cout << driver::dump_dependencies(*execution.interpreter); return;
    case DumpStage::Llvm: std::cout << execution.listing.llvm; return;
    case DumpStage::Asm: std::cout << execution.listing.assembly; return;
    default: std::cout << model.dump(stage, sources);
  }
}

// Print notes only with --verbose, warnings unless --quiet.
std::vector<Diagnostic> worth_telling(std::vector<Diagnostic> notes, const Options& options) {
  std::erase_if(notes, [&](const Diagnostic& note) {
    return note.severity() == Severity::Warning ? options.quiet : !options.verbose;
  });
  return notes;
}

std::string lost_symmetry_text(const driver::LostSymmetry& lost, const SourceMap& sources) {
  const std::string place = lost.span.known() ? sources.place(lost.span) + ": " : "";
  return "none: " + place + lost.message + "; " + lost.remedy;
}

PartialOrderReport partial_order_report(const driver::CheckResult& checked) {
  return {.on = checked.execution->partial != nullptr,
          .why = checked.execution->partial_order.reason,
          .reduced = checked.search.reduced_states,
          .suspects = checked.search.suspects,
          .completed = checked.search.completed};
}

// Reports the result in every requested form. Returns the exit code.
template <class Fail>
int write_results(const Options& options, const driver::CheckResult& checked, const Report& report, const Fail& fail) {
  // Show the result even if the disk is full.
  const Result<void> files = write_trace_files(options, checked, report);
  const Result<void> written = tell_report(report);
  std::cout.flush();
  const int code = exit_code(report.result.verdict, report.result.violations);
  const bool violated = report.result.verdict == Verdict::Violated;
  for (const Result<void>* one : {&written, &files}) {
    if (*one) continue;
    const int failed = fail(one->failure());
    // The model is known to be wrong even if a file could not be written, and the caller may check nothing but the exit
    // code.
    return violated ? code : failed;
  }
  return code;
}

int check(const Options& options, const driver::SavedRun* saved, driver::SessionOptions& wanted, Console& console,
          LimitGuard& guard) {
  SourceMap sources;
  if (saved != nullptr) sources.use_saved(saved->files);
  if (!options.checkpoint.empty()) watch_for_checkpoint_requests();
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) {
    guard.claim();
    return print_failure(failure, sources, error_color, std::cerr);
  };
  const auto print = [&](const std::vector<Diagnostic>& notes) {
    print_diagnostics(worth_telling(notes, options), sources, error_color, std::cerr);
  };

  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  const std::vector<Diagnostic> warnings = (*model)->warnings();
  print_warnings(warnings, options.quiet, sources, error_color, std::cerr);
  guard.know_sources(sources);
  Checkpoints checkpoints(options, saved, console);
  if (const Result<void> prepared = checkpoints.prepare(wanted); !prepared) return fail(prepared.failure());
  const auto known_runs = [&](const std::vector<driver::ErrorReport>& errors, double seconds) {
    std::vector<std::pair<Violation, TraceView>> runs;
    for (const driver::ErrorReport& error : errors) runs.emplace_back(error.violation, driver::show_error(error));
    const size_t steps = errors.empty() ? 0 : errors.front().trace.steps.size();
    log_event(LogLevel::Info, "run-found", {{"steps", uint64_t{steps}}, {"seconds-for-shorter", seconds}});
    guard.know_runs(std::move(runs));
    console.tell_run(steps, seconds);
  };
  wanted.on_error = [&](const Violation& violation) { console.announce(violation, sources); };
  if (options.trace != TraceMode::Off) wanted.on_runs = known_runs;
  driver::Session session(std::move(*model), wanted, sources);
  const Result<const driver::ModelExecution*> execution = session.execution();
  if (!execution) return fail(execution.failure());
  if (const Result<void> stages = check_stages(options, session.source()); !stages) return fail(stages.failure());
  guard.know_strategy((*execution)->reducer->name());
  if (!options.dumps.empty()) guard.claim();
  for (const DumpStage stage : options.dumps) dump(stage, session.source(), **execution, sources);
  if (!options.dumps.empty()) return kExitHolds;
  print((*execution)->notes);

  watch_for_interruption();
  const Result<driver::CheckResult> checked = session.check();
  console.clear();
  if (!checked) return fail(checked.failure());
  print(checked->execution->late_notes->get());
  if (checked->audit && checked->audit->failure) guard.claim();
  if (print_audit_failure(*checked, std::cerr)) return kExitInternal;

  Report report{.sources = sources,
                .options = options,
                .version = PEXPLORE_VERSION,
                .threads = wanted.search.threads,
                .strategy = checked->execution->reducer->name(),
                .result = checked->result,
                .properties = checked->properties,
                .missing_trace = checked->missing_trace,
                .run_doubt = checked->run_doubt,
                .run_seconds = checked->run_seconds,
                .statistics = checked->statistics,
                .profile = checked->search.profile,
                .level_sizes = checked->search.level_sizes,
                .checkpoints = checkpoints.report(*checked),
                .unreached = checked->unreached};
  for (const Diagnostic& warning : warnings) {
    if (warning.kind == DiagnosticKind::DefinitionWithoutEffect) report.without_effect.push_back(warning.message);
  }
  if (const auto lost = driver::lost_symmetry(*checked->execution); lost && !options.verbose) {
    report.lost_symmetry = lost_symmetry_text(*lost, sources);
  }
  if (options.por != PartialOrder::Off) report.partial_order = partial_order_report(*checked);
  describe_audit(options, *checked, report);
  if (options.trace != TraceMode::Off) {
    for (const driver::ErrorReport& error : checked->errors) report.traces.push_back(driver::show_error(error));
  }
  report.result.peak_memory_bytes = std::max(report.result.peak_memory_bytes, peak_resident_bytes());
  guard.claim();
  return write_results(options, *checked, report, fail);
}

}  // namespace

int run_check(const Options& options, const driver::SavedRun* saved) {
  Console console(options, std::cerr);
  explore::SoFar so_far;
  driver::SessionOptions wanted = session_options(options);
  wanted.search.so_far = &so_far;
  if (options.time) wanted.search.deadline = LimitGuard::Clock::now() + *options.time;
  console.show_progress(wanted.search);
  LimitGuard guard(options, wanted.search, so_far, [&] { console.clear(); });
  wanted.on_phase = [&](driver::Phase phase) {
    guard.enter(phase);
    console.enter(phase);
  };
  if (!guard.start()) return fail_without_thread(options);
  try {
    return check(options, saved, wanted, console, guard);
  } catch (const std::bad_alloc&) {
    guard.end(StopReason::MemoryLimit);
  }
}

}  // namespace px::cli
