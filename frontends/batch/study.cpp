#include "frontends/batch/study.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "frontends/batch/numbers.h"

namespace px::batch {
namespace {

template <class Figure>
std::vector<double> figures_of(const std::vector<RunRecord>& runs, Figure RunRecord::*figure) {
  std::vector<double> values;
  for (const RunRecord& run : runs) values.push_back(static_cast<double>(run.*figure));
  return values;
}

template <class Figure>
double median_of(const std::vector<RunRecord>& runs, Figure RunRecord::*figure) {
  return median(figures_of(runs, figure));
}

std::pair<double, double> range_of(const std::vector<RunRecord>& runs, double RunRecord::*figure) {
  const std::vector<double> values = figures_of(runs, figure);
  if (values.empty()) return {0, 0};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most};
}

std::vector<std::string> options_of(const StudyPlan& plan, const Configuration& configuration) {
  std::vector<std::string> options = plan.options;
  for (const auto& [name, value] : configuration.parameters) options.push_back(fmt::format("-D{}={}", name, value));
  options.push_back("--strategy=" + configuration.strategy);
  options.push_back(fmt::format("--threads={}", configuration.threads));
  options.push_back("--trace=off");
  return options;
}

// The runs of one study, one after the other.
class Runner {
 public:
  Runner(Study& study, const StudyHooks& hooks) : study_(study), hooks_(hooks), program_(own_path()) {
    const size_t shapes = study.measured.size() / std::max<size_t>(study.plan.threads.size(), 1);
    total_ = study.measured.size() * (study.plan.repeat + 1) + shapes;
  }

  Result<bool> run_all() {
    for (uint64_t round = 0; round < study_.plan.repeat; ++round) {
      for (Measured& measured : study_.measured) {
        if (round != 0 && !worth_repeating(measured)) {
          ++done_;
          continue;
        }
        Result<RunRecord> record = run(measured.configuration, {}, fmt::format("run {}", round + 1));
        if (!record) return record.failure();
        if (stopped()) return true;
        if (!record->reported() && done_ == 1) return cannot_begin(*record);
        measured.runs.push_back(std::move(*record));
      }
    }
    return run_extras();
  }

 private:
  static bool worth_repeating(const Measured& measured) {
    return measured.first().reported() && measured.first().verdict != "incomplete";
  }

  // What is seen with other options than the timed runs have.
  Result<bool> run_extras() {
    for (Measured& measured : study_.measured) {
      if (!worth_repeating(measured)) continue;
      Result<RunRecord> profiled = run(measured.configuration, {"--profile"}, "profile");
      if (!profiled) return profiled.failure();
      if (stopped()) return true;
      measured.phases = profiled->phases;
      measured.others.push_back(std::move(*profiled));
      if (measured.configuration.threads != study_.plan.threads.back() || !measured.complete()) continue;
      Result<RunRecord> by_levels = run(measured.configuration, {"--order=bfs"}, "levels");
      if (!by_levels) return by_levels.failure();
      if (stopped()) return true;
      study_.levels.push_back(
          {measured.configuration.parameters, measured.configuration.strategy, by_levels->level_sizes});
      measured.others.push_back(std::move(*by_levels));
    }
    return true;
  }

  Result<RunRecord> run(const Configuration& configuration, const std::vector<std::string>& more,
                        const std::string& what) {
    hooks_.tell(fmt::format("{}: {}", text_of(configuration), what),
                static_cast<double>(done_++) / static_cast<double>(total_));
    std::vector<std::string> options = options_of(study_.plan, configuration);
    options.insert(options.end(), more.begin(), more.end());
    return run_and_read(program_, options, study_.plan.model, hooks_.stop);
  }

  bool stopped() {
    study_.interrupted = hooks_.stop.load(std::memory_order_relaxed);
    return study_.interrupted;
  }

  static Failure cannot_begin(const RunRecord& record) {
    constexpr int kModelError = 65;
    return Failure(record.exit_code == kModelError ? DiagnosticKind::SyntaxError : DiagnosticKind::UsageError,
                   fmt::format("the first run of the study left no report (exit code {}); it said:\n{}",
                               record.exit_code, record.problem));
  }

  Study& study_;
  const StudyHooks& hooks_;
  const std::string program_;
  size_t total_ = 0;
  size_t done_ = 0;
};

// Compares each run with the first of its kind.
class Comparison {
 public:
  void look_at(const Configuration& configuration, const RunRecord& run) {
    const std::string parameters = text_of(configuration.parameters);
    const std::string who = text_of(configuration);
    if (!run.reported()) {
      problems_.push_back(fmt::format("{}: no report, exit code {}", who, run.exit_code));
      return;
    }
    if (run.verdict == "incomplete" || run.verdict == "interrupted") return;
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
  using Seen = std::map<std::string, std::pair<std::string, std::string>>;  // what is compared -> who, its answer

  void compare(Seen& seen, const std::string& kind, const std::string& who, const std::string& answer) {
    const auto [first, is_new] = seen.try_emplace(kind, who, answer);
    if (is_new || first->second.second == answer) return;
    problems_.push_back(fmt::format("{}: {}, but {}: {}", first->second.first, first->second.second, who, answer));
  }

  Seen verdicts_;
  Seen counts_;
  std::map<std::string, uint64_t> unreduced_;                       // parameters -> states of `none`
  std::map<std::string, std::pair<std::string, uint64_t>> stored_;  // who -> its parameters, its states
  std::vector<std::string> problems_;
};

// Whether all runs that differ in this parameter alone have the same counts.
bool without_effect(const std::string& name, const std::vector<Measured>& measured) {
  std::map<std::string, std::pair<uint64_t, uint64_t>> seen;
  size_t repeated = 0;
  for (const Measured& one : measured) {
    if (!one.complete()) continue;
    Configuration without = one.configuration;
    std::erase_if(without.parameters, [&](const auto& parameter) { return parameter.first == name; });
    const auto counts = std::pair{one.first().states, one.first().transitions};
    const auto [first, is_new] = seen.try_emplace(text_of(without), counts);
    if (first->second != counts) return false;
    repeated += is_new ? 0 : 1;
  }
  return repeated > 0;
}

}  // namespace

bool Measured::complete() const {
  return !runs.empty() && std::all_of(runs.begin(), runs.end(), [](const RunRecord& run) { return run.complete(); });
}

double Measured::search_seconds() const {
  return median_of(runs, &RunRecord::search_seconds);
}

double Measured::wall_seconds() const {
  return median_of(runs, &RunRecord::wall_seconds);
}

std::pair<double, double> Measured::search_range() const {
  return range_of(runs, &RunRecord::search_seconds);
}

std::pair<double, double> Measured::wall_range() const {
  return range_of(runs, &RunRecord::wall_seconds);
}

double Measured::peak_bytes() const {
  return median_of(runs, &RunRecord::peak_bytes);
}

std::vector<Parameters> parameter_values(const StudyPlan& plan) {
  std::vector<Parameters> all(1);
  for (const Swept& sweep : plan.sweeps) {
    std::vector<Parameters> longer;
    for (const Parameters& shorter : all) {
      for (const std::string& value : sweep.values) {
        longer.push_back(shorter);
        longer.back().emplace_back(sweep.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<Configuration> configurations(const StudyPlan& plan) {
  std::vector<Configuration> all;
  for (const Parameters& parameters : parameter_values(plan)) {
    for (const std::string& strategy : plan.strategies) {
      for (const uint64_t threads : plan.threads) all.push_back({parameters, strategy, threads});
    }
  }
  return all;
}

std::string text_of(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

std::string text_of(const Configuration& configuration) {
  std::string text = fmt::format("{}, {} thread{}", configuration.strategy, configuration.threads,
                                 configuration.threads == 1 ? "" : "s");
  if (!configuration.parameters.empty()) text += ", " + text_of(configuration.parameters);
  return text;
}

std::vector<std::string> find_disagreements(const std::vector<Measured>& measured) {
  Comparison comparison;
  for (const Measured& one : measured) {
    for (const RunRecord& run : one.runs) comparison.look_at(one.configuration, run);
    for (const RunRecord& run : one.others) comparison.look_at(one.configuration, run);
  }
  return comparison.take();
}

std::vector<std::string> find_notes(const StudyPlan& plan, const std::vector<Measured>& measured) {
  std::vector<std::string> notes;
  for (const Swept& swept : plan.sweeps) {
    if (swept.values.size() < 2 || !without_effect(swept.name, measured)) continue;
    notes.push_back(fmt::format("no count depends on {}: is that a parameter of the model?", swept.name));
  }
  const bool ended = std::any_of(measured.begin(), measured.end(), [](const Measured& one) {
    return one.first().reported() && one.first().stop_reason == "first-error";
  });
  if (ended) notes.emplace_back("searches ended at an error; with --all-errors they go on, and can be drawn");
  return notes;
}

Result<Study> run_study(const StudyPlan& plan, const Environment& environment, const StudyHooks& hooks) {
  Study study;
  study.plan = plan;
  study.environment = environment;
  for (const Configuration& configuration : configurations(plan)) study.measured.push_back({configuration, {}, {}});
  if (const Result<bool> ran = Runner(study, hooks).run_all(); !ran) return ran.failure();
  std::erase_if(study.measured, [](const Measured& measured) { return measured.runs.empty(); });
  study.disagreements = find_disagreements(study.measured);
  study.notes = find_notes(study.plan, study.measured);
  return study;
}

}  // namespace px::batch
