#include "frontends/driver/properties.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "engine/base/spelling.h"
#include "engine/explore/so_far.h"
#include "engine/liveness/cycle_search.h"
#include "engine/liveness/fairness.h"
#include "engine/liveness/lasso.h"
#include "engine/liveness/product.h"
#include "frontends/driver/conjuncts.h"

namespace px::driver {
namespace {

using Clock = std::chrono::steady_clock;

// The search for one property.
struct Searched {
  std::shared_ptr<ModelExecution> execution;
  std::shared_ptr<ModelExecution> moves;  // null: no claim
  std::unique_ptr<liveness::ProductSystem> product;
  std::unique_ptr<liveness::ProductMarks> marks;

  const TransitionSystem& system() const { return product ? *product : *execution->system; }
};

class PropertyChecker {
 public:
  PropertyChecker(const Refinement& refinement, const PropertyOptions& options, const explore::SearchOptions& search,
                  TraceMode trace)
      : refinement_(refinement), options_(options), search_(search), trace_(trace) {}

  Result<PropertyReport> check(const Property& property) {
    Result<PropertyReport> report = check_once(property);
    if (report && refinement_.reduction.audit) return audited(property, std::move(*report));
    return report;
  }

 private:
  Result<PropertyReport> check_once(const Property& property) {
    if (property.kind != Property::Kind::Formula) return check_one(property);
    const std::vector<size_t> conjuncts =
        conjuncts_to_search(*refinement_.source.program(), property.automaton, refinement_.reduction);
    if (conjuncts.empty()) return check_one(property);
    return check_conjuncts(property, conjuncts);
  }

  // Checks one conjunct after the other, until one is violated.
  Result<PropertyReport> check_conjuncts(const Property& property, const std::vector<size_t>& conjuncts) {
    std::optional<PropertyReport> all;
    for (const size_t conjunct : conjuncts) {
      Property part = property;
      part.automaton = conjunct;
      Result<PropertyReport> report = check_one(part);
      if (!report) return report.failure();
      if (all) add_to(*report, *all);
      const bool goes_on = report->result.verdict != Verdict::Violated && report->result.stop != StopReason::Signal;
      all = std::move(*report);
      if (!goes_on) break;
    }
    all->method += conjuncts.size() == 1
                       ? ", one conjunct stands for all"
                       : ", of " + std::to_string(conjuncts.size()) + " conjuncts, checked one by one";
    return std::move(*all);
  }

  // Adds the results of earlier conjuncts to the report of the current one.
  static void add_to(PropertyReport& report, const PropertyReport& before) {
    SearchResult& result = report.result;
    result.states += before.result.states;
    result.transitions += before.result.transitions;
    result.seconds += before.result.seconds;
    result.max_depth = std::max(result.max_depth, before.result.max_depth);
    result.peak_memory_bytes = std::max(result.peak_memory_bytes, before.result.peak_memory_bytes);
    if (result.verdict != Verdict::Holds || before.result.verdict == Verdict::Holds) return;
    result.verdict = before.result.verdict;
    result.stop = before.result.stop;
    result.guarantee = before.result.guarantee;
    result.caveat = before.result.caveat;
  }

  Result<PropertyReport> check_one(const Property& property) {
    if (property.kind == Property::Kind::Formula) {
      std::optional<ir::Program> program = liveness::as_invariant(*refinement_.source.program(), property.automaton);
      if (program) return check_invariant(property, std::move(*program));
      const bool keeps_states = search_.store == store::TableKind::Exact || search_.store == store::TableKind::Tree;
      const bool whole = keeps_states && search_.max_depth == UINT64_MAX;
      if (whole && liveness::is_terminal(*refinement_.source.program(), property.automaton)) {
        Result<std::optional<PropertyReport>> report = check_reachability(property);
        if (!report) return report.failure();
        if (*report) return std::move(**report);
      }
    }
    for (;;) {
      Result<Searched> searched = prepare(property);
      if (!searched) return undecided(property, searched.failure());
      explore::SearchOptions options = search_;
      options.growth = refinement_.source.may_grow() ? explore::GrowthPolicy::Stop : explore::GrowthPolicy::Report;
      if (search_.max_seconds > 0) options.max_seconds = std::max(search_.max_seconds - seconds(), 1e-3);
      Result<liveness::CycleOutcome> outcome =
          find_cycle(searched->system(), *searched->execution->reducer, *searched->marks, options);
      if (!outcome) return undecided(property, outcome.failure());
      if (outcome->search.result.stop != StopReason::NeedsRefinement) return report(property, *searched, *outcome);
      const Result<void> refined = refinement_.source.refine(outcome->search.growth);
      if (!refined) return refined.failure();
    }
  }

  // --audit: repeats the check without symmetry, unless the product is too large for that.
  Result<PropertyReport> audited(const Property& property, PropertyReport report) {
    ReductionOptions none;
    none.strategy = "none";
    none.sequences = refinement_.reduction.sequences;
    explore::SearchOptions options = search_;
    options.max_states = std::min(options.max_states, explore::AuditLimits{}.most_states);
    const Refinement unreduced{refinement_.execution, none, refinement_.source, refinement_.sources};
    Result<PropertyReport> whole = PropertyChecker(unreduced, options_, options, TraceMode::Off).check(property);
    if (!whole) return whole.failure();
    const auto decided = [](Verdict verdict) { return verdict == Verdict::Holds || verdict == Verdict::Violated; };
    if (!decided(whole->result.verdict) || !decided(report.result.verdict)) {
      report.method += ", not audited";
      return report;
    }
    if (whole->result.verdict != report.result.verdict) {
      throw std::logic_error(property.name + " has a different result without symmetry reduction");
    }
    report.method += ", audited without reduction";
    return report;
  }

  // Evaluates the audit of the reducer.
  static void check_audit(const ModelExecution& execution) {
    if (execution.audited == nullptr) return;
    if (const auto failure = execution.audited->log().failure()) throw std::logic_error("audit: " + failure->what);
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // `[] p`: neither fairness nor the continuation of a run affects reachability.
  Result<PropertyReport> check_invariant(const Property& property, ir::Program program) {
    ReductionOptions reduction = this->reduction();
    auto made = make_program_execution(refinement_.execution, reduction,
                                       std::make_shared<const ir::Program>(std::move(program)), refinement_.sources);
    if (!made) return made.failure();
    RefinedSearch search{*made, *made, {}, {}};
    search.execution->process_ids = refinement_.source.process_ids();
    explore::SearchOptions options = search_;
    options.growth = explore::GrowthPolicy::Report;
    options.all_errors = false;
    Result<explore::SearchOutcome> outcome =
        explore::explore(*search.execution->system, *search.execution->reducer, options);
    if (!outcome) return outcome.failure();
    search.outcome = std::move(*outcome);
    PropertyReport report{property.name,
                          "an invariant, strategy " + search.execution->reducer->name() + order_of(*search.execution),
                          property.span,
                          search.outcome.result,
                          {}};
    if (search.outcome.found.empty()) return report;
    if (search.outcome.found.front().event.kind != Event::Kind::Invariant) return stopped_by_error(std::move(report));
    FoundTraces traces = find_traces(refinement_.source, search, {.mode = trace_, .max_errors = 1, .search = options});
    report.error = std::move(traces.errors.front());
    report.error->violation.message = property.name + " does not hold here";
    report.result.violations = {report.error->violation};
    return report;
  }

  // A terminal automaton: is a location reachable in which it accepts? If so, returns nothing, and the search for
  // cycles soon finds a run. Fairness makes no difference: every path to such a location continues as a fair run.
  Result<std::optional<PropertyReport>> check_reachability(const Property& property) {
    Result<Searched> searched = prepare(property, true);
    if (!searched) return std::optional<PropertyReport>();  // the other search reports why
    explore::SearchOptions options = search_;
    options.growth = explore::GrowthPolicy::Report;
    options.all_errors = false;
    Result<explore::SearchOutcome> outcome =
        explore::explore(searched->system(), *searched->execution->reducer, options);
    if (!outcome) return std::optional<PropertyReport>();
    if (!outcome->found.empty() || outcome->result.guarantee != Guarantee::Exact)
      return std::optional<PropertyReport>();
    PropertyReport report{property.name, {}, property.span, std::move(outcome->result), {}};
    report.method = "reachability in the product, strategy " + searched->execution->reducer->name();
    report.method += order_of(*searched->execution);
    return std::optional(std::move(report));
  }

  // The safety search reports the errors of the model; here they only leave the property undecided.
  PropertyReport stopped_by_error(PropertyReport report) const {
    const Violation& error = report.result.violations.front();
    report.result.verdict = Verdict::Incomplete;
    report.result.caveat = "an error ends its runs first: " + error.message;
    if (error.span.known()) report.result.caveat += ", " + refinement_.sources.place(error.span);
    report.result.violations.clear();
    return report;
  }

  // Properties that this model or these options do not support remain undecided; other failures are returned.
  static Result<PropertyReport> undecided(const Property& property, const Failure& failure) {
    if (failure.diagnostics.front().kind != DiagnosticKind::Unsupported) return failure;
    PropertyReport report{property.name, "not searched", property.span, {}, {}};
    report.result.verdict = Verdict::Incomplete;
    report.result.caveat = failure.diagnostics.front().message;
    return report;
  }

  // `reachability`: prepares a search for states in which acceptance is an error.
  Result<Searched> prepare(const Property& property, bool reachability = false) {
    const ir::Program& written = *refinement_.source.program();
    const bool claims = property.kind != Property::Kind::Labels;
    ir::Program program = claims ? liveness::with_claim(written, property.automaton) : liveness::without_claim(written);
    if (reachability) {
      program = liveness::watching_acceptance(program);
    } else if (options_.weak_fairness) {
      Result<ir::Program> fair = liveness::with_movers(program);
      if (!fair) return fair.failure();
      program = std::move(*fair);
    }
    Searched searched;
    ReductionOptions reduction = this->reduction();
    if (!may_reduce_order(property, program)) reduction.partial_order.when = PartialOrder::Off;
    auto made = make_program_execution(refinement_.execution, reduction,
                                       std::make_shared<const ir::Program>(std::move(program)), refinement_.sources,
                                       por::Purpose::Cycles);
    if (!made) return made.failure();
    searched.execution = std::move(*made);
    searched.execution->process_ids = refinement_.source.process_ids();
    const ir::Program& whole = searched.execution->interpreter->program();
    if (claims) {
      ReductionOptions none;
      none.strategy = "none";
      auto moves = make_program_execution(refinement_.execution, none,
                                          std::make_shared<const ir::Program>(liveness::claim_moves(whole)),
                                          refinement_.sources);
      if (!moves) return moves.failure();
      searched.moves = std::move(*moves);
      searched.product =
          std::make_unique<liveness::ProductSystem>(*searched.execution->system, *searched.moves->system);
    }
    const bool symmetry = searched.execution->reducer->kind() != Reducer::Kind::Identity;
    searched.marks = std::make_unique<liveness::ProductMarks>(whole, searched.execution->interpreter->layout(),
                                                              acceptance_of(property), symmetry);
    return searched;
  }

  // Whether the property cannot distinguish runs that differ only in the order of invisible steps. A hand-written claim
  // may count steps.
  bool may_reduce_order(const Property& property, const ir::Program& program) const {
    if (options_.weak_fairness) return false;
    switch (property.kind) {
      case Property::Kind::Formula: return program.automata.front().next_free;
      case Property::Kind::Claim: return false;
      case Property::Kind::Labels:
      case Property::Kind::Progress: return true;
    }
    PX_UNREACHABLE("kind of property");
  }

  static std::string order_of(const ModelExecution& execution) {
    return execution.partial != nullptr ? ", partial order" : "";
  }

  ReductionOptions reduction() const {
    ReductionOptions reduction = refinement_.reduction;
    reduction.audit_sample.reset();
    return reduction;
  }

  PropertyReport report(const Property& property, const Searched& searched, liveness::CycleOutcome& outcome) {
    PropertyReport report{property.name, {}, property.span, std::move(outcome.search.result), {}};
    report.method = property.kind == Property::Kind::Labels ? "cycles of the model" : "cycles of the product";
    report.method += ", strategy " + searched.execution->reducer->name() + order_of(*searched.execution);
    if (options_.weak_fairness) report.method += ", weakly fair runs";
    check_audit(*searched.execution);
    SearchResult& result = report.result;
    if (!outcome.search.found.empty()) return stopped_by_error(std::move(report));
    if (!outcome.found) return report;
    ErrorReport error;
    error.violation.kind = ViolationKind::Liveness;
    error.violation.span = property.span;
    error.violation.occurrences = 1;
    error.execution = searched.execution;
    if (trace_ != TraceMode::Off) error.trace = lasso(searched, outcome);
    error.violation.message = message_of(property, trace_ != TraceMode::Off ? &error.trace : nullptr);
    result.violations = {error.violation};
    report.error = std::move(error);
    return report;
  }

  static Trace lasso(const Searched& searched, const liveness::CycleOutcome& outcome) {
    const ModelExecution& execution = *searched.execution;
    const liveness::ProductExplainer explainer =
        searched.product ? liveness::ProductExplainer(*execution.interpreter, *searched.moves->interpreter)
                         : liveness::ProductExplainer(*execution.interpreter);
    liveness::Lasso lasso = build_lasso(
        {searched.system(), explainer, *execution.reducer, *execution.full_reducer, *searched.marks}, outcome);
    return as_written(execution.written, std::move(lasso.trace));
  }

  // Translates the trace to the model as written by redoing each step. One action of the searched model may correspond
  // to several of it.
  static Trace as_written(const WrittenModel& written, Trace trace) {
    trace.initial = written.state(trace.initial);
    std::vector<uint64_t> before = trace.initial;
    for (TraceStep& step : trace.steps) {
      step = written_step(written, before, step);
      before = step.state();
    }
    return trace;
  }

  static TraceStep written_step(const WrittenModel& written, const std::vector<uint64_t>& before,
                                const TraceStep& searched) {
    // The claim's location, and the process that moved, are not part of the model.
    const std::vector<uint64_t> ours =
        ir::bits_of(written.program(), written.layout(), [](const ir::Variable& v) { return v.hidden; });
    const std::vector<uint64_t> after = written.state(searched.state());
    const auto leads_there = [&](const TraceStep& step) {
      const std::vector<uint64_t>& state = step.state();
      for (size_t i = 0; i < state.size(); ++i) {
        if (((state[i] ^ after[i]) & ~ours[i]) != 0) return false;
      }
      return true;
    };
    const auto same_action = [](const MicroStep& a, const MicroStep& b) {
      return a.action == b.action && a.arguments == b.arguments;
    };
    Explanation explanation = written.interpreter->explain(before.data());
    TraceStep* found = nullptr;
    for (TraceStep& step : explanation.steps) {
      // Both steps must begin with the same action: fairness depends on the process that moves.
      if (!same_action(step.micro_steps.front(), searched.micro_steps.front()) || !leads_there(step)) continue;
      const bool same_way = std::equal(step.micro_steps.begin(), step.micro_steps.end(), searched.micro_steps.begin(),
                                       searched.micro_steps.end(), same_action);
      if (found == nullptr || same_way) found = &step;
    }
    if (found == nullptr) throw std::logic_error("a step of a lasso is not a step of the model as written");
    // Include the hidden parts of the search: the next step starts from there.
    TraceStep step = std::move(*found);
    step.micro_steps.back().state = after;
    return step;
  }

  const Refinement& refinement_;
  const PropertyOptions& options_;
  const explore::SearchOptions& search_;
  const TraceMode trace_;
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

std::string message_of(const Property& property, const Trace* run) {
  if (property.kind == Property::Kind::Labels) return "a cycle goes through an accept label";
  if (property.kind == Property::Kind::Progress) return "a cycle goes through no progress label";
  const bool is_formula = property.kind == Property::Kind::Formula;
  const std::string what = property.name + (is_formula ? " does not hold" : " accepts a run");
  if (run == nullptr) return what;
  const bool ends = run->loop == run->steps.size();
  return property.name + (is_formula ? " does not hold on this run, which " : " accepts this run, which ") +
         (ends ? "ends" : "never ends");
}

liveness::Acceptance acceptance_of(const Property& property) {
  switch (property.kind) {
    case Property::Kind::Formula:
    case Property::Kind::Progress: return liveness::Acceptance::Claim;
    case Property::Kind::Claim: return liveness::Acceptance::ClaimAndLabels;
    case Property::Kind::Labels: return liveness::Acceptance::Labels;
  }
  PX_UNREACHABLE("kind of property");
}

// Whether the source lists it among what is not checked: "not checked: ltl f, g".
bool is_left_out(const ModelSource& source, const std::string& name) {
  const std::string text = source.left_out(true).text + ",";
  return text.find(" " + name + ",") != std::string::npos;
}

Failure unknown_claim(const ModelSource& source, const std::vector<Property>& all, const std::string& name) {
  if (is_left_out(source, name)) {
    return {DiagnosticKind::UsageError, "--claim: '" + name + "' cannot be checked", "the warning about it says why"};
  }
  std::string known;
  for (const Property& property : all) known += (known.empty() ? "" : ", ") + property.short_name;
  return {DiagnosticKind::UsageError, "--claim: the model has no formula or claim '" + name + "'",
          known.empty() ? "it has none" : "known: " + known};
}

Result<std::vector<Property>> wanted_properties(const ModelSource& source, const PropertyOptions& options) {
  std::vector<Property> all = source.properties();
  std::vector<Property> wanted;
  for (const std::string& name : options.chosen) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Property& p) { return p.short_name == name; });
    if (found == all.end()) return unknown_claim(source, all, name);
    wanted.push_back(*found);
  }
  if (options.chosen.empty()) wanted = std::move(all);
  if (options.acceptance) wanted.push_back({"acceptance", "acceptance", Property::Kind::Labels, 0, {}});
  return wanted;
}

Result<std::vector<PropertyReport>> check_properties(const Refinement& refinement, const PropertyOptions& options,
                                                     const explore::SearchOptions& search, TraceMode trace) {
  const Result<std::vector<Property>> wanted = wanted_properties(refinement.source, options);
  if (!wanted) return wanted.failure();
  PropertyChecker checker(refinement, options, search, trace);
  std::vector<PropertyReport> reports;
  for (const Property& property : *wanted) {
    Result<PropertyReport> report = checker.check(property);
    if (!report) return report.failure();
    if (search.so_far != nullptr && report->error) search.so_far->add(report->error->violation);
    reports.push_back(std::move(*report));
    if (reports.back().result.stop == StopReason::Signal) break;
  }
  return reports;
}

}  // namespace px::driver
