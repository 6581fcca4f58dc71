#include "frontends/driver/refinement.h"

#include <algorithm>
#include <chrono>

#include "engine/explore/search_result.h"
#include "frontends/driver/run_checkpoints.h"

namespace px::driver {
namespace {

// The number of states explored to determine the guesses before a model is simulated or drawn.
constexpr uint64_t kSettlingStates = 100'000;

// A time limit applies to all searches together.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}

  // 0: no limit; never 0 otherwise.
  double seconds_left() const {
    constexpr double kMin = 1e-3;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return seconds_ == 0 ? 0 : std::max(seconds_ - passed.count(), kMin);
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

bool same_error(const Violation& a, const Violation& b) {
  return a.kind == b.kind && a.message == b.message && a.span == b.span;
}

bool ended_by_limit(StopReason stop) {
  return stop != StopReason::None && stop != StopReason::FirstError;
}

// All searches of one model. The tables of superseded searches are freed at once.
class Searches {
 public:
  // Keeps a search that has to start again.
  void put_aside(std::shared_ptr<ModelExecution> execution, explore::SearchOutcome outcome) {
    for (size_t i = 0; i < outcome.found.size(); ++i) {
      errors_.push_back({outcome.found[i], outcome.result.violations[i], execution});
    }
    outcome.table.reset();
    outcome.parents.clear();
    if (longest_ && longest_->outcome.result.states >= outcome.result.states) return;
    longest_ = RefinedSearch{std::move(execution), nullptr, std::move(outcome), {}};
  }

  RefinedSearch finish(std::shared_ptr<ModelExecution> execution, explore::SearchOutcome outcome) {
    const std::shared_ptr<ModelExecution> latest = execution;
    const StopReason stop = outcome.result.stop;
    if (longest_ && ended_by_limit(stop) && longest_->outcome.result.states > outcome.result.states) {
      put_aside(std::move(execution), std::move(outcome));
    } else {
      longest_ = RefinedSearch{std::move(execution), nullptr, std::move(outcome), {}};
    }
    RefinedSearch last = std::move(*longest_);
    last.latest = latest;
    for (FoundError& error : errors_) {
      if (!is_known(error, last)) last.earlier.push_back(std::move(error));
    }
    SearchResult& result = last.outcome.result;
    result.stop = stop;
    if (!result.violations.empty() || !last.earlier.empty()) {
      result.verdict = Verdict::Violated;
    } else if (stop == StopReason::Signal) {
      result.verdict = Verdict::Interrupted;
    } else if (ended_by_limit(stop)) {
      result.verdict = Verdict::Incomplete;
    }
    return last;
  }

 private:
  static bool is_known(const FoundError& error, const RefinedSearch& search) {
    const auto same = [&](const Violation& other) { return same_error(error.violation, other); };
    const auto& own = search.outcome.result.violations;
    return std::any_of(own.begin(), own.end(), same) ||
           std::any_of(search.earlier.begin(), search.earlier.end(),
                       [&](const FoundError& other) { return same(other.violation); });
  }

  std::vector<FoundError> errors_;
  std::optional<RefinedSearch> longest_;
};

// Translates the model as often as the resumed run did, with the same marks, and takes over the errors that it had
// found by then. The searches themselves are not repeated.
Result<void> replay(const Refinement& refinement, const GrowthHistory& growth,
                    std::shared_ptr<ModelExecution>& execution, Searches& searches) {
  for (const EarlierSearch& earlier : growth) {
    explore::SearchOutcome outcome;
    outcome.found = earlier.found;
    for (const explore::FoundViolation& found : outcome.found) {
      outcome.result.violations.push_back(to_violation(found, execution->system->program()));
    }
    reword(refinement.source, outcome);
    searches.put_aside(std::move(execution), std::move(outcome));
    auto next = refined_execution(refinement, earlier.marks);
    if (!next) return next.failure();
    execution = std::move(*next);
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<ModelExecution>> refined_execution(const Refinement& refinement,
                                                          const std::vector<uint32_t>& marks) {
  if (const Result<void> refined = refinement.source.refine(marks); !refined) return refined.failure();
  return make_execution(refinement.execution, refinement.reduction, refinement.source, refinement.sources);
}

void reword(const ModelSource& source, explore::SearchOutcome& outcome) {
  for (size_t i = 0; i < outcome.found.size(); ++i) {
    std::optional<Wording> wording = source.wording(outcome.found[i].event);
    if (!wording) continue;
    outcome.result.violations[i].called = std::move(wording->called);
    outcome.result.violations[i].message = std::move(wording->message);
  }
}

Result<RefinedSearch> search_refining(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                                      explore::SearchOptions options) {
  ModelSource& source = refinement.source;
  const Deadline deadline(options.max_seconds);
  Searches searches;
  GrowthHistory growth;
  const SavedRun* saved = refinement.saved;  // until a search had to start again
  if (saved != nullptr) {
    growth = saved->growth;
    if (const Result<void> replayed = replay(refinement, growth, execution, searches); !replayed) {
      return replayed.failure();
    }
  }
  if (refinement.checkpoint != nullptr && execution->system->program().externals) {
    return Failure(DiagnosticKind::Unsupported, "checkpoints do not hold the terms that states of this model name",
                   "leave out --checkpoint; a search ended by --time or --memory still reports what it found");
  }
  for (;;) {
    RunCheckpoints checkpoints(refinement.checkpoint, refinement.sources, growth, *execution);
    options.checkpoint = checkpoints.plan();
    options.resume = nullptr;
    if (saved != nullptr) {
      const Result<const explore::CheckpointSource*> source_of_search = checkpoints.open(*saved);
      if (!source_of_search) return source_of_search.failure();
      options.resume = *source_of_search;
    }
    options.growth = execution->may_grow ? explore::GrowthPolicy::Stop : explore::GrowthPolicy::Report;
    options.max_seconds = deadline.seconds_left();
    Result<explore::SearchOutcome> outcome = explore::explore(*execution->system, *execution->reducer, options);
    if (!outcome) return outcome.failure();
    reword(source, *outcome);
    if (outcome->result.stop != StopReason::NeedsRefinement) {
      const bool no_start =
          outcome->result.initial_states == 0 && outcome->result.stop == StopReason::None && outcome->found.empty();
      if (std::optional<Failure> failure = no_start ? source.no_start() : std::nullopt) return std::move(*failure);
      return searches.finish(std::move(execution), std::move(*outcome));
    }
    growth.push_back({outcome->growth, outcome->found});
    searches.put_aside(std::move(execution), std::move(*outcome));
    saved = nullptr;
    auto next = refined_execution(refinement, growth.back().marks);
    if (!next) return next.failure();
    execution = std::move(*next);
  }
}

Result<std::shared_ptr<ModelExecution>> settled_execution(const Refinement& refinement) {
  auto execution = make_execution(refinement.execution, refinement.reduction, refinement.source, refinement.sources);
  if (!execution || !refinement.source.may_grow()) return execution;
  explore::SearchOptions options;
  options.order = frontier::SearchOrder::Levels;
  options.max_states = kSettlingStates;
  options.all_errors = true;
  const Result<RefinedSearch> searched = search_refining(refinement, std::move(*execution), options);
  if (!searched) return searched.failure();
  return searched->latest;
}

}  // namespace px::driver
