#include "engine/explore/random_runs.h"

#include <gtest/gtest.h>

#include "engine/base/hash.h"
#include "engine/explore/replay.h"
#include "engine/explore/state_estimate.h"
#include "engine/interp/interpreter.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px::explore {
namespace {

std::unique_ptr<interp::Interpreter> made(const std::shared_ptr<const ir::Program>& program) {
  return std::move(*interp::Interpreter::make(program));
}

TEST(StateEstimate, IsWithinThreePercent) {
  for (const uint64_t count : {0u, 1u, 100u, 5'000u, 40'000u, 1'000'000u}) {
    StateEstimate estimate;
    for (uint64_t i = 0; i < count; ++i) {
      estimate.add(hash_word(i, 0));
      estimate.add(hash_word(i / 2, 0));  // seen before
    }
    const auto exact = static_cast<double>(count);
    EXPECT_NEAR(estimate.count(), exact, 0.03 * exact) << count;
  }
}

TEST(StateEstimate, OfAUnionIsThatOfAllTogether) {
  StateEstimate all;
  StateEstimate one;
  StateEstimate other;
  for (uint64_t i = 0; i < 100'000; ++i) {
    all.add(hash_word(i, 0));
    if (i < 70'000) one.add(hash_word(i, 0));
    if (i > 30'000) other.add(hash_word(i, 0));
  }
  one.merge(other);
  EXPECT_EQ(one.count(), all.count());
}

// Every run of a grid ends when all counters have reached their maximum, after the same number of steps.
TEST(RandomRuns, GoToTheEnd) {
  const auto model = made(grid(3, 6, true));
  const RandomRunsOutcome outcome = run_at_random(*model, {.runs = 1000, .threads = 2});
  EXPECT_EQ(outcome.runs, 1000u);
  EXPECT_EQ(outcome.ended, 1000u);
  EXPECT_EQ(outcome.steps, 15'000u);
  EXPECT_EQ(outcome.longest, 15u);
  EXPECT_TRUE(outcome.found.empty());
  EXPECT_NEAR(outcome.states, 216, 8);
  EXPECT_EQ(outcome.stop, StopReason::None);
}

TEST(RandomRuns, AreCutOffAfterSoManySteps) {
  const auto model = made(grid(3, 6, true));
  const RandomRunsOutcome outcome = run_at_random(*model, {.runs = 100, .steps = 7});
  EXPECT_EQ(outcome.runs, 100u);
  EXPECT_EQ(outcome.ended, 0u);
  EXPECT_EQ(outcome.steps, 700u);
}

TEST(RandomRuns, DoNotDependOnThreads) {
  const auto model = made(philosophers(5));
  const RandomRunsOutcome one = run_at_random(*model, {.runs = 500, .steps = 100, .seed = 7, .threads = 1});
  ASSERT_EQ(one.found.size(), 1u);
  for (const uint32_t threads : {2u, 3u, 8u}) {
    const RandomRunsOutcome many = run_at_random(*model, {.runs = 500, .steps = 100, .seed = 7, .threads = threads});
    EXPECT_EQ(many.runs, one.runs);
    EXPECT_EQ(many.steps, one.steps);
    EXPECT_EQ(many.erroneous, one.erroneous);
    EXPECT_EQ(many.states, one.states);
    ASSERT_EQ(many.found.size(), 1u);
    EXPECT_EQ(many.found[0].source, one.found[0].source);
    EXPECT_EQ(many.found[0].depth, one.found[0].depth);
    EXPECT_EQ(many.found[0].occurrences, one.found[0].occurrences);
  }
}

TEST(RandomRuns, EndWithTheFirstErrorByTheNumbersOfRuns) {
  const auto model = made(philosophers(5));
  for (const uint64_t seed : {1u, 2u, 3u}) {
    const RandomRunsOptions alone{.runs = 1'000'000, .steps = 20, .seed = seed, .threads = 1, .until_error = true};
    const RandomRunsOutcome first = run_at_random(*model, alone);
    ASSERT_EQ(first.found.size(), 1u);
    EXPECT_EQ(first.stop, StopReason::FirstError);
    EXPECT_LT(first.runs, 1'000'000u);
    RandomRunsOptions together = alone;
    together.threads = 4;
    const RandomRunsOutcome again = run_at_random(*model, together);
    ASSERT_EQ(again.found.size(), 1u);
    EXPECT_EQ(again.found[0].source, first.found[0].source);
    // And no earlier run finds one.
    RandomRunsOptions before = alone;
    before.runs = first.found[0].source;
    EXPECT_TRUE(run_at_random(*model, before).found.empty());
  }
}

TEST(RandomRuns, TheRunToAnErrorIsARun) {
  const auto model = made(philosophers(4));
  const RandomRunsOptions options{.runs = 200, .seed = 3, .threads = 2};
  const RandomRunsOutcome outcome = run_at_random(*model, options);
  ASSERT_EQ(outcome.found.size(), 1u);
  const Trace trace = trace_of_run(*model, *model, options, outcome.found[0]);
  EXPECT_EQ(trace.steps.size(), outcome.found[0].depth);
  EXPECT_EQ(replay_problem(*model, *model, trace, Event::Kind::Deadlock), std::nullopt);
}

TEST(RandomRuns, EndWhenTheyAreInterrupted) {
  const auto model = made(philosophers(4));
  const std::atomic<bool> interrupted{true};
  const RandomRunsOutcome outcome =
      run_at_random(*model, {.runs = UINT64_MAX, .threads = 2, .interrupted = &interrupted});
  EXPECT_EQ(outcome.stop, StopReason::Signal);
}

}  // namespace
}  // namespace px::explore
