// How the runs of one configuration ended, and the summary of their figures.
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "frontends/batch/numbers.h"
#include "frontends/batch/study.h"

namespace px::batch {
namespace {

constexpr int kDefect = 70;  // exit code for a defect of pexplore

// The runs that gave an answer; if there are none, those that a limit ended.
std::vector<const RunRecord*> runs_with_figures(const std::vector<RunRecord>& runs) {
  std::vector<const RunRecord*> chosen;
  for (const RunEnd end : {RunEnd::Answered, RunEnd::Cut}) {
    for (const RunRecord& run : runs) {
      if (end_of(run) == end) chosen.push_back(&run);
    }
    if (!chosen.empty()) break;
  }
  return chosen;
}

template <class Figure>
std::vector<double> figures_of(const std::vector<RunRecord>& runs, Figure RunRecord::*figure) {
  std::vector<double> values;
  for (const RunRecord* run : runs_with_figures(runs)) values.push_back(static_cast<double>(run->*figure));
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

}  // namespace

RunEnd end_of(const RunRecord& run) {
  // A run that crashes after writing its report has failed, too.
  if (!run.reported() || run.exit_code < 0 || run.exit_code == kDefect) return RunEnd::Failed;
  return run.verdict == "incomplete" || run.verdict == "interrupted" ? RunEnd::Cut : RunEnd::Answered;
}

bool Measured::answered() const {
  return !runs.empty() &&
         std::ranges::all_of(runs, [](const RunRecord& run) { return end_of(run) == RunEnd::Answered; });
}

bool Measured::complete() const {
  return answered() && std::ranges::all_of(runs, [](const RunRecord& run) { return run.complete(); });
}

bool Measured::has(RunEnd end) const {
  const auto ended_so = [end](const RunRecord& run) { return end_of(run) == end; };
  return std::ranges::any_of(runs, ended_so) || std::ranges::any_of(others, ended_so);
}

bool Measured::has_figures() const {
  return !runs_with_figures(runs).empty();
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

std::string problem_of(const RunRecord& run) {
  if (end_of(run) != RunEnd::Failed) return "";
  std::istringstream lines(run.problem);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty()) first = line;
    if (run.exit_code < 0) break;                                // the first line names the signal
    if (line.find("error: ") != std::string::npos) return line;  // warnings may precede it
  }
  if (!first.empty()) return first;
  return run.exit_code < 0 ? "ended by a signal" : "it wrote a report and then failed";
}

std::string reason_of(const FailedRuns& failed) {
  return failed.exit_code < 0 ? failed.problem : fmt::format("exit code {}: {}", failed.exit_code, failed.problem);
}

std::string text_of(const FailedRuns& failed) {
  const size_t others = failed.who.size() - 1;
  return fmt::format("{}{}: {}", failed.who.front(),
                     others == 0 ? "" : fmt::format(" and {} other{}", others, others == 1 ? "" : "s"),
                     reason_of(failed));
}

std::string outcome(const Measured& measured) {
  const auto worse = [](const RunRecord& a, const RunRecord& b) { return end_of(a) < end_of(b); };
  const RunRecord& worst = *std::ranges::max_element(measured.runs, worse);
  std::string text = outcome(worst);
  if (end_of(worst) == RunEnd::Failed) {
    text = worst.exit_code < 0 ? problem_of(worst) : fmt::format("could not be run (exit code {})", worst.exit_code);
  }
  const auto alike =
      std::ranges::count_if(measured.runs, [&](const RunRecord& run) { return end_of(run) == end_of(worst); });
  const auto runs = static_cast<std::ptrdiff_t>(measured.runs.size());
  return measured.answered() || alike == runs ? text : fmt::format("{} in {} of {} runs", text, alike, runs);
}

size_t count_with(const Study& study, RunEnd end) {
  return static_cast<size_t>(
      std::ranges::count_if(study.measured, [end](const Measured& one) { return one.has(end); }));
}

}  // namespace px::batch
