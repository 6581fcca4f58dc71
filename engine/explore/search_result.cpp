#include "engine/explore/search_result.h"

#include <algorithm>

#include "engine/base/process_memory.h"

namespace px::explore {
namespace {

Verdict verdict_of(const SearchResult& result, bool lossless) {
  if (!result.violations.empty()) return Verdict::Violated;
  if (result.stop == StopReason::Signal) return Verdict::Interrupted;
  if (result.stop != StopReason::None) return Verdict::Incomplete;
  return lossless && result.guarantee == Guarantee::Exact ? Verdict::Holds : Verdict::NoErrorFound;
}

// Classifies the event that ended the search: an error, or else a growth.
StopReason reason_of_event(bool all_errors, const SearchOutcome& outcome) {
  return !outcome.found.empty() && (!all_errors || outcome.growth.empty()) ? StopReason::FirstError
                                                                           : StopReason::NeedsRefinement;
}

}  // namespace

void fold_violations(const std::vector<FoundViolation>& all, const ir::Program& program, SearchOutcome& outcome) {
  std::vector<Violation>& violations = outcome.result.violations;
  for (const FoundViolation& found : all) {
    Violation violation = to_violation(found, program);
    const auto same = std::find_if(violations.begin(), violations.end(), [&](const Violation& other) {
      return other.kind == violation.kind && other.message == violation.message && other.span == violation.span;
    });
    if (same != violations.end()) {
      same->occurrences += violation.occurrences;
      continue;
    }
    outcome.found.push_back(found);
    violations.push_back(std::move(violation));
  }
}

Violation to_violation(const FoundViolation& found, const ir::Program& program) {
  Violation violation;
  violation.kind = violation_of(found.event, program);
  violation.message = describe(found.event, program);
  violation.span = span_of(found.event, program);
  violation.occurrences = found.occurrences;
  return violation;
}

void fill_result(const TransitionSystem& system, const Reducer& reducer, bool all_errors, ViolationLog& log,
                 SearchOutcome& outcome) {
  SearchResult& result = outcome.result;
  result.guarantee = reducer.guarantee();
  result.caveat = reducer.caveat();
  fold_violations(log.take(), system.program(), outcome);
  outcome.growth = log.take_growth();
  if (result.stop == StopReason::FirstError) result.stop = reason_of_event(all_errors, outcome);
  outcome.table_stats = outcome.table->stats();
  outcome.loss = outcome.table->loss();
  result.verdict = verdict_of(result, !outcome.loss.lossy);
  describe_storage(system, outcome.table_stats, result);
}

void describe_storage(const TransitionSystem& system, const store::TableStats& table, SearchResult& result) {
  result.state_bytes = system.layout().bytes();
  result.store_bytes_per_state =
      result.states == 0 ? 0 : static_cast<double>(table.bytes()) / static_cast<double>(result.states);
  result.peak_memory_bytes = peak_resident_bytes();
}

}  // namespace px::explore
