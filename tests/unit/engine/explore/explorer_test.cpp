#include "engine/explore/explorer.h"

#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px::explore {
namespace {

SearchOutcome search(const std::shared_ptr<const ir::Program>& program, const SearchOptions& options) {
  auto interpreter = interp::Interpreter::make(program);
  EXPECT_TRUE(interpreter.ok());
  const IdentityReducer reducer;
  auto outcome = explore::explore(**interpreter, reducer, options);
  EXPECT_TRUE(outcome.ok());
  return std::move(*outcome);
}

SearchOptions with_threads(uint32_t threads) {
  SearchOptions options;
  options.threads = threads;
  return options;
}

class Threads : public ::testing::TestWithParam<uint32_t> {};

TEST_P(Threads, GridHasItsExactCounts) {
  for (const frontier::SearchOrder order : {frontier::SearchOrder::WorkStealing, frontier::SearchOrder::Levels}) {
    SearchOptions options = with_threads(GetParam());
    options.order = order;
    const SearchResult result = search(grid(3, 12, true), options).result;
    EXPECT_EQ(result.verdict, Verdict::Holds);
    EXPECT_EQ(result.states, 12u * 12 * 12);
    EXPECT_EQ(result.transitions, 3u * 11 * 12 * 12);
    // All runs through the grid are equally long, whatever the order.
    EXPECT_EQ(result.max_depth, 33u);
  }
}

TEST_P(Threads, EveryStoreFindsTheSameStates) {
  for (const store::TableKind store : {store::TableKind::Exact, store::TableKind::Tree, store::TableKind::Hash}) {
    SearchOptions options = with_threads(GetParam());
    options.store = store;
    const SearchResult result = search(grid(4, 7, true), options).result;
    EXPECT_EQ(result.states, 7u * 7 * 7 * 7);
    EXPECT_EQ(result.transitions, 4u * 6 * 7 * 7 * 7);
    EXPECT_EQ(result.verdict, store == store::TableKind::Hash ? Verdict::NoErrorFound : Verdict::Holds);
  }
}

TEST_P(Threads, DeadlockOfPhilosophersIsFound) {
  SearchOptions options = with_threads(GetParam());
  options.all_errors = true;
  const SearchResult result = search(philosophers(5), options).result;
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].kind, ViolationKind::Deadlock);
  EXPECT_EQ(result.violations[0].occurrences, 1u);
  EXPECT_EQ(exit_code(result.verdict, result.violations), 11);
  // Words of length 5 over thinking, hungry, eating, around a table, in which no one eats left of one who is not
  // thinking.
  EXPECT_EQ(result.states, 82u);
}

INSTANTIATE_TEST_SUITE_P(OneToEight, Threads, ::testing::Values(1u, 2u, 4u, 8u));

TEST(Explorer, DepthLimitIsIncomplete) {
  SearchOptions options = with_threads(2);
  options.max_depth = 2;
  const SearchResult result = search(grid(3, 12, true), options).result;
  EXPECT_EQ(result.verdict, Verdict::Incomplete);
  EXPECT_EQ(result.stop, StopReason::DepthLimit);
  EXPECT_EQ(result.states, 1u + 3 + 6);
  EXPECT_EQ(result.max_depth, 2u);
}

TEST(Explorer, DepthLimitThatReachesEverythingStillHolds) {
  SearchOptions options = with_threads(2);
  options.max_depth = 7;
  EXPECT_EQ(search(grid(3, 3, true), options).result.verdict, Verdict::Holds);
}

TEST(Explorer, StateLimitIsIncomplete) {
  SearchOptions options = with_threads(1);
  options.max_states = 100;
  const SearchResult result = search(grid(3, 30, true), options).result;
  EXPECT_EQ(result.verdict, Verdict::Incomplete);
  EXPECT_EQ(result.stop, StopReason::StateLimit);
  EXPECT_GE(result.states, 100u);
  EXPECT_LT(result.states, 27000u);
}

TEST(Explorer, DepthIsOfStoredStatesAlsoOfThoseThatALimitLeavesUnexpanded) {
  for (const frontier::SearchOrder order : {frontier::SearchOrder::Levels, frontier::SearchOrder::WorkStealing}) {
    SearchOptions options = with_threads(1);
    options.order = order;
    options.max_states = 2;
    const SearchResult result = search(grid(3, 30, true), options).result;
    EXPECT_EQ(result.states, 4u) << "the first state and its three successors";
    EXPECT_EQ(result.max_depth, 1u);
  }
}

TEST(Explorer, TimeLimitIsIncomplete) {
  SearchOptions options = with_threads(2);
  options.max_seconds = 0.1;
  const SearchResult result = search(grid(6, 40, true), options).result;
  EXPECT_EQ(result.stop, StopReason::TimeLimit);
  EXPECT_LT(result.seconds, 2.0);
}

TEST(Explorer, MemoryLimitIsIncomplete) {
  SearchOptions options = with_threads(2);
  options.memory_bytes = uint64_t{2} << 20;
  const SearchOutcome outcome = search(grid(6, 16, true), options);
  EXPECT_EQ(outcome.result.verdict, Verdict::Incomplete);
  EXPECT_EQ(outcome.result.stop, StopReason::MemoryLimit);
  EXPECT_GT(outcome.result.states, 1000u);
  EXPECT_LE(outcome.budget->peak(), options.memory_bytes);
}

TEST(Explorer, InterruptionEndsTheSearch) {
  const std::atomic<bool> interrupted{true};
  SearchOptions options = with_threads(2);
  options.interrupted = &interrupted;
  EXPECT_EQ(search(grid(6, 40, true), options).result.verdict, Verdict::Interrupted);
}

TEST(Explorer, ProgressIsToldWhileItRuns) {
  SearchOptions options = with_threads(1);
  options.max_seconds = 0.3;
  options.progress_interval = 0.05;
  uint64_t calls = 0;
  options.on_progress = [&](const SearchProgress& progress) {
    ++calls;
    EXPECT_GT(progress.memory_limit, 0u);
  };
  search(grid(6, 40, true), options);
  EXPECT_GE(calls, 2u);
}

}  // namespace
}  // namespace px::explore
