#include "frontends/cli/progress.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace px::cli {
namespace {

ProgressNumbers some_numbers() {
  ProgressNumbers numbers;
  numbers.seconds = 10;
  numbers.states = 4'500'000;
  numbers.transitions = 18'000'000;
  numbers.waiting = 120;
  numbers.depth = 231;
  numbers.slots = 9'000'000;
  numbers.memory_bytes = uint64_t{3} << 29;
  return numbers;
}

TEST(Progress, Resolution) {
  EXPECT_EQ(resolve_progress(ProgressMode::Auto, false, true, "xterm"), ProgressMode::Tty);
  EXPECT_EQ(resolve_progress(ProgressMode::Auto, false, true, "dumb"), ProgressMode::Plain);
  EXPECT_EQ(resolve_progress(ProgressMode::Auto, false, true, nullptr), ProgressMode::Plain);
  EXPECT_EQ(resolve_progress(ProgressMode::Auto, false, false, "xterm"), ProgressMode::Plain);
  EXPECT_EQ(resolve_progress(ProgressMode::Auto, true, true, "xterm"), ProgressMode::None);
  EXPECT_EQ(resolve_progress(ProgressMode::Json, true, true, "xterm"), ProgressMode::Json);
}

ProgressRates some_rates() {
  return {.states_per_second = 450'000, .waiting_per_second = 12, .seconds_remaining = std::nullopt};
}

TEST(Progress, Line) {
  EXPECT_EQ(progress_line(some_numbers(), some_rates(), 200),
            "10.0 s  4.50 M states (450.0 k/s)  18.00 M transitions  depth 231  120 waiting (+12/s)  1.5 GiB  time "
            "left: unknown  "
            "358 bytes per state  table 50 % full");
  ProgressNumbers limited = some_numbers();
  limited.states_limit = 10'000'000;
  limited.memory_limit = uint64_t{4} << 30;
  limited.seconds_limit = 100;
  ProgressRates rates = some_rates();
  rates.waiting_per_second = -3000;
  rates.seconds_remaining = 30;
  EXPECT_EQ(progress_line(limited, rates, 200),
            "10.0 s  4.50 M states of 10.00 M (450.0 k/s)  18.00 M transitions  depth 231  120 waiting (-3000/s)  "
            "1.5 GiB of 4.0 GiB  1 min 30 s left  about 30.0 s to go  358 bytes per state  table 50 % full");
  EXPECT_EQ(progress_line(limited, rates, 20).size(), 20U);
}

TEST(Progress, ErrorsAreTheFirstThingSaid) {
  ProgressNumbers numbers = some_numbers();
  numbers.errors = 2;
  EXPECT_EQ(progress_line(numbers, some_rates(), 50), "2 errors  10.0 s  4.50 M states (450.0 k/s)");
  numbers.errors = 1;
  numbers.looking_for_runs = true;
  EXPECT_EQ(progress_line(numbers, some_rates(), 70).find("1 error, searching for a run:  10.0 s"), 0U);
  const auto json = nlohmann::json::parse(progress_json(numbers, some_rates()));
  EXPECT_EQ(json.at("errors"), 1);
  EXPECT_EQ(json.at("looking_for_runs"), true);
}

TEST(Progress, NarrowLinesKeepWhatMattersMost) {
  ProgressNumbers numbers = some_numbers();
  numbers.memory_limit = uint64_t{4} << 30;
  EXPECT_EQ(
      progress_line(numbers, some_rates(), 105),
      "10.0 s  4.50 M states (450.0 k/s)  depth 231  120 waiting (+12/s)  1.5 GiB of 4.0 GiB  time left: unknown");
  EXPECT_EQ(progress_line(numbers, some_rates(), 79),
            "10.0 s  4.50 M states (450.0 k/s)  1.5 GiB of 4.0 GiB  time left: unknown");
  EXPECT_EQ(progress_line(numbers, some_rates(), 60), "10.0 s  4.50 M states (450.0 k/s)  1.5 GiB of 4.0 GiB");
  EXPECT_EQ(progress_line(numbers, some_rates(), 33), "10.0 s  4.50 M states (450.0 k/s)");
}

TEST(Progress, TerminalLineIsRewrittenAndCleared) {
  std::ostringstream out;
  ProgressPrinter printer(ProgressMode::Tty, out, 40);
  printer.update(some_numbers());
  EXPECT_EQ(out.str(), "\r\033[K" + progress_line(some_numbers(), some_rates(), 39));
  printer.clear();
  EXPECT_TRUE(out.str().ends_with("\r\033[K"));
  const std::string once = out.str();
  printer.clear();
  EXPECT_EQ(out.str(), once) << "nothing is left to clear";
}

TEST(Progress, PlainLinesHaveNoEscapesAndRecentRates) {
  std::ostringstream out;
  ProgressPrinter printer(ProgressMode::Plain, out);
  ProgressNumbers numbers = some_numbers();
  printer.update(numbers);
  numbers.seconds = 12;
  numbers.states += 1'000;
  printer.update(numbers);
  printer.clear();
  EXPECT_EQ(out.str().find('\033'), std::string::npos);
  EXPECT_NE(out.str().find("(500/s)"), std::string::npos) << out.str();
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

// A search that finds `ratio` new states per expanded state, and expands a thousand per second.
std::optional<double> estimate(double ratio, uint32_t moments) {
  RemainingWork remaining;
  std::optional<double> seconds;
  ProgressNumbers now;
  now.states = now.waiting = 100'000;
  for (uint32_t i = 0; i < moments; ++i) {
    const ProgressNumbers before = now;
    now.seconds += 1;
    now.states += static_cast<uint64_t>(1000 * ratio);
    now.waiting = now.waiting + static_cast<uint64_t>(1000 * ratio) - 1000;
    seconds = remaining.note(before, now);
  }
  return seconds;
}

TEST(Progress, WhatRemainsIsToldOnlyOfAShrinkingSearch) {
  EXPECT_FALSE(estimate(1.5, 10)) << "it grows";
  EXPECT_FALSE(estimate(0.95, 10)) << "it hardly shrinks";
  EXPECT_FALSE(estimate(0.5, 2)) << "it may grow again";
  ASSERT_TRUE(estimate(0.5, 10));
  EXPECT_DOUBLE_EQ(*estimate(0.5, 10), 190);  // 95 000 waiting, 500 fewer each second
}

TEST(Progress, JsonLines) {
  std::ostringstream out;
  ProgressPrinter printer(ProgressMode::Json, out);
  ProgressNumbers numbers = some_numbers();
  numbers.memory_limit = 7;
  printer.update(numbers);
  const nlohmann::json line = nlohmann::json::parse(out.str());
  EXPECT_EQ(line.at("event"), "progress");
  EXPECT_EQ(line.at("states"), 4'500'000);
  EXPECT_EQ(line.at("states_per_second"), 450'000.0);
  EXPECT_EQ(line.at("waiting_per_second"), 12.0);
  EXPECT_TRUE(line.at("seconds_remaining").is_null());
  EXPECT_EQ(line.at("table_fill"), 0.5);
  EXPECT_EQ(line.at("memory_limit_bytes"), 7);
  EXPECT_FALSE(line.contains("max_states"));
}

TEST(Progress, NoneWritesNothing) {
  std::ostringstream out;
  ProgressPrinter printer(ProgressMode::None, out);
  printer.update(some_numbers());
  printer.clear();
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, PlainLinesBecomeRarer) {
  using std::chrono::seconds;
  std::ostringstream out;
  ProgressPrinter printer(ProgressMode::Plain, out);
  // The lines of three hours, polled every second, and of the hour after a day without a line.
  const auto lines = [&](seconds from, seconds to) {
    std::vector<int64_t> due;
    for (seconds gone = from; gone < to; gone += printer.interval() / seconds(1) * seconds(1)) {
      if (printer.is_due(gone)) due.push_back(gone.count());
    }
    return due;
  };
  const std::vector<int64_t> first = lines(seconds(0), seconds(100));
  EXPECT_EQ(first, std::vector<int64_t>({5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 71, 77, 84, 91, 99}));
  EXPECT_LT(lines(seconds(100), seconds(10'800)).size(), 90u);
  EXPECT_EQ(lines(seconds(86'400), seconds(90'000)).size(), 12u);
  ProgressPrinter rewritten(ProgressMode::Tty, out);
  EXPECT_TRUE(rewritten.is_due(seconds(0)));
}

}  // namespace
}  // namespace px::cli
