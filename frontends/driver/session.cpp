#include "frontends/driver/session.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "engine/base/check.h"
#include "engine/explore/search_result.h"
#include "engine/explore/so_far.h"

namespace px::driver {
namespace {

void add_caveat(const std::string& text, SearchResult& result) {
  if (text.empty()) return;
  result.caveat += (result.caveat.empty() ? "" : "; ") + text;
}

// Adds what a lossy store may have missed.
void add_loss(const store::LossReport& loss, SearchResult& result) {
  if (!loss.lossy) return;
  std::string text =
      fmt::format("the store is lossy: probability that a state was omitted {:.3g}", loss.omission_probability);
  // Fingerprints that accidentally came close to each other indicate how far the bound can be trusted.
  const double apart = loss.nearest_distance;
  if (apart > 0 && apart < 0x1p64) text += fmt::format(", closest fingerprints {:.3g} apart", apart);
  text += fmt::format(", estimated coverage {:.4f}%", loss.coverage * 100);
  add_caveat(text, result);
}

Statistics statistics_of(const explore::SearchOutcome& outcome, const ModelExecution& execution) {
  Statistics statistics;
  for (const Statistic& figure : outcome.reducer_statistics) statistics.emplace_back(figure.name, figure.value);
  statistics.emplace_back("table slots", outcome.table_stats.slots);
  statistics.emplace_back("table growths", outcome.table_stats.growths);
  if (outcome.table_stats.shared_nodes != 0) {
    statistics.emplace_back("shared parts of states", outcome.table_stats.shared_nodes);
  }
  statistics.emplace_back("longest probe", outcome.table_stats.longest_probe);
  statistics.emplace_back("chunks stolen", outcome.steals);
  if (execution.partial != nullptr) {
    statistics.emplace_back("states reduced by partial order", outcome.reduced_states);
    statistics.emplace_back("states suspected of ignoring", outcome.suspects);
    statistics.emplace_back("states completed", outcome.completed);
  }
  for (size_t i = 0; outcome.workers.size() > 1 && i < outcome.workers.size(); ++i) {
    const std::string thread = "thread " + std::to_string(i);
    statistics.emplace_back(thread + " stored", outcome.workers[i].states);
    statistics.emplace_back(thread + " transitions", outcome.workers[i].transitions);
  }
  return statistics;
}

// The facts on which two searches for errors must agree: all errors, or whether there is one.
std::vector<std::string> errors_of(const SearchResult& result, bool all) {
  std::vector<std::string> texts;
  for (const Violation& violation : result.violations) {
    const SourceSpan& at = violation.span;
    texts.push_back(all ? fmt::format("{} {}:{}", violation_name(violation.kind), at.line, at.column) : "some error");
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

}  // namespace

std::string_view phase_text(Phase phase) {
  switch (phase) {
    case Phase::Reading: return "reading the model";
    case Phase::Preparing: return "detecting symmetries and dependencies of the model";
    case Phase::Searching: return "searching";
    case Phase::FindingRuns: return "searching for the runs to errors";
    case Phase::Auditing: return "auditing the search";
    case Phase::CheckingProperties: return "checking liveness properties";
    case Phase::Executing: return "executing the model";
  }
  PX_UNREACHABLE("phase");
}

Session::Session(std::unique_ptr<ModelSource> source, SessionOptions options, SourceMap& sources)
    : source_(std::move(source)), options_(std::move(options)), sources_(sources) {
  // A bit array has no room for references; the second search finds its runs.
  if (options_.search.max_depth != UINT64_MAX) {
    options_.reduction.partial_order.impossible_because =
        "--max-depth counts the steps of all runs, and a reduced search may reach a state by longer ones";
  } else if (options_.search.order == frontier::SearchOrder::Levels) {
    options_.reduction.partial_order.unwanted_because =
        "--order bfs finds shortest runs, and reduction makes them longer";
  }
  if (explore::SoFar* so_far = options_.search.so_far) {
    so_far->say_errors_by([this](explore::SearchOutcome& outcome) { reword(*source_, outcome); });
  }
  if (options_.on_error) {
    options_.search.on_first_error = [this](const Event& event, const ir::Program& program) {
      announce(event, program);
    };
  }
  options_.search.leave_time_for_runs = options_.search.all_errors && options_.trace == TraceMode::Auto;
  options_.search.keep_parents = options_.trace == TraceMode::On && options_.search.store != store::TableKind::Bitstate;
}

void Session::enter(Phase phase) const {
  if (options_.on_phase) options_.on_phase(phase);
}

void Session::announce(const Event& event, const ir::Program& program) {
  if (announced_.exchange(true, std::memory_order_relaxed)) return;
  explore::FoundViolation found;
  found.event = event;
  found.occurrences = 1;
  Violation violation = to_violation(found, program);
  if (std::optional<Wording> wording = source_->wording(event)) {
    violation.called = std::move(wording->called);
    violation.message = std::move(wording->message);
  }
  options_.on_error(violation);
}

Result<const ModelExecution*> Session::execution() {
  if (!execution_) {
    enter(Phase::Preparing);
    auto made = make_execution(options_.execution, options_.reduction, *source_, sources_);
    if (!made) return made.failure();
    execution_ = std::move(*made);
  }
  return execution_.get();
}

Refinement Session::saving_refinement() {
  Refinement all = refinement();
  if (options_.checkpoint) all.checkpoint = &*options_.checkpoint;
  all.saved = options_.saved;
  return all;
}

Result<RandomRuns> Session::run_at_random(const explore::RandomRunsOptions& options) {
  if (const auto made = execution(); !made) return made.failure();
  explore::RandomRunsOptions all = options;
  all.seed = options_.search.seed;
  all.threads = options_.search.threads;
  all.max_seconds = options_.search.max_seconds;
  if (options_.search.deadline) {  // of the whole process
    const std::chrono::duration<double> left = *options_.search.deadline - std::chrono::steady_clock::now();
    all.max_seconds = std::max(0.0, left.count());
  }
  all.interrupted = options_.search.interrupted;
  enter(Phase::Searching);
  Result<RandomRuns> runs = random_runs(refinement(), std::move(execution_), all, options_.max_errors);
  if (runs) add_left_out(runs->result);
  return runs;
}

Result<SwarmResult> Session::run_swarm(const explore::SwarmOptions& options) {
  const bool lists = std::exchange(options_.execution.lists_unreached, true);  // actions are counted anyway
  options_.check_properties = false;
  if (const auto made = execution(); !made) return made.failure();
  const explore::SearchOptions& search = options_.search;
  explore::SwarmOptions all = options;
  all.max_depth = search.max_depth;
  all.seed = search.seed;
  all.threads = search.threads;
  all.memory_bytes = search.memory_bytes;
  all.all_errors = search.all_errors;
  all.max_seconds = search.max_seconds;
  if (search.deadline) {
    const std::chrono::duration<double> left = *search.deadline - std::chrono::steady_clock::now();
    all.max_seconds = std::max(left.count(), 1e-3);
  }
  all.interrupted = search.interrupted;
  all.progress_interval = search.progress_interval;
  all.on_progress = search.on_progress;
  all.on_first_error = search.on_first_error;
  enter(Phase::Searching);
  Result<SwarmResult> made = swarm(
      refinement(), std::move(execution_), all,
      {.max_errors = options_.max_errors, .with_runs = options_.trace != TraceMode::Off, .lists_unreached = lists});
  if (made) add_left_out(made->result);
  return made;
}

Result<std::shared_ptr<ModelExecution>> Session::settle() {
  return settled_execution(refinement());
}

Result<CheckResult> Session::check() {
  if (const auto made = execution(); !made) return made.failure();
  enter(Phase::Searching);
  Result<RefinedSearch> search = search_refining(saving_refinement(), std::move(execution_), options_.search);
  if (!search) return search.failure();
  enter(Phase::FindingRuns);
  FoundTraces traces = find_traces(*source_, *search,
                                   {.mode = options_.trace,
                                    .max_errors = options_.max_errors,
                                    .search = options_.search,
                                    .on_runs = options_.on_runs});

  CheckResult checked;
  checked.errors = std::move(traces.errors);
  checked.missing_trace = std::move(traces.missing);
  checked.run_doubt = std::move(traces.doubt);
  checked.run_seconds = traces.seconds;
  checked.statistics = statistics_of(search->outcome, *search->execution);
  if (options_.execution.lists_unreached) checked.unreached = find_unreached(*source_, *search->execution);
  if (traces.not_listed != 0) checked.statistics.emplace_back("errors not listed", traces.not_listed);
  SearchResult& result = search->outcome.result;
  result.violations.clear();
  for (const ErrorReport& error : checked.errors) result.violations.push_back(error.violation);
  add_loss(search->outcome.loss, result);
  source_->add_statistics(result, checked.statistics);
  add_left_out(result);
  enter(Phase::Auditing);
  if (const Result<void> audited = audit(*search, checked); !audited) return audited.failure();
  checked.result = std::move(result);
  checked.search = std::move(search->outcome);
  checked.execution = search->execution;
  if (const Result<void> asked = check_properties(checked); !asked) return asked.failure();
  return checked;
}

// Checks the requested properties of infinite runs, and combines all verdicts.
Result<void> Session::check_properties(CheckResult& checked) {
  if (!options_.check_properties) return {};
  const bool interrupted = checked.result.verdict == Verdict::Interrupted;
  explore::SearchOptions search = options_.search;
  search.on_first_error = nullptr;  // a violation in a product need not be an error of the model
  if (search.max_seconds > 0) search.max_seconds = std::max(search.max_seconds - checked.result.seconds, 1e-3);
  if (interrupted) return {};
  enter(Phase::CheckingProperties);
  checked.search.table.reset();  // frees memory for the products
  auto reports = driver::check_properties(refinement(), options_.properties, search, options_.trace);
  if (!reports) return reports.failure();
  checked.properties = std::move(*reports);
  SearchResult& all = checked.result;
  for (const PropertyReport& report : checked.properties) {
    if (report.error) {
      checked.errors.push_back(*report.error);
      all.violations.push_back(report.error->violation);
      all.verdict = Verdict::Violated;
    }
    const bool undecided =
        report.result.verdict == Verdict::Incomplete || report.result.verdict == Verdict::Interrupted;
    if (!undecided || all.verdict == Verdict::Violated) continue;
    if (all.verdict != Verdict::Interrupted) all.verdict = report.result.verdict;
    if (all.stop == StopReason::None) all.stop = report.result.stop;
    const bool limited = report.result.stop != StopReason::None && report.result.stop != StopReason::FirstError;
    if (!limited) add_caveat(report.name + ": " + report.result.caveat, all);
  }
  return {};
}

// Adds the checks that the model requests and that were not done: without the user's consent the model was not fully
// checked.
void Session::add_left_out(SearchResult& result) const {
  const LeftOut left_out = source_->left_out(options_.check_properties);
  add_caveat(left_out.text, result);
  const bool allowed = options_.allow_unchecked && !left_out.always;
  if (!left_out.text.empty() && !allowed && result.verdict == Verdict::Holds) result.verdict = Verdict::Incomplete;
}

Result<void> Session::audit(RefinedSearch& search, CheckResult& checked) const {
  const ModelExecution& execution = *search.execution;
  if (execution.sampled != nullptr) {
    checked.merges = execution.sampled->count();
    std::string text = fmt::format("{} merges of classes found", checked.merges->merged);
    if (checked.merges->one_in != 1) text += fmt::format(" at one marker in {}", checked.merges->one_in);
    add_caveat(text, search.outcome.result);
  }
  if (execution.audited != nullptr) {
    explore::AuditLimits limits;
    if (execution.partial != nullptr) limits.most_states = 0;  // without symmetry reduction there are different states
    Result<explore::AuditOutcome> audit =
        audit_search(*execution.system, *execution.audited, search.outcome, options_.search, limits);
    if (!audit) return audit.failure();
    checked.audit = std::move(*audit);
    if (execution.partial != nullptr) checked.audit->omitted.clear();
  }
  if (execution.partial == nullptr || !options_.reduction.audit) return {};
  if (!checked.audit) checked.audit.emplace();
  return audit_partial_order(execution, search.outcome, *checked.audit);
}

// A search that explores every order must find the same errors.
Result<void> Session::audit_partial_order(const ModelExecution& execution, const explore::SearchOutcome& reduced,
                                          explore::AuditOutcome& audit) const {
  explore::SearchOptions options = options_.search;
  options.growth = execution.may_grow ? explore::GrowthPolicy::Stop : explore::GrowthPolicy::Report;
  Result<explore::SearchOutcome> full = explore::explore(execution.partial->full(), *execution.reducer, options);
  if (!full) return full.failure();
  const auto ended = [](const SearchResult& result) {
    return result.stop == StopReason::None || result.stop == StopReason::FirstError;
  };
  if (!ended(full->result) || !ended(reduced.result)) {
    audit.omitted.emplace_back("partial-order reduction was not compared: a limit ended one of the searches");
    return {};
  }
  audit.ordered_states = full->result.states;
  const std::vector<std::string> expected = errors_of(full->result, options.all_errors);
  const std::vector<std::string> found = errors_of(reduced.result, options.all_errors);
  if (audit.failure || expected == found) return {};
  audit.failure = explore::AuditFailure{
      fmt::format("partial-order reduction: {} errors with it, {} without", found.size(), expected.size()), {}};
  return {};
}

}  // namespace px::driver
