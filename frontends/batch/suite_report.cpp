// The results of a suite: a table for people, JUnit XML for servers, JSON for programs, one exit code.
#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "frontends/batch/markup.h"
#include "frontends/batch/numbers.h"
#include "frontends/batch/suite.h"

namespace px::batch {
namespace {

using Json = nlohmann::ordered_json;

size_t count(const std::vector<SuiteResult>& results, SuiteStatus status) {
  return static_cast<size_t>(
      std::count_if(results.begin(), results.end(), [status](const SuiteResult& r) { return r.status == status; }));
}

std::string_view word_of(const SuiteResult& result) {
  switch (result.status) {
    case SuiteStatus::Passed: return result.from_journal ? "ok (before)" : "ok";
    case SuiteStatus::Failed: return "FAILED";
    case SuiteStatus::Broken: return "BROKEN";
    case SuiteStatus::Missing: return "not run";
  }
  return "";
}

// The errors of an unexpected run, one per line, or each with the run to it if that was kept.
std::string error_lines(const SuiteResult& result, std::string_view before) {
  std::string lines;
  if (result.status != SuiteStatus::Failed) return lines;
  if (result.run_text.empty()) {
    for (const RunError& error : result.record.errors) lines += fmt::format("\n{}{}", before, error.text());
  }
  std::istringstream run(result.run_text);
  for (std::string line; std::getline(run, line);) lines += fmt::format("\n{}{}", before, line);
  if (!result.kept.empty()) lines += fmt::format("\n{}kept in {}", before, result.kept);
  return lines;
}

// "2026-11-20T02:30:00", in UTC.
std::string timestamp(int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

std::string test_case(const SuiteRun& run, const SuiteResult& result) {
  const RunRecord& record = result.record;
  std::string text =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n", markup(run.shown_model),
                  markup(run.name.empty() ? "check" : run.name), record.wall_seconds);
  switch (result.status) {
    case SuiteStatus::Failed:
      text += fmt::format("      <failure message=\"{0}\" type=\"expectation\">{0}{1}</failure>\n",
                          markup(result.difference), markup(error_lines(result, "")));
      break;
    case SuiteStatus::Broken:
      text += fmt::format("      <error message=\"exit code {}\" type=\"no report\">{}</error>\n", record.exit_code,
                          markup(result.difference));
      break;
    case SuiteStatus::Missing: text += "      <skipped message=\"the suite was interrupted\"/>\n"; break;
    case SuiteStatus::Passed: break;
  }
  if (record.reported() && result.status != SuiteStatus::Missing) {
    text += fmt::format("      <system-out>{}, {} states, {} transitions{}</system-out>\n", markup(outcome(record)),
                        record.states, record.transitions,
                        run.options.empty() ? "" : markup(fmt::format(", options {}", fmt::join(run.options, " "))));
  }
  return text + "    </testcase>\n";
}

std::string_view status_name(SuiteStatus status) {
  switch (status) {
    case SuiteStatus::Passed: return "ok";
    case SuiteStatus::Failed: return "failed";
    case SuiteStatus::Broken: return "broken";
    case SuiteStatus::Missing: return "not-run";
  }
  return "";
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json errors_json(const std::vector<RunError>& errors) {
  Json all = Json::array();
  for (const RunError& error : errors) {
    Json place = nullptr;
    if (!error.file.empty()) place = {{"file", error.file}, {"line", error.line}, {"column", error.column}};
    all.push_back({{"kind", error.kind}, {"message", error.message}, {"place", std::move(place)}});
  }
  return all;
}

Json result_json(const SuiteRun& run, const SuiteResult& result) {
  const RunRecord& record = result.record;
  const bool reported = result.status == SuiteStatus::Passed || result.status == SuiteStatus::Failed;
  const bool has_run = result.status != SuiteStatus::Missing;
  return {{"model", run.shown_model},
          {"name", run.name},
          {"options", run.options},
          {"expected",
           {{"outcome", run.expected.outcome},
            {"states", or_null(run.expected.states)},
            {"transitions", or_null(run.expected.transitions)}}},
          {"status", status_name(result.status)},
          {"difference", reported ? text_or_null(result.difference) : Json(nullptr)},
          {"verdict", text_or_null(record.verdict)},
          {"violation", text_or_null(record.violation)},
          {"stop_reason", text_or_null(record.stop_reason)},
          {"states", reported ? Json(record.states) : Json(nullptr)},
          {"transitions", reported ? Json(record.transitions) : Json(nullptr)},
          {"exit_code", has_run ? Json(record.exit_code) : Json(nullptr)},
          {"seconds", has_run ? Json(record.wall_seconds) : Json(nullptr)},
          {"peak_memory_bytes", has_run ? Json(record.peak_bytes) : Json(nullptr)},
          {"problem", text_or_null(record.problem)},
          {"errors", errors_json(record.errors)},
          {"kept", text_or_null(result.kept)},
          {"run", result.status == SuiteStatus::Failed ? text_or_null(result.run_text) : Json(nullptr)}};
}

std::string table_row(const std::string& title, size_t width, const SuiteResult& result) {
  if (result.status == SuiteStatus::Missing) {
    return fmt::format("{:<{}}  {:<22} {:>14} {:>11} {:>11}  not run\n", title, width, "", "", "", "");
  }
  std::string row = fmt::format("{:<{}}  {:<22} {:>14} {:>11} {:>11}  {}\n", title, width, outcome(result.record),
                                grouped(result.record.states), format_duration(result.record.wall_seconds),
                                format_bytes(result.record.peak_bytes), word_of(result));
  if (!result.difference.empty()) row += fmt::format("    {}{}\n", result.difference, error_lines(result, "    "));
  return row;
}

// The exit code contributed by an unexpected run: its own if its outcome was unexpected, otherwise "not as expected".
int exit_code_of(const SuiteResult& result) {
  constexpr int kNotAsExpected = 1;
  switch (result.status) {
    case SuiteStatus::Passed: return 0;
    case SuiteStatus::Missing: return 21;
    case SuiteStatus::Broken: return result.record.exit_code > 0 ? result.record.exit_code : 70;
    case SuiteStatus::Failed: break;
  }
  return result.record.exit_code == 0 || !result.other_outcome ? kNotAsExpected : result.record.exit_code;
}

}  // namespace

int worst_exit_code(const std::vector<SuiteResult>& results) {
  // Worst first. Other codes do not come from a run.
  constexpr std::array kOrder = {70, 65, 2, 14, 13, 12, 11, 10, 1, 20, 3, 21, 0};
  size_t worst = kOrder.size() - 1;
  for (const SuiteResult& result : results) {
    const auto* const at = std::find(kOrder.begin(), kOrder.end(), exit_code_of(result));
    worst = std::min(worst, at == kOrder.end() ? 0 : static_cast<size_t>(at - kOrder.begin()));
  }
  return kOrder[worst];
}

std::string junit_xml(const Suite& suite, const std::vector<SuiteResult>& results, int64_t begun) {
  double seconds = 0;
  for (const SuiteResult& result : results) seconds += result.record.wall_seconds;
  const std::string counts =
      fmt::format("name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                  markup(suite.name), results.size(), count(results, SuiteStatus::Failed),
                  count(results, SuiteStatus::Broken), count(results, SuiteStatus::Missing), seconds) +
      (begun == 0 ? "" : fmt::format(" timestamp=\"{}\"", timestamp(begun)));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  text += fmt::format("  <testsuite {}>\n", counts);
  for (size_t i = 0; i < results.size(); ++i) text += test_case(suite.runs[i], results[i]);
  return text + "  </testsuite>\n</testsuites>\n";
}

std::string results_json_lines(const Suite& suite, const std::vector<SuiteResult>& results) {
  std::string lines;
  for (size_t i = 0; i < results.size(); ++i) {
    // Paths and program output may not be UTF-8; JSON must be.
    lines += result_json(suite.runs[i], results[i]).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  }
  return lines;
}

std::string suite_table(const Suite& suite, const std::vector<SuiteResult>& results, TableRows rows) {
  const auto is_shown = [&](const SuiteResult& result) {
    return rows == TableRows::All || result.status == SuiteStatus::Failed || result.status == SuiteStatus::Broken;
  };
  const auto title = [&](size_t i) {
    return suite.runs[i].shown_model + (suite.runs[i].name.empty() ? "" : ": " + suite.runs[i].name);
  };
  size_t width = 5;
  for (size_t i = 0; i < results.size(); ++i) {
    if (is_shown(results[i])) width = std::max(width, title(i).size());
  }
  std::string text;
  if (std::any_of(results.begin(), results.end(), is_shown)) {
    text =
        fmt::format("{:<{}}  {:<22} {:>14} {:>11} {:>11}  \n", "model", width, "outcome", "states", "time", "memory");
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (is_shown(results[i])) text += table_row(title(i), width, results[i]);
  }
  if (results.empty()) text += "no runs in this part of the suite\n";
  text += fmt::format("{} of {} as expected", count(results, SuiteStatus::Passed), results.size());
  if (const size_t missing = count(results, SuiteStatus::Missing)) text += fmt::format(", {} not run", missing);
  return text + '\n';
}

}  // namespace px::batch
