// The findings of a study besides its figures: runs that disagree, failed runs, and possibly unintended settings.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "frontends/batch/study.h"

namespace px::batch {
namespace {

// Compares each run with the first of its kind.
class Comparison {
 public:
  void look_at(const Configuration& configuration, const RunRecord& run) {
    const std::string parameters = text_of(configuration.parameters);
    const std::string who = text_of(configuration);
    if (end_of(run) != RunEnd::Answered) return;
    if (run.guarantee == "exact") compare(verdicts_, parameters, who, run.verdict);
    if (!run.complete() || run.guarantee != "exact") return;
    compare(counts_, parameters + '|' + configuration.strategy, who,
            fmt::format("{} states, {} transitions", run.states, run.transitions));
    if (configuration.strategy == "none") {
      unreduced_.try_emplace(parameters, run.states);
    } else {
      stored_.try_emplace(who, parameters, run.states);
    }
  }

  std::vector<std::string> take() {
    for (const auto& [who, stored] : stored_) {
      const auto all = unreduced_.find(stored.first);
      if (all == unreduced_.end() || stored.second <= all->second) continue;
      problems_.push_back(
          fmt::format("{}: {} states, more than the {} without reduction", who, stored.second, all->second));
    }
    return std::move(problems_);
  }

 private:
  using Seen = std::map<std::string, std::pair<std::string, std::string>>;  // subject of comparison -> run, its answer

  void compare(Seen& seen, const std::string& kind, const std::string& who, const std::string& answer) {
    const auto [first, is_new] = seen.try_emplace(kind, who, answer);
    if (is_new || first->second.second == answer) return;
    problems_.push_back(fmt::format("{}: {}, but {}: {}", first->second.first, first->second.second, who, answer));
  }

  Seen verdicts_;
  Seen counts_;
  std::map<std::string, uint64_t> unreduced_;                       // parameters -> states of `none`
  std::map<std::string, std::pair<std::string, uint64_t>> stored_;  // run -> its parameters, its states
  std::vector<std::string> problems_;
};

// Whether all runs that differ only in this parameter end in the same way with the same counts. Runs ended by a limit
// are ignored, and so are the counts of a search that ended early.
bool without_effect(const std::string& name, const std::vector<Measured>& measured) {
  std::map<std::string, std::string> endings;
  std::map<std::string, std::pair<uint64_t, uint64_t>> counts;
  size_t repeated = 0;
  for (const Measured& one : measured) {
    if (one.has_figures() && !one.answered()) continue;
    Configuration without = one.configuration;
    std::erase_if(without.parameters, [&](const auto& parameter) { return parameter.first == name; });
    const std::string key = text_of(without);
    const std::string ending = outcome(one);
    if (endings.try_emplace(key, ending).first->second != ending) return false;
    if (!one.complete()) continue;
    const auto found = std::pair{one.first().states, one.first().transitions};
    const auto [first, is_new] = counts.try_emplace(key, found);
    if (first->second != found) return false;
    repeated += is_new ? 0 : 1;
  }
  return repeated > 0;
}

}  // namespace

std::vector<std::string> find_disagreements(const std::vector<Measured>& measured) {
  Comparison comparison;
  for (const Measured& one : measured) {
    for (const RunRecord& run : one.runs) comparison.look_at(one.configuration, run);
    for (const RunRecord& run : one.others) comparison.look_at(one.configuration, run);
  }
  return comparison.take();
}

std::vector<FailedRuns> find_failures(const std::vector<Measured>& measured) {
  std::vector<FailedRuns> failures;
  const auto look_at = [&](const std::string& who, const RunRecord& run) {
    if (end_of(run) != RunEnd::Failed) return;
    const std::string problem = problem_of(run);
    const auto same = std::ranges::find_if(failures, [&](const FailedRuns& failed) {
      return failed.exit_code == run.exit_code && failed.problem == problem;
    });
    if (same == failures.end()) {
      failures.push_back({{who}, run.exit_code, problem});
    } else {
      same->who.push_back(who);
    }
  };
  for (const Measured& one : measured) {
    const std::string who = text_of(one.configuration);
    for (const RunRecord& run : one.runs) look_at(who, run);
    for (const RunRecord& run : one.others) look_at(who + " (not timed)", run);
  }
  return failures;
}

std::vector<std::string> find_notes(const StudyPlan& plan, const std::vector<Measured>& measured) {
  std::vector<std::string> notes;
  for (const Swept& swept : plan.sweeps) {
    if (swept.values.size() < 2 || !without_effect(swept.name, measured)) continue;
    notes.push_back(fmt::format("no count depends on {}: is it a parameter of the model?", swept.name));
  }
  const bool ended = std::ranges::any_of(
      measured, [](const Measured& one) { return one.answered() && one.first().stop_reason == "first-error"; });
  if (ended) notes.emplace_back("searches ended at an error; with --all-errors they continue and can be plotted");
  for (const Measured& one : measured) {
    if (!std::ranges::any_of(one.others, [](const RunRecord& run) { return end_of(run) == RunEnd::Cut; })) continue;
    notes.push_back(
        fmt::format("{}: an untimed run reached a limit; its figures are left out", text_of(one.configuration)));
  }
  return notes;
}

}  // namespace px::batch
