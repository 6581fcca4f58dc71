#include "frontends/batch/suite.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "frontends/batch/journal.h"
#include "tests/support/temporary_folder.h"

namespace px::batch {
namespace {

class SuiteTest : public testing::Test {
 protected:
  SuiteTest() { std::ofstream(folder_ + "/m.px") << "var x: 0..1 = 0\n"; }

  Result<Suite> read(const std::string& text) {
    const std::string path = folder_ + "/suite.toml";
    std::ofstream(path) << text;
    return read_suite(path, sources_);
  }

  // The first problem, as "line: message".
  std::string problem(const std::string& text) {
    const Result<Suite> suite = read(text);
    EXPECT_FALSE(suite.ok()) << text;
    if (suite.ok()) return "";
    const Diagnostic& first = suite.failure().diagnostics.front();
    return std::to_string(first.span.line) + ": " + first.message;
  }

  const test::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  SourceMap sources_;
};

TEST_F(SuiteTest, ListsMultiply) {
  const Result<Suite> suite = read(
      "name = 'nightly'\n[defaults]\ntime = '5m'\nstore = 'tree'\n"
      "[[check]]\nmodel = 'm.px'\ndefine = { N = [3, 4] }\nstrategy = ['none', 'canonical']\nstore = 'exact'\n"
      "no-deadlock-check = true\nstates = { none = 10, 'N=4 canonical' = 4, canonical = 3 }\nexpect = { 'N=4' = "
      "'deadlock' }\n");
  ASSERT_TRUE(suite.ok()) << suite.failure().diagnostics.front().message;
  EXPECT_EQ(suite->name, "nightly");
  ASSERT_EQ(suite->runs.size(), 4U);
  const SuiteRun& last = suite->runs[3];
  EXPECT_EQ(last.name, "N=4 canonical");
  EXPECT_EQ(last.options, (std::vector<std::string>{"-DN=4", "--time=5m", "--no-deadlock-check", "--store=exact",
                                                    "--strategy=canonical"}));
  EXPECT_EQ(last.expected.states, 4U);
  EXPECT_EQ(last.expected.outcome, "deadlock");
  EXPECT_EQ(suite->runs[1].expected.states, 3U);
  EXPECT_EQ(suite->runs[0].expected.states, 10U);
  EXPECT_EQ(suite->runs[0].expected.outcome, "holds");
}

TEST_F(SuiteTest, OptionsHaveTheirPlace) {
  const Result<Suite> suite =
      read("[defaults]\ntime = '5m'\n[[check]]\nmodel = 'm.px'\nthreads = [1,\n  2]\ngoal = [true, false]\n");
  ASSERT_TRUE(suite.ok());
  ASSERT_EQ(suite->runs.size(), 4U) << "an option that is not given is a choice, too";
  EXPECT_EQ(suite->runs[0].name, "goal threads=1");
  const SuiteRun& last = suite->runs[3];
  EXPECT_EQ(last.name, "goal=false threads=2");
  EXPECT_EQ(last.options, (std::vector<std::string>{"--time=5m", "--threads=2"}));
  ASSERT_EQ(last.places.size(), 2U);
  EXPECT_EQ(last.places[0].key.line, 2U);
  EXPECT_EQ(last.places[1].key.line, 5U);
  EXPECT_EQ(last.places[1].value.line, 6U);
}

TEST_F(SuiteTest, ListsInListsAreForOneRun) {
  const Result<Suite> suite = read("[[check]]\nmodel = 'm.px'\ninclude = [['a', 'b'], 'c']\ncard = [['S=1', 'T=2']]\n");
  ASSERT_TRUE(suite.ok()) << suite.failure().diagnostics.front().message;
  ASSERT_EQ(suite->runs.size(), 2U);
  EXPECT_EQ(suite->runs[0].name, "include=a,b");
  EXPECT_EQ(suite->runs[0].options,
            (std::vector<std::string>{"--card=S=1", "--card=T=2", "--include=a", "--include=b"}));
  EXPECT_EQ(suite->runs[0].places.size(), 4U);
  EXPECT_EQ(suite->runs[1].name, "include=c");
  EXPECT_EQ(problem("[[check]]\nmodel = 'm.px'\ninclude = [[]]\n"), "3: this list is empty");
  EXPECT_EQ(problem("[[check]]\nmodel = 'm.px'\ninclude = [[['a']]]\n"), "3: expected a text, a number, true or false");
}

TEST_F(SuiteTest, EveryEntryOfATableCounts) {
  const std::string check = "[[check]]\nmodel = 'm.px'\ndefine = { N = [3, 4] }\nstrategy = ['none', 'canonical']\n";
  const Result<Suite> suite = read(check + "states = { '' = 10, 'N=4 none' = 20 }\n");
  ASSERT_TRUE(suite.ok()) << suite.failure().diagnostics.front().message;
  EXPECT_EQ(suite->runs[0].expected.states, 10U) << "an entry without words is for all";
  EXPECT_EQ(suite->runs[2].name, "N=4 none");
  EXPECT_EQ(suite->runs[2].expected.states, 20U);
  EXPECT_EQ(problem(check + "states = { 'N=3' = 10, none = 20 }\n"),
            "5: 'N=3' and 'none' both match the run 'N=3 none' but differ");
  EXPECT_TRUE(read(check + "states = { 'N=3' = 10, none = 10 }\n").ok()) << "it does not matter which counts";
  EXPECT_TRUE(read(check + "states = { 'N=3' = 10, none = 20, 'N=3 none' = 5 }\n").ok());
  EXPECT_EQ(problem(check + "states = { '' = 1, none = 2, canonical = 3 }\n"),
            "5: '' applies to no run: an entry with more words matches each");
}

TEST_F(SuiteTest, NamesOfModelsMayBeTooLong) {
  EXPECT_TRUE(problem("[[check]]\nmodel = '" + std::string(300, 'a') + "'\n").starts_with("2: cannot read the model"));
}

TEST_F(SuiteTest, RunsHaveNamesOfTheirOwn) {
  const std::string check = "[[check]]\nmodel = 'm.px'\n";
  const Result<Suite> suite = read(check + "store = 'exact'\ntime = '5m'\n" + check + "store = 'tree'\ntime = '5m'\n" +
                                   check + "store = 'tree'\ntime = '5m'\n" + check + "name = 'x'\n");
  ASSERT_TRUE(suite.ok());
  std::vector<std::string> names;
  for (const SuiteRun& run : suite->runs) names.push_back(run.name);
  EXPECT_EQ(names, (std::vector<std::string>{"store=exact", "store=tree", "store=tree #2", "x"}));
}

TEST_F(SuiteTest, WhatIsThrownReachesTheCaller) {
  const Result<Suite> suite = read("[[check]]\nmodel = 'm.px'\nthreads = [1, 2]\n");
  ASSERT_TRUE(suite.ok());
  const std::string journal = folder_ + "/journal.jsonl";
  Journal earlier(journal, "this");
  ASSERT_TRUE(earlier.open().ok());
  RunRecord record;
  record.verdict = "holds";
  for (const SuiteRun& run : suite->runs) ASSERT_TRUE(earlier.add(run, 500, record).ok());
  const std::atomic<bool> stop = false;
  const SuitePlan plan{.jobs = 2, .memory_bytes = 1000, .journal = journal, .program = "this"};
  const auto run = [&](const std::function<void(size_t, const SuiteResult&)>& done) {
    return run_suite(*suite, plan, {done, stop});
  };
  size_t done = 0;
  ASSERT_TRUE(run([&](size_t, const SuiteResult&) { ++done; }).ok());
  EXPECT_EQ(done, 2U) << "all of it stands in the journal";
  EXPECT_THROW(static_cast<void>(run([](size_t, const SuiteResult&) { throw std::runtime_error("no"); })),
               std::runtime_error);
}

TEST_F(SuiteTest, ProblemsHaveTheirPlace) {
  EXPECT_EQ(problem("name = 'x'\n"), "1: there is no [[check]] in this suite");
  EXPECT_TRUE(problem("[[check]\n").starts_with("1: ")) << problem("[[check]\n");
  EXPECT_EQ(problem("tset = 1\n[[check]]\nmodel = 'm.px'\n"),
            "1: unknown key 'tset'; expected name, [defaults] or [[check]]");
  EXPECT_EQ(problem("[[check]]\nexpect = 'holds'\n"), "1: a [[check]] needs a model");
  EXPECT_TRUE(problem("[[check]]\nmodel = 'n.px'\n").starts_with("2: there is no model")) << "a model that is missing";
  EXPECT_TRUE(problem("[[check]]\nmodel = 'm.px'\nexpect = 'good'\n").starts_with("3: 'expect' is one of"));
  EXPECT_EQ(problem("[[check]]\nmodel = 'm.px'\nstates = 'many'\n"), "3: 'states' is a number, or a table of numbers");
  EXPECT_EQ(problem("[[check]]\nmodel = 'm.px'\nstates = { 'N=3' = 1 }\n"), "3: no run of this check is 'N=3'");
  EXPECT_EQ(problem("[[check]]\nmodel = 'm.px'\nthreads = []\n"), "3: this list is empty");
  EXPECT_TRUE(problem("[[check]]\nmodel = 'm.px'\ndefine = 3\n").starts_with("3: 'define' is a table"));
  EXPECT_EQ(problem("defaults = 3\n[[check]]\nmodel = 'm.px'\n"), "1: 'defaults' is a table of options: [defaults]");
  EXPECT_EQ(problem("[defaults]\nexpect = 'deadlock'\n[[check]]\nmodel = 'm.px'\n"),
            "2: 'expect' belongs in a [[check]]");
  EXPECT_EQ(problem("name = 3\n[[check]]\nmodel = 'm.px'\n"), "1: 'name' is a text");
  EXPECT_EQ(problem("[[check]]\nmodel = 'm.px'\nname = true\n"), "3: 'name' is a text");
  const Result<Suite> missing = read_suite(folder_ + "/nothing.toml", sources_);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.failure().diagnostics.front().kind, DiagnosticKind::FileUnreadable);
}

RunRecord finished(int code, const std::string& verdict, uint64_t states) {
  RunRecord run;
  run.exit_code = code;
  run.verdict = verdict;
  run.violation = code == 11 ? "deadlock" : code == 14 ? "assertion" : "";
  run.stop_reason = code == 20 ? "time-limit" : "none";
  run.states = states;
  return run;
}

SuiteRun wanting(const std::string& outcome, std::optional<uint64_t> states = {}) {
  SuiteRun run;
  run.shown_model = "m<&>.px";
  run.expected = {outcome, states, {}};
  return run;
}

TEST(SuiteResults, AsExpected) {
  EXPECT_EQ(compare(wanting("holds", 5), finished(0, "holds", 5)).status, SuiteStatus::Passed);
  EXPECT_EQ(compare(wanting("deadlock"), finished(11, "violated", 5)).status, SuiteStatus::Passed);
  EXPECT_EQ(compare(wanting("violated"), finished(11, "violated", 5)).status, SuiteStatus::Passed);
  EXPECT_EQ(compare(wanting("incomplete"), finished(20, "incomplete", 5)).status, SuiteStatus::Passed);
}

TEST(SuiteResults, NotAsExpected) {
  EXPECT_EQ(compare(wanting("holds", 6), finished(0, "holds", 5)).difference, "5 states, expected 6");
  EXPECT_EQ(compare(wanting("assertion"), finished(11, "violated", 5)).difference,
            "violated (deadlock), expected assertion");
  RunRecord broken;
  broken.exit_code = 65;
  broken.problem = "m.px:1:1: error";
  EXPECT_EQ(compare(wanting("holds"), broken).status, SuiteStatus::Broken);
}

int worst(const std::vector<std::pair<SuiteRun, RunRecord>>& runs) {
  std::vector<SuiteResult> results;
  for (const auto& [run, result] : runs) results.push_back(compare(run, result));
  return worst_exit_code(results);
}

TEST(SuiteResults, ExitCodeIsTheWorst) {
  const auto good = std::pair{wanting("holds"), finished(0, "holds", 1)};
  EXPECT_EQ(worst({}), 0);
  EXPECT_EQ(worst({good, {wanting("deadlock"), finished(11, "violated", 1)}}), 0) << "expected";
  EXPECT_EQ(worst({good, {wanting("holds"), finished(20, "incomplete", 1)}}), 20);
  EXPECT_EQ(worst({{wanting("holds", 2), finished(0, "holds", 1)}, {wanting("holds"), finished(20, "incomplete", 1)}}),
            1);
  EXPECT_EQ(worst({{wanting("deadlock"), finished(0, "holds", 1)}, {wanting("holds"), finished(14, "violated", 1)}}),
            14);
  EXPECT_EQ(worst({{wanting("deadlock", 7), finished(11, "violated", 1)}}), 1) << "the violation was expected";
  EXPECT_EQ(worst({{wanting("assertion", 7), finished(11, "violated", 1)}}), 11);
  EXPECT_EQ(worst_exit_code({SuiteResult{}}), 21);
  RunRecord killed;
  killed.problem = "ended by signal 9";
  EXPECT_EQ(worst({good, {wanting("holds"), killed}}), 70);
}

TEST(SuiteResults, JunitIsEscaped) {
  Suite suite{"s\"", {wanting("holds"), wanting("holds", 2), wanting("holds"), wanting("holds")}};
  RunRecord broken;
  broken.exit_code = 65;
  broken.problem = "bad \x1b[1m<text>\xff";
  const std::vector<SuiteResult> results = {compare(suite.runs[0], finished(0, "holds", 1)),
                                            compare(suite.runs[1], finished(0, "holds", 1)),
                                            compare(suite.runs[2], broken), SuiteResult{}};
  const std::string xml = junit_xml(suite, results);
  EXPECT_NE(xml.find("name=\"s&quot;\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""), std::string::npos)
      << xml;
  EXPECT_NE(xml.find("classname=\"m&lt;&amp;&gt;.px\""), std::string::npos);
  EXPECT_NE(xml.find("bad \uFFFD[1m&lt;text&gt;\uFFFD"), std::string::npos);
  EXPECT_NE(suite_table(suite, results).find("1 of 4 as expected, 1 not run"), std::string::npos);
}

TEST(SuiteResults, TableOfWhatIsNotAsExpected) {
  const Suite suite{"s", {wanting("holds"), wanting("holds", 2), wanting("holds")}};
  const SuiteResult good = compare(suite.runs[0], finished(0, "holds", 1));
  const SuiteResult bad = compare(suite.runs[1], finished(0, "holds", 1));
  const std::string table = suite_table(suite, {good, bad, SuiteResult{}}, TableRows::NotAsExpected);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4) << "a heading, one run in two lines, the sum:\n" << table;
  EXPECT_NE(table.find("1 states, expected 2"), std::string::npos);
  EXPECT_EQ(suite_table(suite, {good, good, good}, TableRows::NotAsExpected), "3 of 3 as expected\n");
}

TEST(SuiteResults, JsonLines) {
  Suite suite{"s", {wanting("holds", 2), wanting("holds"), wanting("holds")}};
  suite.runs[0].name = "N=3";
  suite.runs[0].options = {"-DN=3"};
  RunRecord broken;
  broken.exit_code = 65;
  broken.problem = "bad \xff";
  const std::string lines = results_json_lines(
      suite, {compare(suite.runs[0], finished(0, "holds", 1)), compare(suite.runs[1], broken), SuiteResult{}});
  std::istringstream stream(lines);
  std::vector<nlohmann::json> results;
  for (std::string line; std::getline(stream, line);) results.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].at("model"), "m<&>.px");
  EXPECT_EQ(results[0].at("name"), "N=3");
  EXPECT_EQ(results[0].at("options"), nlohmann::json::array({"-DN=3"}));
  EXPECT_EQ(results[0].at("expected").at("states"), 2);
  EXPECT_EQ(results[0].at("expected").at("transitions"), nullptr);
  EXPECT_EQ(results[0].at("status"), "failed");
  EXPECT_EQ(results[0].at("difference"), "1 states, expected 2");
  EXPECT_EQ(results[0].at("states"), 1);
  EXPECT_EQ(results[0].at("problem"), nullptr);
  EXPECT_EQ(results[1].at("status"), "broken");
  EXPECT_EQ(results[1].at("problem"), "bad \uFFFD");
  EXPECT_EQ(results[1].at("verdict"), nullptr);
  EXPECT_EQ(results[1].at("states"), nullptr);
  EXPECT_EQ(results[2].at("status"), "not-run");
  EXPECT_EQ(results[2].at("seconds"), nullptr);
}

TEST(RunRecordTest, WhatIsNoReport) {
  RunRecord record;
  EXPECT_FALSE(read_report("", record));
  EXPECT_FALSE(read_report("[]", record));
  EXPECT_FALSE(read_report("{\"verdict\": \"holds\"}", record)) << "a report has more fields";
  EXPECT_EQ(record.verdict, "") << "what is no report leaves nothing behind";
}

}  // namespace
}  // namespace px::batch
