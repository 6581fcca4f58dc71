// A study as data: CSV with one line per run, and JSON.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "frontends/batch/study.h"

namespace px::batch {
namespace {

using Json = nlohmann::ordered_json;

// A field of CSV, quoted if necessary.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

Json parameters_json(const Parameters& parameters) {
  Json object = Json::object();
  for (const auto& [name, value] : parameters) object[name] = value;
  return object;
}

Json run_json(const RunRecord& run) {
  Json object = {{"exit_code", run.exit_code},
                 {"wall_seconds", run.wall_seconds},
                 {"cpu_seconds", run.cpu_seconds},
                 {"peak_memory_bytes", run.peak_bytes}};
  if (end_of(run) == RunEnd::Failed) object["problem"] = run.problem.empty() ? problem_of(run) : run.problem;
  if (!run.reported()) return object;
  object.update({{"verdict", run.verdict},
                 {"violation", run.violation.empty() ? Json(nullptr) : Json(run.violation)},
                 {"stop_reason", run.stop_reason},
                 {"guarantee", run.guarantee},
                 {"strategy", run.strategy},
                 {"states", run.states},
                 {"transitions", run.transitions},
                 {"seconds", run.search_seconds},
                 {"state_bytes", run.state_bytes},
                 {"store_bytes_per_state", run.store_bytes_per_state}});
  return object;
}

Json measured_json(const Measured& measured) {
  Json runs = Json::array();
  for (const RunRecord& run : measured.runs) runs.push_back(run_json(run));
  const auto median = [&](double value) { return measured.has_figures() ? Json(value) : Json(nullptr); };
  Json phases = Json::object();
  for (const auto& [name, seconds] : measured.phases) phases[name] = seconds;
  return {{"parameters", parameters_json(measured.configuration.parameters)},
          {"strategy", measured.configuration.strategy},
          {"threads", measured.configuration.threads},
          {"outcome", outcome(measured)},
          {"median_seconds", median(measured.search_seconds())},
          {"median_wall_seconds", median(measured.wall_seconds())},
          {"median_peak_memory_bytes", median(measured.peak_bytes())},
          {"runs", std::move(runs)},
          {"phase_seconds", measured.phases.empty() ? Json(nullptr) : std::move(phases)}};
}

Json failures_json(const std::vector<FailedRuns>& failures) {
  Json all = Json::array();
  for (const FailedRuns& failed : failures) {
    all.push_back({{"who", failed.who},
                   {"exit_code", failed.exit_code < 0 ? Json(nullptr) : Json(failed.exit_code)},
                   {"problem", failed.problem}});
  }
  return all;
}

Json environment_json(const Environment& environment) {
  const auto object = [](const std::vector<std::pair<std::string, std::string>>& items) {
    Json all = Json::array();
    for (const auto& [name, value] : items) all.push_back({{"name", name}, {"value", value}});
    return all;
  };
  return {{"pexplore_version", environment.pexplore_version},
          {"date_utc", environment.date},
          {"cpu", environment.cpu},
          {"processors", environment.processors},
          {"usable_cores", environment.usable_cores},
          {"caches", object(environment.caches)},
          {"numa_nodes", object(environment.numa_nodes)},
          {"memory_bytes", environment.memory_bytes},
          {"kernel", environment.kernel},
          {"huge_pages", environment.huge_pages},
          {"governor", environment.governor},
          {"load", environment.load}};
}

constexpr std::array<std::string_view, 12> kColumns = {"strategy",
                                                       "threads",
                                                       "run",
                                                       "verdict",
                                                       "states",
                                                       "transitions",
                                                       "search_seconds",
                                                       "wall_seconds",
                                                       "cpu_seconds",
                                                       "peak_memory_bytes",
                                                       "store_bytes_per_state",
                                                       "problem"};

// The column header of a parameter; headers are unique.
std::string parameter_column(const std::string& name) {
  return std::ranges::find(kColumns, name) == kColumns.end() ? name : name + " (parameter)";
}

// The fields from the verdict on. For a failed run, only those of its process are set.
std::string figures_of(const RunRecord& run) {
  const std::string of_process = fmt::format("{:.6f},{:.6f},{}", run.wall_seconds, run.cpu_seconds, run.peak_bytes);
  if (end_of(run) == RunEnd::Failed) return fmt::format("could not be run,,,,{},,", of_process);
  return fmt::format("{},{},{},{:.6f},{},{:.3f},", field(outcome(run)), run.states, run.transitions, run.search_seconds,
                     of_process, run.store_bytes_per_state);
}

}  // namespace

std::string study_csv(const Study& study) {
  std::string text;
  for (const Swept& sweep : study.plan.sweeps) text += field(parameter_column(sweep.name)) + ',';
  text += fmt::format("{}\n", fmt::join(kColumns, ","));
  for (const Measured& measured : study.measured) {
    for (size_t i = 0; i < measured.runs.size(); ++i) {
      const RunRecord& run = measured.runs[i];
      for (const auto& parameter : measured.configuration.parameters) text += field(parameter.second) + ',';
      text += fmt::format("{},{},{},", field(measured.configuration.strategy), measured.configuration.threads, i + 1);
      text += figures_of(run) + field(problem_of(run)) + '\n';
    }
  }
  return text;
}

std::string study_json(const Study& study) {
  Json sweeps = Json::array();
  for (const Swept& sweep : study.plan.sweeps) sweeps.push_back({{"name", sweep.name}, {"values", sweep.values}});
  Json measured = Json::array();
  for (const Measured& one : study.measured) measured.push_back(measured_json(one));
  Json levels = Json::array();
  for (const Levels& one : study.levels) {
    levels.push_back(
        {{"parameters", parameters_json(one.parameters)}, {"strategy", one.strategy}, {"sizes", one.sizes}});
  }
  const Json document = {{"model", study.plan.model},
                         {"environment", environment_json(study.environment)},
                         {"plan",
                          {{"options", study.plan.options},
                           {"sweeps", std::move(sweeps)},
                           {"strategies", study.plan.strategies},
                           {"threads", study.plan.threads},
                           {"repeat", study.plan.repeat}}},
                         {"interrupted", study.interrupted},
                         {"disagreements", study.disagreements},
                         {"failures", failures_json(study.failures)},
                         {"notes", study.notes},
                         {"measured", std::move(measured)},
                         {"levels", std::move(levels)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace px::batch
