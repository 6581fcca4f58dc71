#include "frontends/cli/check_command.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/explore/explorer.h"
#include "engine/explore/trace_builder.h"
#include "engine/ir/text.h"
#include "frontends/cli/execution.h"
#include "frontends/cli/load_model.h"
#include "frontends/cli/machine.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/report.h"

namespace px::cli {
namespace {

// Set by the signal handler, read by the search's watcher; a lone flag.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use lock-free atomics only");

extern "C" void on_interrupt(int signal) {
  // The second Ctrl-C ends the process the usual way: the user is in a hurry.
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

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
  search.keep_parents = options.trace == TraceMode::On;
  search.seed = options.seed;
  search.interrupted = &interrupted;
  return search;
}

size_t terminal_width(int stream) {
  winsize size{};
  return ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
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
    numbers.memory_bytes = p.memory_used;
    numbers.memory_limit = p.memory_limit;
    numbers.states_limit = options.max_states.value_or(0);
    numbers.seconds_limit = options.time ? std::chrono::duration<double>(*options.time).count() : 0;
    printer.update(numbers);
  };
}

// --max-errors; returns how many errors are left out.
size_t keep_first_errors(const Options& options, SearchOutcome& outcome) {
  if (options.max_errors == 0 || outcome.found.size() <= options.max_errors) return 0;
  const size_t dropped = outcome.found.size() - options.max_errors;
  outcome.found.resize(options.max_errors);
  outcome.result.violations.resize(options.max_errors);
  return dropped;
}

// Traces of the violations of a search that kept parents.
std::vector<Trace> build_traces(const ModelExecution& execution, const SearchOutcome& outcome) {
  std::vector<Trace> traces;
  const TraceSources sources{*execution.system, *execution.interpreter, *execution.reducer, *execution.full_reducer};
  for (const FoundViolation& found : outcome.found) {
    traces.push_back(build_trace(sources, outcome, found));
  }
  return traces;
}

// The statements that ended runs for want of a process that the model's translation did not foresee.
std::vector<ir::StatementId> missing_processes(const LoadedModel& model, const SearchOutcome& outcome) {
  std::vector<ir::StatementId> missing;
  for (const FoundViolation& found : outcome.found) {
    const bool failed = found.event.kind == Event::Kind::Assertion;
    if (failed && model.promela->is_growth(found.event.statement)) missing.push_back(found.event.statement);
  }
  return missing;
}

// Searches; a Promela model that turns out to start more processes than its first states showed is translated anew and
// searched again from the beginning.
Result<SearchOutcome> search_model(const Options& options, const SearchOptions& search, LoadedModel& model,
                                   ModelExecution& execution) {
  for (;;) {
    Result<SearchOutcome> outcome = explore(*execution.system, *execution.reducer, search);
    if (!outcome || !model.promela) return outcome;
    const std::vector<ir::StatementId> missing = missing_processes(model, *outcome);
    if (missing.empty()) return outcome;
    if (const Result<bool> grown = model.promela->grow(missing); !grown) return grown.failure();
    model.program = model.promela->program();
    Result<ModelExecution> next = make_execution(options, model.program);
    if (!next) return next.failure();
    execution = std::move(*next);
  }
}

// --trace auto: the search itself keeps nothing for traces; when it has found an error, a second one by levels, which
// keeps parents and states, finds a shortest run to it. The second search also decides which violation is reported,
// because by levels this does not depend on threads.
Result<SearchOutcome> search_for_traces(const ModelExecution& execution, SearchOptions search, SearchOutcome first) {
  first.table.reset();
  search.keep_parents = true;
  search.order = px::SearchOrder::Levels;
  search.store = TableKind::Exact;
  search.max_states = UINT64_MAX;
  Result<SearchOutcome> second = explore(*execution.system, *execution.reducer, search);
  // Out of time or memory before it found the error again: the first search's word stands, without a trace.
  if (!second || second->found.empty()) return first;
  second->result.states = first.result.states;
  second->result.transitions = first.result.transitions;
  second->result.stop = first.result.stop;
  second->result.store_bytes_per_state = first.result.store_bytes_per_state;
  second->result.seconds += first.result.seconds;
  return second;
}

std::vector<std::pair<std::string, uint64_t>> statistics_of(const SearchOutcome& outcome) {
  auto statistics = outcome.reducer_statistics;
  statistics.emplace_back("table slots", outcome.table_stats.slots);
  statistics.emplace_back("table growths", outcome.table_stats.growths);
  statistics.emplace_back("longest probe", outcome.table_stats.longest_probe);
  statistics.emplace_back("chunks stolen", outcome.steals);
  return statistics;
}

void add_caveat(const std::string& text, SearchResult& result) {
  if (text.empty()) return;
  result.caveat += (result.caveat.empty() ? "" : "; ") + text;
}

// Says what a lossy store may have missed, in the place where readers look for it.
void add_loss(const LossReport& loss, SearchResult& result) {
  if (!loss.lossy) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "the store is lossy: chance that a state was omitted %.3g, estimated coverage %.4f%%",
                loss.omission_probability, loss.coverage * 100);
  add_caveat(text, result);
}

// The dumps that were asked for; true if there were any, and there is nothing more to do.
bool dump(const Options& options, const LoadedModel& model, const ModelExecution& execution, const SourceMap& sources) {
  for (const DumpStage stage : options.dumps) {
    if (stage == DumpStage::Ir) std::cout << ir::write_program(*model.program, sources);
    if (stage == DumpStage::Layout) std::cout << execution.system->layout().dump(*model.program);
    if (stage == DumpStage::Llvm) std::cout << execution.listing.llvm;
    if (stage == DumpStage::Asm) std::cout << execution.listing.assembly;
    if (model.promela && stage == DumpStage::Ast) std::cout << promela::ast::dump(model.promela->translation().module);
    if (model.promela && stage == DumpStage::Automata) std::cout << model.promela->dump_automata();
    if (model.promela && stage == DumpStage::Types) std::cout << model.promela->dump_types(sources);
  }
  return !options.dumps.empty();
}

}  // namespace

int run_check(const Options& options) {
  SourceMap sources;
  const bool error_color =
      use_color(options.color, isatty(STDERR_FILENO), std::getenv("NO_COLOR"), std::getenv("TERM"));
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, error_color, std::cerr); };

  if (!options.report.empty()) {
    const Result<bool> path = check_report_path(options.report);
    if (!path) return fail(path.failure());
  }
  Result<LoadedModel> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  print_diagnostics(model->warnings, sources, error_color, std::cerr);
  Result<ModelExecution> execution = make_execution(options, model->program);
  if (!execution) return fail(execution.failure());
  if (dump(options, *model, *execution, sources)) return 0;
  if (options.verbose) print_diagnostics(execution->notes, sources, error_color, std::cerr);

  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  SearchOptions search = search_options(options);
  ProgressPrinter printer(resolve_progress(options.progress, options.quiet, isatty(STDERR_FILENO), std::getenv("TERM")),
                          std::cerr, terminal_width(STDERR_FILENO));
  show_progress(search, options, printer);
  Result<SearchOutcome> outcome = search_model(options, search, *model, *execution);
  if (outcome && options.trace == TraceMode::Auto && !outcome->found.empty()) {
    outcome = search_for_traces(*execution, search, std::move(*outcome));
  }
  printer.clear();
  if (!outcome) return fail(outcome.failure());
  const size_t not_listed = keep_first_errors(options, *outcome);

  Report report{.sources = sources,
                .options = options,
                .version = PEXPLORE_VERSION,
                .threads = search.threads,
                .strategy = execution->reducer->name(),
                .result = outcome->result,
                .statistics = statistics_of(*outcome)};
  if (not_listed != 0) report.statistics.emplace_back("errors not listed", not_listed);
  add_loss(outcome->loss, report.result);
  if (model->b) {
    const uint64_t set_ups = report.result.set_ups;
    report.statistics.emplace_back("set-ups", set_ups);
    // The root, a node for each set-up if there are constants, and the states.
    report.statistics.emplace_back("nodes as ProB counts",
                                   1 + (model->b->has_constants() ? set_ups : 0) + report.result.states);
    add_caveat(model->b->left_out(), report.result);
    if (model->b->is_limited() && report.result.verdict == Verdict::Holds) report.result.verdict = Verdict::Incomplete;
  }
  if (model->promela) add_caveat(model->promela->left_out(), report.result);
  if (outcome->table && outcome->table->config().satellites) {
    for (const Trace& trace : build_traces(*execution, *outcome)) {
      report.traces.push_back(show_trace(*model->program, execution->system->layout(), trace));
    }
  }
  const bool json_on_stdout = options.report == "-";
  if (!json_on_stdout) {
    const bool color = use_color(options.color, isatty(STDOUT_FILENO), std::getenv("NO_COLOR"), std::getenv("TERM"));
    write_text(report, color, std::cout);
  }
  if (!options.report.empty()) {
    const Result<bool> written = write_report(report, options.report, std::cout);
    if (!written) return fail(written.failure());
  }
  std::cout.flush();
  return exit_code(report.result.verdict, report.result.violations);
}

}  // namespace px::cli
