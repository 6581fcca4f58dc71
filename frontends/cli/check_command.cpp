#include "frontends/cli/check_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "engine/explore/explorer.h"
#include "engine/ir/text.h"
#include "frontends/cli/audit.h"
#include "frontends/cli/execution.h"
#include "frontends/cli/find_traces.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/load_model.h"
#include "frontends/cli/machine.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/report.h"
#include "frontends/cli/sequence_text.h"
#include "frontends/cli/settle_model.h"
#include "frontends/cli/stuck_view.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_files.h"

namespace px::cli {
namespace {

// A search uses this share of the memory that is free.
constexpr double kMemoryShare = 0.8;

TableKind table_kind(StoreKind store) {
  switch (store) {
    case StoreKind::Exact: return TableKind::Exact;
    case StoreKind::Tree: return TableKind::Tree;
    case StoreKind::Hash: return TableKind::Hash;
    case StoreKind::Bitstate: return TableKind::Bitstate;
  }
  PX_UNREACHABLE("store");
}

SearchOptions search_options(const Options& options) {
  SearchOptions search;
  search.threads = static_cast<uint32_t>(options.threads.value_or(usable_cores()));
  search.placement = {options.pin, options.numa};
  search.order = options.order == SearchOrder::Bfs ? px::SearchOrder::Levels : px::SearchOrder::WorkStealing;
  search.store = table_kind(options.store);
  search.memory_bytes =
      options.memory.value_or(static_cast<uint64_t>(kMemoryShare * static_cast<double>(usable_memory())));
  search.max_states = options.max_states.value_or(UINT64_MAX);
  search.max_depth = options.max_depth.value_or(UINT64_MAX);
  if (options.time) search.max_seconds = std::chrono::duration<double>(*options.time).count();
  search.all_errors = options.all_errors;
  // A bit array has no room for references; its runs are found by the second search.
  search.keep_parents = options.trace == TraceMode::On && options.store != StoreKind::Bitstate;
  search.deterministic = options.deterministic;
  search.profile = options.profile;
  search.seed = options.seed;
  search.interrupted = &interruption();
  return search;
}

void show_progress(SearchOptions& search, const Options& options, ProgressPrinter& printer) {
  search.progress_interval = std::chrono::duration<double>(printer.interval()).count();
  search.on_progress = [&printer, &options](const SearchProgress& p) {
    ProgressNumbers numbers;
    numbers.seconds = p.seconds;
    numbers.states = p.states;
    numbers.transitions = p.transitions;
    numbers.waiting = p.frontier;
    numbers.depth = p.depth;
    numbers.slots = p.table_slots;
    numbers.memory_bytes = p.memory_used;
    numbers.memory_limit = p.memory_limit;
    numbers.states_limit = options.max_states.value_or(0);
    numbers.seconds_limit = options.time ? std::chrono::duration<double>(*options.time).count() : 0;
    printer.update(numbers);
  };
}

// A run with what makes its end an error.
TraceView view_of(const ModelExecution& execution, const Event& event, const Trace& trace) {
  const SequenceText sequences = sequence_text(*execution.written.interpreter);
  TraceView view = show_trace(execution.written.program(), execution.written.layout(), trace, sequences);
  show_stuck(*execution.written.interpreter, event.kind, trace, sequences, view);
  return view;
}

// --trace-itf and the like, of the first error that has a run.
Result<bool> write_trace_files(const Options& options, const LoadedModel& model, const ModelExecution& execution,
                               const SearchOutcome& outcome, const FoundTraces& traces, const Report& report) {
  for (size_t i = 0; i < traces.traces.size(); ++i) {
    if (traces.traces[i].empty()) continue;
    return write_trace_files(options, model, execution, outcome.result.violations[i], traces.traces[i],
                             report.traces[i], report.sources);
  }
  return true;
}

std::vector<std::pair<std::string, uint64_t>> statistics_of(const SearchOutcome& outcome) {
  std::vector<std::pair<std::string, uint64_t>> statistics;
  for (const Statistic& figure : outcome.reducer_statistics) statistics.emplace_back(figure.name, figure.value);
  statistics.emplace_back("table slots", outcome.table_stats.slots);
  statistics.emplace_back("table growths", outcome.table_stats.growths);
  if (outcome.table_stats.shared_nodes != 0) {
    statistics.emplace_back("shared parts of states", outcome.table_stats.shared_nodes);
  }
  statistics.emplace_back("longest probe", outcome.table_stats.longest_probe);
  statistics.emplace_back("chunks stolen", outcome.steals);
  for (size_t i = 0; outcome.workers.size() > 1 && i < outcome.workers.size(); ++i) {
    const std::string thread = "thread " + std::to_string(i);
    statistics.emplace_back(thread + " stored", outcome.workers[i].states);
    statistics.emplace_back(thread + " transitions", outcome.workers[i].transitions);
  }
  return statistics;
}

void add_caveat(const std::string& text, SearchResult& result) {
  if (text.empty()) return;
  result.caveat += (result.caveat.empty() ? "" : "; ") + text;
}

// Says what a lossy store may have missed, in the place where readers look for it.
void add_loss(const LossReport& loss, SearchResult& result) {
  if (!loss.lossy) return;
  std::string text =
      fmt::format("the store is lossy: chance that a state was omitted {:.3g}", loss.omission_probability);
  // Fingerprints that came close to one another by accident hint at how far the bound can be trusted.
  const double apart = loss.nearest_distance;
  if (apart > 0 && apart < 0x1p64) text += fmt::format(", closest fingerprints {:.3g} apart", apart);
  text += fmt::format(", estimated coverage {:.4f}%", loss.coverage * 100);
  add_caveat(text, result);
}

// What the model asks for and nobody has looked at: without the user's consent the model was not checked as a whole.
void add_left_out(const std::string& text, bool allowed, SearchResult& result) {
  add_caveat(text, result);
  if (!text.empty() && !allowed && result.verdict == Verdict::Holds) result.verdict = Verdict::Incomplete;
}

// What only B machines have: set-ups, goals, ProB's way to count, what was left out.
void tell_as_b(const BModel& machine, const SearchOutcome& outcome, Report& report) {
  machine.reword(outcome.found, report.result);
  const uint64_t set_ups = report.result.set_ups;
  report.statistics.emplace_back("setups", set_ups);
  // The root, a node for each set-up if there is anything to set up, and the states.
  report.statistics.emplace_back("nodes as ProB counts",
                                 1 + (machine.has_set_ups() ? set_ups : 0) + report.result.states);
  add_left_out(machine.left_out(), report.options.allow_unchecked && !machine.is_limited(), report.result);
}

// Which stages there are of the language's models.
std::vector<DumpStage> stages_of(const LoadedModel& model) {
  std::vector<DumpStage> stages = {DumpStage::Ir, DumpStage::Layout, DumpStage::Llvm, DumpStage::Asm};
  if (model.b) stages.insert(stages.begin(), {DumpStage::Ast, DumpStage::Types});
  return stages;
}

std::string stage_name(DumpStage stage) {
  for (const OptionRow* row : available_options(option_table(), OptionGroup::Model)) {
    if (row->name == "dump") return std::string(row->choices[static_cast<size_t>(stage)].name);
  }
  PX_UNREACHABLE("no option --dump");
}

Result<bool> check_stages(const Options& options, const LoadedModel& model) {
  if (model.promela) return true;
  const std::vector<DumpStage> stages = stages_of(model);
  std::string known;
  for (const DumpStage stage : stages) known += (known.empty() ? "" : ", ") + stage_name(stage);
  for (const DumpStage stage : options.dumps) {
    if (std::find(stages.begin(), stages.end(), stage) != stages.end()) continue;
    return Failure(DiagnosticKind::UsageError,
                   "--dump " + stage_name(stage) + ": models of this language have no such stage",
                   "there are " + known);
  }
  return true;
}

// The dumps that were asked for; true if there were any, and there is nothing more to do.
bool dump(const Options& options, const LoadedModel& model, const ModelExecution& execution, const SourceMap& sources) {
  for (const DumpStage stage : options.dumps) {
    if (stage == DumpStage::Ir) std::cout << ir::write_program(*model.program, sources);
    if (stage == DumpStage::Layout) std::cout << execution.system->layout().dump(execution.system->program());
    if (stage == DumpStage::Llvm) std::cout << execution.listing.llvm;
    if (stage == DumpStage::Asm) std::cout << execution.listing.assembly;
    if (model.promela) std::cout << model.promela->dump(stage, sources);
    if (model.b && stage == DumpStage::Ast) std::cout << b::dump(model.b->machine());
    if (model.b && stage == DumpStage::Types) std::cout << b::dump_types(model.b->machine());
  }
  return !options.dumps.empty();
}

// Notes are for those who ask for more, warnings for all but those who ask for less.
std::vector<Diagnostic> worth_telling(std::vector<Diagnostic> notes, const Options& options) {
  std::erase_if(notes, [&](const Diagnostic& note) {
    return note.severity() == Severity::Warning ? options.quiet : !options.verbose;
  });
  return notes;
}

}  // namespace

int run_check(const Options& options) {
  SourceMap sources;
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, error_color, std::cerr); };

  Result<LoadedModel> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  if (!options.quiet) print_diagnostics(model->warnings, sources, error_color, std::cerr);
  Result<ModelExecution> execution = make_execution(options, *model, sources);
  if (!execution) return fail(execution.failure());
  if (const Result<bool> stages = check_stages(options, *model); !stages) return fail(stages.failure());
  if (dump(options, *model, *execution, sources)) return 0;
  print_diagnostics(worth_telling(execution->notes, options), sources, error_color, std::cerr);

  watch_for_interruption();
  SearchOptions search = search_options(options);
  ProgressPrinter printer(progress_mode(options), std::cerr, terminal_width(STDERR_FILENO));
  show_progress(search, options, printer);
  Result<SearchOutcome> outcome = search_model(options, search, *model, *execution, sources);
  FoundTraces traces;
  size_t not_listed = 0;
  if (outcome && !outcome->found.empty()) {
    traces = find_traces(*execution, search, options.trace, options.max_errors, *outcome, not_listed);
  }
  printer.clear();
  if (!outcome) return fail(outcome.failure());
  print_diagnostics(worth_telling(*execution->late_notes, options), sources, error_color, std::cerr);

  Report report{.sources = sources,
                .options = options,
                .version = PEXPLORE_VERSION,
                .threads = search.threads,
                .strategy = execution->reducer->name(),
                .result = outcome->result,
                .statistics = statistics_of(*outcome),
                .profile = outcome->profile,
                .level_sizes = outcome->level_sizes};
  if (options.coverage) report.unreached = find_unreached(*model, *execution);
  if (not_listed != 0) report.statistics.emplace_back("errors not listed", not_listed);
  add_loss(outcome->loss, report.result);
  if (model->b) tell_as_b(*model->b, *outcome, report);
  if (model->promela) add_left_out(model->promela->left_out(), options.allow_unchecked, report.result);
  const Result<bool> audited = audit_run(options, *execution, *outcome, search, report, std::cerr);
  if (!audited) return fail(audited.failure());
  if (!*audited) return kExitInternal;
  for (size_t i = 0; i < traces.traces.size(); ++i) {
    report.traces.push_back(view_of(*execution, outcome->found[i].event, traces.traces[i]));
  }
  report.missing_trace = traces.missing;
  // The result is shown even if the disk is full.
  const Result<bool> files = write_trace_files(options, *model, *execution, *outcome, traces, report);
  const bool json_on_stdout = options.report == "-";
  if (!json_on_stdout) write_text(report, colors_on(STDOUT_FILENO, options.color), std::cout);
  if (!options.report.empty()) {
    const Result<bool> written = write_report(report, options.report, std::cout);
    if (!written) return fail(written.failure());
  }
  if (!files) return fail(files.failure());
  std::cout.flush();
  return exit_code(report.result.verdict, report.result.violations);
}

}  // namespace px::cli
