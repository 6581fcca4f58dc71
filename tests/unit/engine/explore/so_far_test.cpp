#include "engine/explore/so_far.h"

#include <gtest/gtest.h>
#include <thread>

#include "engine/explore/watcher.h"

namespace px::explore {
namespace {

Violation error(const std::string& message, uint64_t occurrences = 1) {
  Violation violation;
  violation.kind = ViolationKind::Assertion;
  violation.message = message;
  violation.occurrences = occurrences;
  return violation;
}

SoFar::Ask search(uint64_t states, const std::vector<Violation>& violations) {
  return [=](SearchOutcome& outcome) {
    outcome.result.states = states;
    outcome.result.violations = violations;
  };
}

TEST(SoFar, NothingYet) {
  SoFar so_far;
  const SearchResult result = so_far.result(StopReason::TimeLimit);
  EXPECT_EQ(result.verdict, Verdict::Incomplete);
  EXPECT_EQ(result.stop, StopReason::TimeLimit);
  EXPECT_EQ(result.states, 0u);
}

TEST(SoFar, KeepsErrorsOfAllSearchesAndTheCountsOfTheLongest) {
  SoFar so_far;
  { const SoFar::Attachment first(&so_far, search(1000, {error("a"), error("b", 3)})); }
  { const SoFar::Attachment second(&so_far, search(10, {error("b"), error("c")})); }
  const SearchResult result = so_far.result(StopReason::MemoryLimit);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  EXPECT_EQ(result.stop, StopReason::MemoryLimit);
  EXPECT_EQ(result.states, 1000u);
  ASSERT_EQ(result.violations.size(), 3u);
  EXPECT_EQ(result.violations[1].occurrences, 3u);
  EXPECT_EQ(result.violations[2].message, "c");
}

TEST(SoFar, AsksASearchThatGoesOn) {
  SoFar so_far;
  so_far.say_errors_by([](SearchOutcome& outcome) {
    for (Violation& violation : outcome.result.violations) violation.message += ", as they say";
  });
  uint64_t states = 1;
  const SoFar::Attachment running(&so_far, [&](SearchOutcome& outcome) {
    outcome.result.states = ++states;
    outcome.result.violations = {error("a")};
  });
  EXPECT_EQ(so_far.result(StopReason::TimeLimit).states, 2u);
  so_far.add(error("a cycle"));
  const SearchResult later = so_far.result(StopReason::TimeLimit);
  EXPECT_EQ(later.states, 3u);
  ASSERT_EQ(later.violations.size(), 2u);
  EXPECT_EQ(later.violations[0].message, "a, as they say");
}

TEST(SoFar, NobodyNeedsToWantToKnow) {
  const SoFar::Attachment none(nullptr, search(1, {}));
}

// The time at which a search with a time limit ends, if an error was found after this many milliseconds.
double seconds_until_ended(bool leave_time, double limit = 0.5, int found_after = 200) {
  SearchOptions options;
  options.max_seconds = limit;
  options.leave_time_for_runs = leave_time;
  std::atomic<bool> ended{false};
  const auto start = Watcher::Clock::now();
  Watcher watcher(options, start, [&](StopReason reason) {
    EXPECT_EQ(reason, StopReason::TimeLimit);
    ended = true;
  });
  watcher.follow([&](StopReason) { ended = true; }, {},
                 [&] {
                   if (Watcher::Clock::now() - start >= std::chrono::milliseconds(found_after)) watcher.note_error();
                 });
  EXPECT_TRUE(watcher.start());
  while (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  watcher.stop();
  return std::chrono::duration<double>(Watcher::Clock::now() - start).count();
}

TEST(Watcher, LeavesTimeForTheRunsToErrors) {
  EXPECT_GE(seconds_until_ended(false), 0.5);
  const double seconds = seconds_until_ended(true);
  EXPECT_GE(seconds, 0.3);
  EXPECT_LT(seconds, 0.49);
  const double at_once = seconds_until_ended(true, 2, 0);  // a tenth of the time is left
  EXPECT_GE(at_once, 1.75);
  EXPECT_LT(at_once, 1.95);
}

}  // namespace
}  // namespace px::explore
