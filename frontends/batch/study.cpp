#include "frontends/batch/study.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace px::batch {
namespace {

std::vector<std::string> options_of(const StudyPlan& plan, const Configuration& configuration) {
  std::vector<std::string> options = plan.options;
  for (const auto& [name, value] : configuration.parameters) options.push_back(fmt::format("-D{}={}", name, value));
  options.push_back("--strategy=" + configuration.strategy);
  options.push_back(fmt::format("--threads={}", configuration.threads));
  options.push_back("--trace=off");
  options.push_back("--safety");
  options.push_back("--allow-unchecked");  // the study measures the search as it is
  return options;
}

// The runs of one study, one after the other.
class Runner {
 public:
  Runner(Study& study, const StudyHooks& hooks) : study_(study), hooks_(hooks), program_(own_path()) {
    const size_t shapes = study.measured.size() / std::max<size_t>(study.plan.threads.size(), 1);
    total_ = study.measured.size() * (study.plan.repeat + 1) + shapes;
  }

  Result<void> run_all() {
    for (uint64_t round = 0; round < study_.plan.repeat; ++round) {
      for (Measured& measured : study_.measured) {
        if (round != 0 && !measured.answered()) {
          ++done_;
          continue;
        }
        Result<RunRecord> record = run(measured.configuration, {}, fmt::format("run {}", round + 1));
        if (!record) return record.failure();
        if (stopped()) return {};
        measured.runs.push_back(std::move(*record));
      }
    }
    return run_extras();
  }

 private:
  // Collects data from runs with other options than the timed runs.
  Result<void> run_extras() {
    for (Measured& measured : study_.measured) {
      if (!measured.answered()) continue;
      Result<RunRecord> profiled = run(measured.configuration, {"--profile"}, "profile");
      if (!profiled) return profiled.failure();
      if (stopped()) return {};
      if (end_of(*profiled) == RunEnd::Answered) measured.phases = profiled->phases;
      measured.others.push_back(std::move(*profiled));
      if (measured.configuration.threads != study_.plan.threads.back() || !measured.complete()) continue;
      Result<RunRecord> by_levels = run(measured.configuration, {"--order=bfs"}, "levels");
      if (!by_levels) return by_levels.failure();
      if (stopped()) return {};
      if (by_levels->complete()) {
        study_.levels.push_back(
            {measured.configuration.parameters, measured.configuration.strategy, by_levels->level_sizes});
      }
      measured.others.push_back(std::move(*by_levels));
    }
    return {};
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

  Study& study_;
  const StudyHooks& hooks_;
  const std::string program_;
  size_t total_ = 0;
  size_t done_ = 0;
};

}  // namespace

std::vector<double> numbers_of(const Swept& swept) {
  constexpr int64_t kMax = int64_t{1} << 53;
  std::vector<double> numbers;
  for (const std::string& value : swept.values) {
    int64_t number = 0;
    const char* end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || rest != end || number > kMax || number < -kMax) return {};
    numbers.push_back(static_cast<double>(number));
  }
  return numbers;
}

void put_in_order(Swept& swept) {
  std::vector<std::string> kept;
  for (std::string& value : swept.values) {
    if (std::ranges::find(kept, value) == kept.end()) kept.push_back(std::move(value));
  }
  swept.values = std::move(kept);
  const std::vector<double> numbers = numbers_of(swept);
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return numbers[i]; });
  std::vector<std::string> sorted;
  for (const size_t i : order) sorted.push_back(swept.values[i]);
  if (!sorted.empty()) swept.values = std::move(sorted);
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

Result<Study> run_study(const StudyPlan& plan, const Environment& environment, const StudyHooks& hooks) {
  Study study;
  study.plan = plan;
  study.environment = environment;
  for (const Configuration& configuration : configurations(plan)) study.measured.push_back({configuration, {}, {}});
  if (const Result<void> ran = Runner(study, hooks).run_all(); !ran) return ran.failure();
  std::erase_if(study.measured, [](const Measured& measured) { return measured.runs.empty(); });
  study.failures = find_failures(study.measured);
  study.disagreements = find_disagreements(study.measured);
  study.notes = find_notes(study.plan, study.measured);
  return study;
}

}  // namespace px::batch
