#include "frontends/cli/logging.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace px::cli {
namespace {

std::string line_of(std::initializer_list<LogField> fields) {
  return log_line("event", {fields.begin(), fields.size()});
}

TEST(Logging, LinesCanBeTakenApartAgain) {
  EXPECT_EQ(line_of({}), "event");
  EXPECT_EQ(line_of({{"n", uint64_t{18446744073709551615U}}, {"x", 0.25}}), "event n=18446744073709551615 x=0.25");
  EXPECT_EQ(line_of({{"t", std::string_view("plain")}}), "event t=plain");
  EXPECT_EQ(line_of({{"t", std::string_view("two words")}, {"u", std::string_view("")}}),
            "event t=\"two words\" u=\"\"");
  EXPECT_EQ(line_of({{"t", std::string_view("a\"b\\c\nd")}}), R"(event t="a\"b\\c\nd")");
}

TEST(Logging, EveryEventOfEveryThreadIsInTheFile) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "pexplore_logging_test.log";
  constexpr size_t kThreads = 4;
  constexpr size_t kEvents = 5000;  // together more than the queue of the writing thread holds
  {
    const auto session = LogSession::open(LogLevel::Debug, path.string());
    ASSERT_TRUE(session.ok());
    std::vector<std::jthread> threads;
    for (size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([thread] {
        for (size_t i = 0; i < kEvents; ++i) {
          log_event(LogLevel::Debug, "event", {{"thread", uint64_t{thread}}, {"number", uint64_t{i}}});
          log_event(LogLevel::Trace, "left-out");
        }
      });
    }
  }
  std::ifstream file(path);
  std::vector<size_t> next(kThreads, 0);
  size_t lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    const size_t at = line.find(" debug ");
    ASSERT_NE(at, std::string::npos) << line;
    const size_t event = line.find("event thread=", at);
    ASSERT_NE(event, std::string::npos) << line;
    const size_t thread = static_cast<size_t>(line[event + std::string_view("event thread=").size()] - '0');
    ASSERT_LT(thread, kThreads);
    // The events of one thread keep their order.
    EXPECT_TRUE(line.ends_with(" number=" + std::to_string(next[thread]))) << line;
    ++next[thread];
  }
  EXPECT_EQ(lines, kThreads * kEvents);
  std::filesystem::remove(path);
}

TEST(Logging, AFileThatCannotBeWrittenIsAUsageError) {
  const auto session = LogSession::open(LogLevel::Info, "/nowhere/at/all.log");
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.failure().diagnostics.front().kind, DiagnosticKind::UsageError);
  EXPECT_FALSE(logs(LogLevel::Error));
}

}  // namespace
}  // namespace px::cli
