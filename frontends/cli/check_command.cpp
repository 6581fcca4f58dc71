#include "frontends/cli/check_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <mutex>
#include <unistd.h>

#include "engine/base/process_memory.h"
#include "engine/explore/explorer.h"
#include "engine/ir/text.h"
#include "frontends/cli/audit.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/limit_guard.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/report.h"
#include "frontends/cli/sequence_text.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/stuck_view.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_files.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/machine.h"

namespace px::cli {
namespace {

// What goes to standard error while a check runs: progress, and what cannot wait. From several threads.
class Console {
 public:
  Console(const Options& options, const SourceMap& sources)
      : options_(options),
        sources_(sources),
        printer_(progress_mode(options), std::cerr, terminal_width(STDERR_FILENO)) {}

  void listen(SearchOptions& search) {
    search.progress_interval = std::chrono::duration<double>(printer_.interval()).count();
    search.on_progress = [this](const SearchProgress& p) { update(p); };
    search.on_first_error = [this](const Event& event, const ir::Program& program) {
      announce("an error was found: " + describe(event, program) + " (" + sources_.place(span_of(event, program)) +
               ')');
    };
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    printer_.clear();
  }
  void tell_checkpoint(const CheckpointReport& report) {
    const std::string text =
        report.problem.empty()
            ? fmt::format("checkpoint {}: {} states, {:.1f} MiB in {:.1f} s, of which the search stood still {:.0f} ms",
                          report.number, report.states, static_cast<double>(report.bytes) / (1 << 20), report.seconds,
                          report.pause_seconds * 1000)
            : fmt::format("no checkpoint was written, the search goes on: {}", report.problem);
    if (options_.quiet && report.problem.empty()) return;
    tell(text);
  }
  // An error that the user will hear of in a while.
  void announce(const std::string& error) {
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start_;
    const ProgressMode mode = progress_mode(options_);
    if (gone.count() < kSoon || mode == ProgressMode::None || mode == ProgressMode::Json) return;
    tell(error);
  }

 private:
  // Results that come as soon as this need no announcement.
  static constexpr double kSoon = 1;

  void tell(const std::string& text) {
    const std::lock_guard lock(mutex_);
    printer_.clear();
    std::cerr << "pexplore: " << text << std::endl;
  }
  void update(const SearchProgress& p) {
    ProgressNumbers numbers;
    numbers.seconds = p.seconds;
    numbers.states = p.states;
    numbers.transitions = p.transitions;
    numbers.waiting = p.frontier;
    numbers.depth = p.depth;
    numbers.slots = p.table_slots;
    numbers.memory_bytes = p.memory_used;
    numbers.memory_limit = p.memory_limit;
    numbers.states_limit = options_.max_states.value_or(0);
    numbers.seconds_limit = options_.time ? std::chrono::duration<double>(*options_.time).count() : 0;
    const std::lock_guard lock(mutex_);
    printer_.update(numbers);
  }

  const Options& options_;
  const SourceMap& sources_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  ProgressPrinter printer_;  // guarded by mutex_
};

// A run with what makes its end an error.
TraceView view_of(const driver::ErrorReport& error) {
  const driver::WrittenModel& written = error.execution->written;
  const SequenceText sequences = sequence_text(*written.interpreter);
  TraceView view = show_trace(written.program(), written.layout(), error.trace, sequences);
  show_stuck(*written.interpreter, error.event.kind, error.trace, sequences, view);
  return view;
}

// --trace-itf and the like, of the first error that has a run.
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
  stages.insert(stages.end(), {DumpStage::Ir, DumpStage::Layout, DumpStage::Llvm, DumpStage::Asm});
  std::string known;
  for (const DumpStage stage : stages) known += (known.empty() ? "" : ", ") + stage_name(stage);
  for (const DumpStage stage : options.dumps) {
    if (std::find(stages.begin(), stages.end(), stage) != stages.end()) continue;
    return Failure(DiagnosticKind::UsageError,
                   "--dump " + stage_name(stage) + ": models of this language have no such stage",
                   "there are " + known);
  }
  return {};
}

void dump(DumpStage stage, const driver::ModelSource& model, const driver::ModelExecution& execution,
          const SourceMap& sources) {
  switch (stage) {
    case DumpStage::Ir: std::cout << ir::write_program(*model.program(), sources); return;
    case DumpStage::Layout: std::cout << execution.system->layout().dump(execution.system->program()); return;
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

// The result, in all forms that were asked for. Returns the exit code.
template <class Fail>
int write_results(const Options& options, const driver::CheckResult& checked, const Report& report, const Fail& fail) {
  // The result is shown even if the disk is full.
  const Result<void> files = write_trace_files(options, checked, report);
  const bool json_on_stdout = options.report == "-";
  if (!json_on_stdout) write_text(report, colors_on(STDOUT_FILENO, options.color), std::cout);
  if (!options.report.empty()) {
    const Result<void> written = write_report(report, options.report, std::cout);
    if (!written) return fail(written.failure());
  }
  if (!files) return fail(files.failure());
  std::cout.flush();
  return exit_code(report.result.verdict, report.result.violations);
}

Report report_of(const Options& options, const SourceMap& sources, uint32_t threads,
                 const driver::CheckResult& checked) {
  Report report{.sources = sources,
                .options = options,
                .version = PEXPLORE_VERSION,
                .threads = threads,
                .strategy = checked.execution->reducer->name(),
                .result = checked.result,
                .missing_trace = checked.missing_trace,
                .statistics = checked.statistics,
                .profile = checked.search.profile,
                .level_sizes = checked.search.level_sizes,
                .unreached = checked.unreached};
  describe_audit(options, checked, report);
  if (options.trace != TraceMode::Off) {
    for (const driver::ErrorReport& error : checked.errors) report.traces.push_back(view_of(error));
  }
  return report;
}

// What is known when a limit ends the process in the middle of something; in the guard's thread.
int end_early(const Options& options, const SourceMap& sources, SearchResult known) {
  const bool found = !known.violations.empty();
  const std::string what =
      fmt::format("the {} limit was reached {}", known.stop == StopReason::MemoryLimit ? "memory" : "time",
                  found ? "before a run to the error was found" : "before the search could end");
  known.caveat += (known.caveat.empty() ? "" : "; ") + what;
  known.peak_memory_bytes = peak_resident_bytes();
  Report report{.sources = sources, .options = options, .version = PEXPLORE_VERSION, .result = known};
  if (found) report.missing_trace = what;
  if (options.report != "-") write_text(report, colors_on(STDOUT_FILENO, options.color), std::cout);
  if (!options.report.empty()) static_cast<void>(write_report(report, options.report, std::cout));
  return exit_code(known.verdict, known.violations);
}

driver::CheckpointOptions checkpoint_options(const Options& options, CheckpointFolder& folder) {
  constexpr std::chrono::minutes kUsually{30};
  driver::CheckpointOptions checkpoint;
  checkpoint.folder = &folder;
  checkpoint.every_seconds = std::chrono::duration<double>(options.checkpoint_every.value_or(kUsually)).count();
  checkpoint.requests = &checkpoint_requests();
  checkpoint.arguments = options.arguments;
  checkpoint.version = PEXPLORE_VERSION;
  return checkpoint;
}

}  // namespace

int run_check(const Options& options, const driver::SavedRun* saved) {
  SourceMap sources;
  if (saved != nullptr) sources.use_saved(saved->files);
  driver::SessionOptions wanted = session_options(options);
  LimitGuard guard(process_start(), options.time, options.memory, [&](StopReason stop) {
    SearchResult nothing;
    nothing.stop = stop;
    return end_early(options, sources, nothing);
  });
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) {
    guard.hand_over();
    return print_failure(failure, sources, error_color, std::cerr);
  };
  const auto print = [&](const std::vector<Diagnostic>& notes) {
    print_diagnostics(worth_telling(notes, options), sources, error_color, std::cerr);
  };

  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  if (!options.quiet) print_diagnostics((*model)->warnings(), sources, error_color, std::cerr);
  Console console(options, sources);
  console.listen(wanted.search);
  wanted.saved = saved;
  wanted.on_note = [&](const std::string& note) { console.announce(note); };
  wanted.on_searched = [&](const SearchResult& result) {
    guard.set_end([&options, &sources, result](StopReason stop) {
      SearchResult known = result;
      if (known.violations.empty()) known.verdict = Verdict::Incomplete;
      if (known.stop == StopReason::None || known.violations.empty()) known.stop = stop;
      return end_early(options, sources, known);
    });
  };
  Result<std::unique_ptr<CheckpointFolder>> folder = std::unique_ptr<CheckpointFolder>();
  if (!options.checkpoint.empty()) {
    folder = CheckpointFolder::own(options.checkpoint);
    if (!folder) return fail(folder.failure());
    wanted.checkpoint = checkpoint_options(options, **folder);
    wanted.checkpoint->on_written = [&](const CheckpointReport& report) { console.tell_checkpoint(report); };
    watch_for_checkpoint_requests();
  }
  driver::Session session(std::move(*model), wanted, sources);
  const Result<const driver::ModelExecution*> execution = session.execution();
  if (!execution) return fail(execution.failure());
  if (const Result<void> stages = check_stages(options, session.source()); !stages) return fail(stages.failure());
  for (const DumpStage stage : options.dumps) dump(stage, session.source(), **execution, sources);
  if (!options.dumps.empty()) return kExitHolds;
  print((*execution)->notes);

  watch_for_interruption();
  const Result<driver::CheckResult> checked = session.check();
  guard.hand_over();
  console.clear();
  if (!checked) return fail(checked.failure());
  print(*checked->execution->late_notes);
  if (print_audit_failure(*checked, std::cerr)) return kExitInternal;
  return write_results(options, *checked, report_of(options, sources, wanted.search.threads, *checked), fail);
}

}  // namespace px::cli
