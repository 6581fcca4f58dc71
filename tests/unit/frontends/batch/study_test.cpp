#include "frontends/batch/study.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "frontends/batch/chart.h"

namespace px::batch {
namespace {

RunRecord record(const std::string& verdict, uint64_t states, double seconds = 1) {
  RunRecord run;
  run.exit_code = 0;
  run.verdict = verdict;
  run.stop_reason = verdict == "incomplete" ? "time-limit" : verdict == "violated" ? "first-error" : "none";
  run.violation = verdict == "violated" ? "deadlock" : "";
  run.guarantee = verdict == "no-error-found" ? "approximate" : "exact";
  run.states = states;
  run.transitions = 3 * states;
  run.search_seconds = seconds;
  run.wall_seconds = seconds + 0.05;
  run.peak_bytes = 80 << 20;
  run.store_bytes_per_state = 31.5;
  return run;
}

Measured measured(const std::string& strategy, uint64_t threads, std::vector<RunRecord> runs,
                  Parameters parameters = {}) {
  return {{std::move(parameters), strategy, threads}, std::move(runs), {}};
}

bool mentions(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

TEST(Study, AllCombinations) {
  StudyPlan plan;
  plan.strategies = {"none", "canonical"};
  plan.threads = {1, 2, 4};
  EXPECT_EQ(configurations(plan).size(), 6U);
  plan.sweeps = {{"N", {"3", "4"}}, {"M", {"a", "b", "c"}}};
  EXPECT_EQ(parameter_values(plan).size(), 6U);
  EXPECT_EQ(text_of(parameter_values(plan)[1]), "N=3 M=b");
  EXPECT_EQ(configurations(plan).size(), 36U);
  EXPECT_EQ(text_of(configurations(plan).front()), "none, 1 thread, N=3 M=a");
}

TEST(Study, ValuesInOrder) {
  const auto ordered = [](std::vector<std::string> values) {
    Swept swept{"N", std::move(values)};
    put_in_order(swept);
    return swept.values;
  };
  EXPECT_EQ(ordered({"10", "4", "-2", "4", "3"}), (std::vector<std::string>{"-2", "3", "4", "10"}));
  EXPECT_EQ(ordered({"b", "10", "a", "b"}), (std::vector<std::string>{"b", "10", "a"}));
  EXPECT_TRUE(numbers_of({"N", {"1", "2.5"}}).empty());
  EXPECT_TRUE(numbers_of({"N", {"1", ""}}).empty());
  EXPECT_TRUE(numbers_of({"N", {"1", "99999999999999999999"}}).empty());
}

TEST(Study, RunsThatAgree) {
  EXPECT_TRUE(
      find_disagreements({measured("none", 1, {record("holds", 100), record("holds", 100)}),
                          measured("none", 2, {record("holds", 100)}), measured("canonical", 2, {record("holds", 20)})})
          .empty());
  RunRecord other_transitions = record("holds", 100);
  other_transitions.transitions += 7;
  const std::vector<RunRecord> two = {record("holds", 100), other_transitions};
  EXPECT_EQ(find_disagreements({measured("sorted", 1, two)}).size(), 1U);
  // The counts of a search that ends early, or with an approximate strategy, depend on timing.
  EXPECT_TRUE(find_disagreements({measured("none", 1, {record("violated", 100), record("violated", 70)}),
                                  measured("none", 2, {record("incomplete", 5)}),
                                  measured("approx-markers", 1, {record("no-error-found", 9)}),
                                  measured("approx-markers", 2, {record("no-error-found", 8)})})
                  .empty());
}

TEST(Study, RunsThatDisagree) {
  const auto counts = find_disagreements(
      {measured("none", 1, {record("holds", 100)}), measured("none", 2, {record("holds", 101)}, {})});
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_TRUE(mentions(counts[0], "100 states") && mentions(counts[0], "none, 2 threads: 101 states")) << counts[0];
  const auto verdicts = find_disagreements(
      {measured("none", 1, {record("holds", 100)}), measured("canonical", 1, {record("violated", 10)})});
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_TRUE(mentions(verdicts[0], "canonical, 1 thread: violated")) << verdicts[0];
  const auto more =
      find_disagreements({measured("none", 1, {record("holds", 100)}), measured("sorted", 1, {record("holds", 200)})});
  ASSERT_EQ(more.size(), 1U);
  EXPECT_TRUE(mentions(more[0], "more than the 100")) << more[0];
  const auto before =
      find_disagreements({measured("sorted", 1, {record("holds", 200)}), measured("none", 1, {record("holds", 100)})});
  EXPECT_EQ(before.size(), 1U) << "whatever stands first in the list of strategies";
  Measured profiled = measured("none", 1, {record("holds", 100)});
  profiled.others = {record("holds", 99)};
  EXPECT_EQ(find_disagreements({profiled}).size(), 1U) << "runs that are not timed agree with those that are";
}

RunRecord failed(int exit_code, const std::string& problem) {
  RunRecord run;
  run.exit_code = exit_code;
  run.problem = problem;
  return run;
}

TEST(Study, RunsThatFail) {
  const std::string wrong = "m.px:1:1: warning: odd\n  N\nm.px:2:3: error: 'N' is too small\n  define N\n";
  const std::vector<Measured> all = {measured("none", 1, {failed(65, wrong)}, {{"N", "0"}}),
                                     measured("none", 2, {failed(65, wrong)}, {{"N", "0"}}),
                                     measured("none", 1, {record("holds", 100)}, {{"N", "1"}}),
                                     measured("none", 2, {failed(-1, "ended by signal 9\nerror: no\n")}, {{"N", "1"}})};
  EXPECT_TRUE(find_disagreements(all).empty());
  const std::vector<FailedRuns> failures = find_failures(all);
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(text_of(failures[0]), "none, 1 thread, N=0 and 1 other: exit code 65: m.px:2:3: error: 'N' is too small");
  EXPECT_EQ(text_of(failures[1]), "none, 2 threads, N=1: ended by signal 9");
  EXPECT_EQ(outcome(all[0]), "could not be run (exit code 65)");
  EXPECT_EQ(outcome(all[2]), "holds");
  EXPECT_EQ(outcome(all[3]), "ended by signal 9");
  EXPECT_FALSE(all[0].has_figures());
  // It left a report, but its exit code indicates a defect.
  RunRecord late = record("holds", 100);
  late.exit_code = 70;
  Measured profiled = measured("none", 1, {record("holds", 100)});
  profiled.others = {late};
  ASSERT_EQ(find_failures({profiled}).size(), 1U);
  EXPECT_EQ(find_failures({profiled})[0].who.front(), "none, 1 thread (not timed)");
}

TEST(Study, ALimitInAnyRunCounts) {
  const Measured one =
      measured("none", 1, {record("holds", 100, 3), record("holds", 100, 5), record("incomplete", 9, 99)});
  EXPECT_FALSE(one.answered());
  EXPECT_FALSE(one.complete());
  EXPECT_EQ(outcome(one), "incomplete (time-limit) in 1 of 3 runs");
  EXPECT_EQ(one.search_seconds(), 4) << "runs that were cut off enter no median";
  EXPECT_EQ(one.search_range(), (std::pair{3.0, 5.0}));
  const Measured cut = measured("none", 1, {record("incomplete", 9, 99)});
  EXPECT_EQ(outcome(cut), "incomplete (time-limit)");
  EXPECT_EQ(cut.search_seconds(), 99) << "unless there are no others";
  Study study;
  study.measured = {one, cut, measured("none", 2, {record("holds", 100)})};
  study.measured.back().others = {record("incomplete", 9)};
  EXPECT_EQ(count_with(study, RunEnd::Cut), 3U);
  EXPECT_TRUE(mentions(find_notes({}, study.measured).at(0), "none, 2 threads: an untimed run reached a limit"));
}

TEST(Study, Notes) {
  StudyPlan plan;
  plan.sweeps = {{"N", {"2", "3"}}, {"M", {"1"}}};
  const auto runs = [](uint64_t with_2, uint64_t with_3, const std::string& verdict) {
    return std::vector<Measured>{measured("none", 1, {record(verdict, with_2)}, {{"N", "2"}, {"M", "1"}}),
                                 measured("none", 1, {record(verdict, with_3)}, {{"N", "3"}, {"M", "1"}})};
  };
  EXPECT_TRUE(find_notes(plan, runs(10, 20, "holds")).empty());
  const auto same = find_notes(plan, runs(10, 10, "holds"));
  ASSERT_EQ(same.size(), 1U);
  EXPECT_TRUE(mentions(same[0], "depends on N")) << same[0];
  std::vector<Measured> other_verdict = runs(10, 10, "holds");
  other_verdict.push_back(measured("none", 1, {record("violated", 10)}, {{"N", "4"}, {"M", "1"}}));
  EXPECT_FALSE(mentions(find_notes(plan, other_verdict).at(0), "depends")) << "what is violated with N=4 alone";
  other_verdict.back().runs = {failed(65, "N is too large")};
  EXPECT_TRUE(find_notes(plan, other_verdict).empty());
  other_verdict.back().runs = {record("incomplete", 9)};
  EXPECT_EQ(find_notes(plan, other_verdict).size(), 1U) << "a limit tells nothing";
  const auto ended = find_notes(plan, runs(10, 10, "violated"));
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_TRUE(mentions(ended[0], "--all-errors")) << ended[0];
}

Study sample() {
  Study study;
  study.plan = {.model = "dir/m<1>.pml",
                .options = {"--seed=1"},
                .sweeps = {{"N", {"2", "3"}}},
                .strategies = {"none", "canonical"},
                .threads = {1, 2},
                .repeat = 2};
  study.environment.cpu = "Some & other CPU";
  uint64_t states = 1000;
  for (const Configuration& configuration : configurations(study.plan)) {
    const RunRecord run = record("holds", configuration.strategy == "none" ? states : states / 10);
    study.measured.push_back({configuration, {run, run}, {{"generate", 0.5}, {"insert", 1.5}}});
    states += 500;
  }
  study.levels.push_back({{{"N", "3"}}, "none", {1, 5, 9, 2}});
  return study;
}

TEST(Study, CsvHasALinePerRun) {
  const std::string csv = study_csv(sample());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 8 * 2);
  EXPECT_TRUE(csv.starts_with("N,strategy,threads,run,verdict,states,"));
  EXPECT_TRUE(mentions(csv, "\n2,none,1,1,holds,1000,3000,1.000000,1.050000,")) << csv;
}

TEST(Study, NoTwoColumnsOfTheCsvHaveTheSameName) {
  Study study;
  study.plan.sweeps = {{"threads", {"1"}}, {"N", {"1"}}, {"problem", {"1"}}};
  EXPECT_TRUE(study_csv(study).starts_with("threads (parameter),N,problem (parameter),strategy,threads,run,verdict,"));
}

TEST(Study, JsonHasEverything) {
  const nlohmann::json json = nlohmann::json::parse(study_json(sample()));
  EXPECT_EQ(json.at("measured").size(), 8U);
  EXPECT_EQ(json.at("measured").at(0).at("runs").size(), 2U);
  EXPECT_EQ(json.at("measured").at(0).at("phase_seconds").at("insert"), 1.5);
  EXPECT_EQ(json.at("plan").at("sweeps").at(0).at("name"), "N");
  EXPECT_EQ(json.at("levels").at(0).at("sizes"), (nlohmann::json{1, 5, 9, 2}));
  EXPECT_EQ(json.at("environment").at("cpu"), "Some & other CPU");
}

TEST(Study, PageIsSelfContained) {
  const std::string html = study_html(sample());
  for (const char* outside : {"<script", "src=", "http", "@import", "url("})
    EXPECT_FALSE(mentions(html, outside)) << outside;
  for (const char* title :
       {"Speed-up of the search", "Efficiency", "States per second", "Reduction", "Where the threads",
        "Memory per stored state", "States by distance", "prefers-color-scheme: dark"}) {
    EXPECT_TRUE(mentions(html, title)) << title;
  }
  EXPECT_TRUE(mentions(html, "dir/m&lt;1&gt;.pml"));
  EXPECT_TRUE(mentions(html, "Some &amp; other CPU"));
  EXPECT_TRUE(mentions(html, "All 16 runs agree: holds"));
  EXPECT_FALSE(mentions(html, "nan") || mentions(html, "inf ")) << "every figure is a number";
}

TEST(Study, PageSaysWhatIsWrong) {
  Study study = sample();
  study.disagreements = {"one & another"};
  study.interrupted = true;
  study.measured[0].runs[0].stop_reason = "time-limit";
  const std::string html = study_html(study);
  EXPECT_TRUE(mentions(html, "one &amp; another"));
  EXPECT_TRUE(mentions(html, "interrupted"));
  EXPECT_TRUE(mentions(html, "1 of 8 configurations"));
}

TEST(Study, PageSaysHowManyRunsThereWere) {
  Study study = sample();
  EXPECT_TRUE(mentions(study_html(study), "Medians of 2 runs"));
  study.plan.repeat = 9;
  study.interrupted = true;
  EXPECT_TRUE(mentions(study_html(study), "Medians of 2 runs"));
  study.measured.back().runs.pop_back();
  EXPECT_TRUE(mentions(study_html(study), "Medians of 1 to 2 runs"));
  for (Measured& one : study.measured) one.runs.resize(1);
  EXPECT_TRUE(mentions(study_html(study), "One run of each"));
}

TEST(Study, WhatFailedIsInAllResults) {
  Study study = sample();
  study.measured[0].runs = {failed(65, "m.px:2:3: error: 'N' is \"too\" small\n")};
  study.failures = find_failures(study.measured);
  const std::string html = study_html(study);
  EXPECT_TRUE(mentions(html, "14 of 15 runs gave an answer, and these agree: holds."));
  EXPECT_TRUE(mentions(html, "none, 1 thread, N=2: exit code 65: m.px:2:3: error: &#39;N&#39;"));
  EXPECT_TRUE(mentions(html, "<td class='l bad'>could not be run (exit code 65)</td><td></td>"));
  EXPECT_FALSE(mentions(html, "defect"));
  EXPECT_TRUE(mentions(study_csv(study),
                       "\n2,none,1,1,could not be run,,,,0.000000,0.000000,0,,"
                       "\"m.px:2:3: error: 'N' is \"\"too\"\" small\"\n"))
      << study_csv(study);
  const nlohmann::json json = nlohmann::json::parse(study_json(study));
  EXPECT_EQ(json.at("failures").at(0).at("exit_code"), 65);
  EXPECT_EQ(json.at("measured").at(0).at("outcome"), "could not be run (exit code 65)");
  EXPECT_TRUE(json.at("measured").at(0).at("median_seconds").is_null());
}

TEST(Chart, NumbersOnAxes) {
  EXPECT_EQ(axis_text(0, Unit::Count), "0");
  EXPECT_EQ(axis_text(1'500'000, Unit::Count), "1.5 M");
  EXPECT_EQ(axis_text(0.0125, Unit::Seconds), "12.5 ms");
  EXPECT_EQ(axis_text(0.5, Unit::Percent), "50 %");
  EXPECT_EQ(axis_text(3 << 20, Unit::Bytes), "3 MiB");
  EXPECT_EQ(axis_text(2, Unit::Factor), "2×");
}

TEST(Chart, OnePointAndNoneAreDrawn) {
  LineChart chart{.title = "t", .x_label = "x"};
  EXPECT_FALSE(mentions(line_chart(chart), "nan"));
  chart.series.push_back({"one", 0, {{1, 0.001}}});
  EXPECT_FALSE(mentions(line_chart(chart), "nan"));
  chart.y_log = true;
  EXPECT_FALSE(mentions(line_chart(chart), "nan"));
}

TEST(Chart, EveryTickIsWithinTheFrame) {
  LineChart chart{.title = "t", .x_label = "x"};
  chart.x_ticks = {0, 1, 2, 9};
  chart.series = {{"a", 0, {{1, 5}, {2, 9}}}};
  const std::string text = line_chart(chart);
  EXPECT_TRUE(mentions(text, "<text x='86.0' y='274.0' text-anchor='middle'>0</text>")) << text;
  EXPECT_TRUE(mentions(text, "<text x='530.0' y='274.0' text-anchor='middle'>9</text>"));
}

TEST(Chart, LinesThatCoincideAreAllSeen) {
  LineChart chart{.title = "t", .x_label = "x"};
  chart.series = {{"a", 0, {{1, 5}, {2, 9}}}, {"b", 1, {{1, 5}, {2, 3}}}, {"c", 2, {{1, 5}, {2, 9}}}};
  const std::string text = line_chart(chart);
  EXPECT_TRUE(mentions(text, "<g class='s0'><path class='line' stroke-width='2.0'")) << text;
  EXPECT_TRUE(mentions(text, "<g class='s1'><path class='line' stroke-width='2.0'")) << "one point is no stretch";
  EXPECT_TRUE(mentions(text, "<g class='s2'><path class='line' stroke-width='4.0'"));
  EXPECT_LT(text.find("stroke-width='4.0'"), text.find("<g class='s0'><path class='line' stroke-width='2.0' d='M86"))
      << "what is wider is behind";
}

TEST(Chart, SpreadIsDrawnWhereItIsSeen) {
  LineChart chart{.title = "t", .x_label = "x"};
  chart.series = {{"a", 5, {{1, 5}, {2, 9, 4, 10}}}};
  const std::string text = line_chart(chart);
  const size_t first = text.find("class='spread'");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("class='spread'", first + 1), std::string::npos) << "one measurement has no spread";
  EXPECT_TRUE(mentions(text, "class='hollow'")) << "the fifth mark and those behind it are hollow";
}

TEST(Chart, FarApartMeansLogarithmic) {
  LineChart chart{.title = "t", .x_label = "x"};
  chart.series = {{"a", 0, {{1, 100}, {2, 200}}}};
  EXPECT_FALSE(far_apart(chart));
  EXPECT_TRUE(mentions(line_chart(chart), ">0</text>"));
  chart.series.push_back({"b", 1, {{1, 2}, {2, 3}}});
  EXPECT_TRUE(far_apart(chart));
  chart.y_log = true;
  EXPECT_FALSE(mentions(line_chart(chart), ">0</text>"));
  chart.series[0].points[0] = {1, 0};
  EXPECT_FALSE(far_apart(chart)) << "zero has no logarithm";
}

TEST(Chart, NamesOfTicksDoNotOverlap) {
  LineChart chart{.title = "t", .x_label = "threads"};
  for (int threads = 1; threads <= 128; ++threads) {
    chart.x_ticks.push_back(threads);
    chart.ideal.push_back({static_cast<double>(threads), static_cast<double>(threads)});
  }
  const std::string text = line_chart(chart);
  EXPECT_TRUE(mentions(text, ">128</text>"));
  EXPECT_FALSE(mentions(text, ">127</text>"));
}

}  // namespace
}  // namespace px::batch
