#include "frontends/batch/study_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "frontends/batch/chart.h"
#include "frontends/batch/markup.h"
#include "frontends/batch/numbers.h"

namespace px::batch {
namespace {

// The verdicts of the runs that reached one.
std::string agreement(const Study& study) {
  if (!study.disagreements.empty()) {
    std::string html = "<p class='bad'>Runs disagree. This is a defect in pexplore: please report it.</p>\n<ul>\n";
    for (const std::string& one : study.disagreements) html += fmt::format("<li>{}</li>\n", markup(one));
    return html + "</ul>\n";
  }
  size_t answers = 0;
  size_t runs = 0;
  std::set<std::string> verdicts;
  for (const Measured& one : study.measured) {
    for (const RunRecord& run : one.runs) {
      ++runs;
      if (end_of(run) != RunEnd::Answered) continue;
      ++answers;
      verdicts.insert(outcome(run));
    }
  }
  const std::string verdict = verdicts.size() == 1 ? ": " + markup(*verdicts.begin()) : "";
  if (answers == runs) return fmt::format("<p class='good'>All {} runs agree{}.</p>\n", runs, verdict);
  if (answers == 0) return "<p>No run gave an answer.</p>\n";
  return fmt::format("<p>{} of {} runs gave an answer{}{}.</p>\n", answers, runs,
                     answers == 1 ? "" : ", and these agree", verdict);
}

std::string failures(const Study& study) {
  if (study.failures.empty()) return "";
  std::string html = "<p class='bad'>Some runs failed:</p>\n<ul>\n";
  for (const FailedRuns& failed : study.failures) html += fmt::format("<li>{}</li>\n", markup(text_of(failed)));
  return html + "</ul>\n";
}

// The cells between the outcome and the number of runs.
std::string figures_of(const Measured& one) {
  if (!one.has_figures()) return "<td></td><td></td><td></td><td></td><td></td><td></td><td></td>";
  const RunRecord& run = one.first();
  const double seconds = one.search_seconds();
  return fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1f}</td><td>{}</td>",
                     grouped(run.states), grouped(run.transitions), axis_text(seconds, Unit::Seconds),
                     axis_text(one.wall_seconds(), Unit::Seconds),
                     seconds > 0 ? format_count(static_cast<double>(run.states) / seconds) : "",
                     run.store_bytes_per_state, format_bytes(static_cast<uint64_t>(one.peak_bytes())));
}

}  // namespace

std::string page_head(const Study& study) {
  std::string html = fmt::format("<h1>{}</h1>\n", markup(study.plan.model));
  html += fmt::format("<p class='quiet'>A study by pexplore {}, {} UTC, on {}</p>\n",
                      study.environment.pexplore_version, study.environment.date, markup(study.environment.cpu));
  html += agreement(study) + failures(study);
  const auto complete = std::ranges::count_if(study.measured, [](const Measured& one) { return one.complete(); });
  const size_t left_out = study.measured.size() - static_cast<size_t>(complete);
  if (left_out != 0) {
    html += fmt::format(
        "<p class='quiet'>{} of {} configurations did not explore their whole state space; they are in "
        "the table, not in the charts.</p>\n",
        left_out, study.measured.size());
  }
  for (const std::string& note : study.notes) html += fmt::format("<p class='quiet'>Note: {}</p>\n", markup(note));
  if (study.interrupted) html += "<p class='bad'>The study was interrupted: these are the results until then.</p>\n";
  return html;
}

std::string configuration_table(const Study& study) {
  std::string html = "<h2>Every configuration</h2>\n<div class='table'><table>\n<tr>";
  for (const Swept& sweep : study.plan.sweeps) html += fmt::format("<th>{}</th>", markup(sweep.name));
  html +=
      "<th class='l'>strategy</th><th>threads</th><th class='l'>outcome</th><th>states</th><th>transitions</th>"
      "<th>search</th><th>run</th><th>states/s</th><th>bytes/state</th><th>peak memory</th><th>runs</th></tr>\n";
  for (const Measured& one : study.measured) {
    html += "<tr>";
    for (const auto& parameter : one.configuration.parameters) {
      html += fmt::format("<td>{}</td>", markup(parameter.second));
    }
    html += fmt::format("<td class='l'>{}</td><td>{}</td><td class='l{}'>{}</td>{}<td>{}</td></tr>\n",
                        markup(one.configuration.strategy), one.configuration.threads,
                        !one.answered() && one.has(RunEnd::Failed) ? " bad" : "", markup(outcome(one)), figures_of(one),
                        one.runs.size());
  }
  return html +
         "</table></div>\n<p class='quiet'>Times and memory are medians of the runs that gave an answer. search: the "
         "search alone; run: the process from its start to its end.</p>\n";
}

std::string surroundings_table(const Study& study) {
  std::string options;
  for (const std::string& option : study.plan.options) options += (options.empty() ? "" : " ") + option;
  std::string html = "<h2>Measured on</h2>\n<div class='table'><table>\n";
  for (const auto& [name, value] : environment_rows(study.environment)) {
    html += fmt::format("<tr><th class='l'>{}</th><td class='l wrap'>{}</td></tr>\n", name, markup(value));
  }
  html += fmt::format("<tr><th class='l'>options</th><td class='l wrap'>{}</td></tr>\n", markup(options));
  return html + "</table></div>\n";
}

}  // namespace px::batch
