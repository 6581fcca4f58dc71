#include "frontends/cli/settle_model.h"

#include <algorithm>
#include <chrono>

namespace px::cli {
namespace {

// How many states are looked at for further processes before a model is simulated or drawn.
constexpr uint64_t kStatesLookedAt = 100'000;

// The marks of the statements that ended runs for want of a process that the model's translation did not foresee.
std::vector<uint32_t> missing_processes(const ir::Program& program, const SearchOutcome& outcome) {
  std::vector<uint32_t> missing;
  for (const FoundViolation& found : outcome.found) {
    if (found.event.kind != Event::Kind::Assertion) continue;
    if (const uint32_t mark = program.statements[found.event.statement].mark; mark != 0) missing.push_back(mark);
  }
  return missing;
}

// A limit of time holds for all searches together, when one of them has to begin anew.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}

  // 0: no limit; never 0 otherwise.
  double seconds_left() const {
    constexpr double kLeast = 1e-3;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return seconds_ == 0 ? 0 : std::max(seconds_ - passed.count(), kLeast);
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<SearchOutcome> search_model(const Options& options, SearchOptions search, LoadedModel& model,
                                   ModelExecution& execution, SourceMap& sources) {
  const Deadline deadline(search.max_seconds);
  for (;;) {
    search.max_seconds = deadline.seconds_left();
    Result<SearchOutcome> outcome = explore(*execution.system, *execution.reducer, search);
    if (!outcome) return outcome;
    if (model.b) {
      const Result<bool> grown = model.b->grow(*outcome);
      if (!grown) return grown.failure();
      const bool saw_no_start = outcome->result.initial_states == 0 && outcome->result.stop == StopReason::None;
      if (!*grown && saw_no_start && outcome->found.empty()) return model.b->no_start();
      if (!*grown) return outcome;
      model.program = model.b->program();
      Result<ModelExecution> next = make_execution(options, model, sources);
      if (!next) return next.failure();
      execution = std::move(*next);
      continue;
    }
    if (!model.promela) return outcome;
    const std::vector<uint32_t> missing = missing_processes(execution.system->program(), *outcome);
    if (missing.empty()) return outcome;
    if (const Result<bool> grown = model.promela->grow(missing); !grown) return grown.failure();
    model.program = model.promela->program();
    Result<ModelExecution> next = make_execution(options, model, sources);
    if (!next) return next.failure();
    execution = std::move(*next);
  }
}

Result<ModelExecution> settle_model(const Options& options, LoadedModel& model, SourceMap& sources) {
  Result<ModelExecution> execution = make_execution(options, model, sources);
  if (!execution || (!model.b && (!model.promela || !model.promela->may_grow()))) return execution;
  SearchOptions search;
  search.order = px::SearchOrder::Levels;
  search.max_states = kStatesLookedAt;
  search.all_errors = true;
  const Result<SearchOutcome> outcome = search_model(options, search, model, *execution, sources);
  if (!outcome) return outcome.failure();
  return execution;
}

}  // namespace px::cli
