#include "frontends/cli/report.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/temporary_folder.h"
#include "tests/unit/frontends/cli/schema_check.h"

namespace px::cli {
namespace {

class ReportTest : public testing::Test {
 protected:
  ReportTest() : report_{.sources = sources_, .options = default_options(), .version = "1.2.3"} {
    report_.options.model = "m.px";
    report_.threads = 2;
    report_.strategy = "none";
    report_.statistics = {{"table_slots", 4096}};
    SearchResult& result = report_.result;
    result.verdict = Verdict::Holds;
    result.states = 1'234'567;
    result.transitions = 2'000'000;
    result.initial_states = 1;
    result.max_depth = 99;
    result.seconds = 2;
    result.state_bytes = 8;
    result.store_bytes_per_state = 16.5;
    result.peak_memory_bytes = uint64_t{64} << 20;
  }

  void violate() {
    report_.result.verdict = Verdict::Violated;
    report_.result.stop = StopReason::FirstError;
    const FileId file = sources_.add("m.px", "first\nassert x = 1\n");
    Violation violation;
    violation.kind = ViolationKind::Assertion;
    violation.message = "x = 1 is false";
    violation.span = {file, 2, 8, 5};
    violation.occurrences = 3;
    report_.result.violations.push_back(violation);
    TraceView trace;
    trace.initial = {{"x", "0"}};
    trace.steps.push_back({.step = 1,
                           .action = "inc(p = P#1)",
                           .statement = "x++",
                           .title = "x++",
                           .parts = {{"P#1", "x++", {}}},
                           .span = {file, 1, 1, 5},
                           .output = {"hello"},
                           .changes = {{"x", "2"}}});
    report_.traces = {trace};
  }

  nlohmann::json json() const { return nlohmann::json::parse(to_json(report_)); }

  std::string text(bool color = false) const {
    std::ostringstream out;
    write_text(report_, color, out);
    return out.str();
  }

  void expect_fits_schema() const {
    std::ifstream file(PX_SOURCE_DIR "/docs/report.schema.json");
    const nlohmann::json schema = nlohmann::json::parse(file);
    EXPECT_EQ(SchemaCheck(schema).complaints(json()), std::vector<std::string>{}) << to_json(report_);
  }

  SourceMap sources_;
  Report report_;
};

TEST_F(ReportTest, JsonOfAProof) {
  const nlohmann::json report = json();
  EXPECT_EQ(report.at("model"), "m.px");
  EXPECT_EQ(report.at("pexplore_version"), "1.2.3");
  EXPECT_EQ(report.at("verdict"), "holds");
  EXPECT_EQ(report.at("violation"), nullptr);
  EXPECT_EQ(report.at("exit_code"), 0);
  EXPECT_EQ(report.at("guarantee"), "exact");
  EXPECT_EQ(report.at("states"), 1'234'567);
  EXPECT_EQ(report.at("states_per_second"), 617'283.5);
  EXPECT_EQ(report.at("options").at("order"), "dfs");
  EXPECT_EQ(report.at("options").at("max_states"), nullptr);
  EXPECT_EQ(report.at("statistics").at("table_slots"), 4096);
  EXPECT_EQ(report.at("errors"), nlohmann::json::array());
  expect_fits_schema();
}

TEST_F(ReportTest, JsonNamesTheFilesThatWereRead) {
  EXPECT_EQ(json().at("files"), nlohmann::json::array());
  sources_.add("m.px", "a");
  EXPECT_EQ(json().at("files"), nlohmann::json::array({{{"path", "m.px"}, {"hash", "af63dc4c8601ec8c"}}}));
  expect_fits_schema();
}

TEST_F(ReportTest, JsonOfAViolation) {
  violate();
  const nlohmann::json report = json();
  EXPECT_EQ(report.at("verdict"), "violated");
  EXPECT_EQ(report.at("violation"), "assertion");
  EXPECT_EQ(report.at("exit_code"), 14);
  EXPECT_EQ(report.at("stop_reason"), "first-error");
  const nlohmann::json& error = report.at("errors").at(0);
  EXPECT_EQ(error.at("place"), (nlohmann::json{{"file", "m.px"}, {"line", 2}, {"column", 8}}));
  EXPECT_EQ(error.at("occurrences"), 3);
  EXPECT_EQ(error.at("trace").at("initial").at("x"), "0");
  EXPECT_EQ(error.at("trace").at("steps").at(0).at("changes").at("x"), "2");
  expect_fits_schema();
}

TEST_F(ReportTest, JsonWithoutTraceAndPlace) {
  violate();
  report_.traces.clear();
  report_.result.violations.front().span = {};
  EXPECT_EQ(json().at("errors").at(0).at("trace"), nullptr);
  EXPECT_EQ(json().at("errors").at(0).at("place"), nullptr);
  expect_fits_schema();
}

TEST_F(ReportTest, JsonOfEveryVerdictFitsTheSchema) {
  for (const Verdict verdict : {Verdict::Holds, Verdict::NoErrorFound, Verdict::Incomplete, Verdict::Interrupted}) {
    report_.result.verdict = verdict;
    expect_fits_schema();
  }
  violate();
  for (int kind = 0; kind < 5; ++kind) {
    report_.result.violations.front().kind = static_cast<ViolationKind>(kind);
    EXPECT_EQ(json().at("exit_code"), 10 + kind);
    expect_fits_schema();
  }
}

TEST_F(ReportTest, JsonSurvivesTextThatIsNotUtf8) {
  violate();
  report_.result.violations.front().message = "bad \xff byte";
  EXPECT_EQ(json().at("errors").at(0).at("message"), "bad \xef\xbf\xbd byte");
}

TEST_F(ReportTest, SchemaRefusesWhatItDoesNotKnow) {
  std::ifstream file(PX_SOURCE_DIR "/docs/report.schema.json");
  const nlohmann::json schema = nlohmann::json::parse(file);
  nlohmann::json report = json();
  report["surprise"] = 1;
  report["states"] = -1;
  report["verdict"] = "perhaps";
  report.erase("seed");
  EXPECT_EQ(SchemaCheck(schema).complaints(report).size(), 4U);
}

TEST_F(ReportTest, TextOfAProof) {
  EXPECT_EQ(text(),
            "model       m.px\n"
            "states      1 234 567 stored, 2 000 000 transitions, depth 99\n"
            "time        2.00 s, 617.3 k states/s on 2 threads\n"
            "memory      64.0 MiB at most, 16.5 bytes per state\n"
            "strategy    none (exact)\n"
            "verdict: holds\n");
}

TEST_F(ReportTest, TextOfAViolationWhenQuiet) {
  violate();
  report_.options.quiet = true;
  EXPECT_EQ(text(),
            "m.px:2:8: assertion: x = 1 is false (3 times)\n"
            "  assert x = 1\n"
            "  start  all variables of the state are 0 or empty\n"
            "      1  P#1  m.px:1  x++\n"
            "          prints hello\n"
            "          x = 2\n"
            "verdict: violated (assertion)\n");
}

TEST_F(ReportTest, VerboseTextHasSeedAndStatistics) {
  report_.options.verbose = true;
  EXPECT_NE(text().find("seed        1\n"), std::string::npos);
  EXPECT_NE(text().find("table_slots 4 096\n"), std::string::npos);
}

TEST_F(ReportTest, TheLastLineIsTheVerdict) {
  SearchResult& result = report_.result;
  result.verdict = Verdict::Incomplete;
  result.stop = StopReason::TimeLimit;
  EXPECT_TRUE(text().ends_with("\nverdict: incomplete (time-limit)\n"));
  result.verdict = Verdict::Interrupted;
  result.stop = StopReason::Signal;
  EXPECT_TRUE(text().ends_with("\nverdict: interrupted\n"));
  result.verdict = Verdict::NoErrorFound;
  result.caveat = "states with equal markers were merged";
  EXPECT_TRUE(text().ends_with("\nverdict: no-error-found (states with equal markers were merged)\n"));
}

TEST_F(ReportTest, ColourOnlyWhenAsked) {
  EXPECT_EQ(text(false).find('\033'), std::string::npos);
  EXPECT_NE(text(true).find("verdict: \033[1;32mholds\033[0m\n"), std::string::npos);
}

TEST(Color, IsDecidedByOptionTerminalAndEnvironment) {
  EXPECT_TRUE(use_color(ColorMode::Auto, true, nullptr, "xterm"));
  EXPECT_TRUE(use_color(ColorMode::Auto, true, "", "xterm")) << "an empty NO_COLOR says nothing";
  EXPECT_FALSE(use_color(ColorMode::Auto, true, "1", "xterm"));
  EXPECT_FALSE(use_color(ColorMode::Auto, true, nullptr, "dumb"));
  EXPECT_FALSE(use_color(ColorMode::Auto, false, nullptr, "xterm"));
  EXPECT_TRUE(use_color(ColorMode::Always, false, "1", nullptr));
  EXPECT_FALSE(use_color(ColorMode::Never, true, nullptr, "xterm"));
}

TEST_F(ReportTest, GoesToAFileOrToTheStream) {
  const test::TemporaryFolder temporary;
  const std::string path = temporary.file("report.json");
  std::ostringstream out;
  ASSERT_TRUE(write_report(report_, path, out).ok());
  EXPECT_EQ(out.str(), "");
  std::ifstream file(path);
  EXPECT_EQ(nlohmann::json::parse(file), json());
  ASSERT_TRUE(write_report(report_, "-", out).ok());
  EXPECT_EQ(out.str(), to_json(report_));
}

TEST_F(ReportTest, PathsThatCannotBeWritten) {
  std::ostringstream out;
  for (const std::string path : {"/nonexistent/folder/r.json", "/"}) {
    EXPECT_FALSE(write_report(report_, path, out).ok());
  }
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_FALSE(write_report(report_, "/dev/full", out).ok()) << "a full disk is noticed";
  }
}

}  // namespace
}  // namespace px::cli
