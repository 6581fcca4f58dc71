#include "engine/explore/swarm.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "engine/explore/replay.h"
#include "engine/explore/trace_builder.h"
#include "engine/interp/interpreter.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px::explore {
namespace {

const IdentityReducer kNoReduction;

std::unique_ptr<interp::Interpreter> made(const std::shared_ptr<const ir::Program>& program) {
  return std::move(*interp::Interpreter::make(program));
}

SwarmOutcome swarm(const TransitionSystem& system, const SwarmOptions& options) {
  Result<SwarmOutcome> outcome = run_swarm(system, kNoReduction, options);
  EXPECT_TRUE(outcome);
  return std::move(*outcome);
}

// 8^4 = 4096 states fit in every array, so each search without a depth limit visits nearly all.
TEST(Swarm, SearchesWithRoomForAllSeeAll) {
  const auto model = made(grid(4, 8, true));
  const SwarmOutcome outcome = swarm(*model, {.searches = 12, .seed = 1, .threads = 2});
  ASSERT_EQ(outcome.searches.size(), 12u);
  for (const SwarmSearch& search : outcome.searches) {
    EXPECT_EQ(search.end, SwarmEnd::Done);
    EXPECT_LE(search.states, 4096u);
    EXPECT_GE(search.states, 4090u) << search.number;
    EXPECT_EQ(search.depth, 28u);
    EXPECT_EQ(search.left_out, 0u);
  }
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.stop, StopReason::None);
  EXPECT_NEAR(outcome.states, 4096, 80);
  ASSERT_TRUE(outcome.in_all);
  EXPECT_NEAR(*outcome.in_all, 4096, 80);
}

TEST(Swarm, ThePlansDiffer) {
  std::set<std::tuple<SwarmOrder, uint32_t, uint32_t, uint64_t>> plans;
  std::set<uint64_t> seeds;
  for (uint64_t k = 0; k < 60; ++k) {
    const SwarmPlan plan = plan_of({.seed = 9}, k, uint64_t{1} << 30);
    plans.emplace(plan.order, plan.width, plan.functions, plan.max_depth);
    seeds.insert(plan.seed);
    EXPECT_EQ(plan.array_bytes, uint64_t{1} << (20 + k / 16));
  }
  EXPECT_EQ(seeds.size(), 60u);
  EXPECT_GE(plans.size(), 30u);
  EXPECT_EQ(plan_of({}, 1000, 5000).array_bytes, 5000u);
  EXPECT_EQ(plan_of({.array_bytes = 4096}, 40, uint64_t{1} << 30).array_bytes, 4096u);
  EXPECT_EQ(plan_of({.max_depth = 7}, 2, uint64_t{1} << 30).max_depth, 7u);
}

// A grid of 20^5 = 3.2 million states, of which an array of 4 KiB lets a search store a few thousand.
TEST(Swarm, TogetherSearchesMeetMoreThanEach) {
  const auto model = made(grid(5, 20, true));
  const SwarmOutcome outcome = swarm(*model, {.searches = 24, .array_bytes = 4096, .seed = 3, .threads = 2});
  uint64_t most = 0;
  uint64_t sum = 0;
  for (const SwarmSearch& search : outcome.searches) {
    most = std::max(most, search.states);
    sum += search.states;
    // Half of the bits, plus the additions of the last batch.
    EXPECT_LT(search.states, 4096u * 8 + 1000);
  }
  EXPECT_GT(outcome.states, 3.0 * static_cast<double>(most));
  EXPECT_LT(outcome.states, 1.03 * static_cast<double>(sum));
  EXPECT_GE(outcome.in_all.value_or(outcome.states), outcome.states);
}

void expect_same(const SwarmOutcome& one, const SwarmOutcome& other) {
  ASSERT_EQ(one.searches.size(), other.searches.size());
  for (size_t i = 0; i < one.searches.size(); ++i) {
    EXPECT_EQ(one.searches[i].number, i);
    EXPECT_EQ(one.searches[i].states, other.searches[i].states);
    EXPECT_EQ(one.searches[i].transitions, other.searches[i].transitions);
    EXPECT_EQ(one.searches[i].depth, other.searches[i].depth);
    EXPECT_EQ(one.searches[i].end, other.searches[i].end);
    EXPECT_EQ(one.searches[i].new_actions, other.searches[i].new_actions);
  }
  EXPECT_EQ(one.states, other.states);
  EXPECT_EQ(one.in_all, other.in_all);
  EXPECT_EQ(one.taken, other.taken);
  ASSERT_EQ(one.errors.size(), other.errors.size());
  for (size_t i = 0; i < one.errors.size(); ++i) {
    EXPECT_EQ(one.errors[i].path, other.errors[i].path);
    EXPECT_EQ(one.errors[i].found.source, other.errors[i].found.source);
    EXPECT_EQ(one.errors[i].found.occurrences, other.errors[i].found.occurrences);
  }
}

TEST(Swarm, DoesNotDependOnThreads) {
  const auto with_errors = made(philosophers(7));
  const auto without = made(grid(4, 12, true));
  for (const bool all_errors : {false, true}) {
    for (const interp::Interpreter* model : {with_errors.get(), without.get()}) {
      SwarmOptions options{.searches = 10, .array_bytes = 2048, .seed = 5, .threads = 1};
      options.all_errors = all_errors;
      const SwarmOutcome one = swarm(*model, options);
      options.threads = 4;
      expect_same(one, swarm(*model, options));
    }
  }
}

TEST(Swarm, EndsWithTheFirstSearchThatMeetsAnError) {
  const auto model = made(philosophers(6));
  const SwarmOutcome outcome = swarm(*model, {.searches = 50, .seed = 2, .threads = 3});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.stop, StopReason::FirstError);
  EXPECT_EQ(outcome.searches.back().number, outcome.errors[0].found.source);
  EXPECT_EQ(outcome.searches.back().end, SwarmEnd::Error);
}

TEST(Swarm, ThePathToAnErrorBecomesARun) {
  const auto model = made(philosophers(6));
  for (uint64_t seed = 0; seed < 4; ++seed) {
    const SwarmOutcome outcome = swarm(*model, {.searches = 9, .seed = seed, .all_errors = true});
    ASSERT_EQ(outcome.errors.size(), 1u);
    const SwarmError& error = outcome.errors[0];
    EXPECT_EQ(error.path.size() / model->words(), error.found.depth + 1);
    FoundViolation found = error.found;
    const Result<SearchOutcome> path = outcome_of_path(*model, kNoReduction, error.path, found);
    ASSERT_TRUE(path);
    const Trace trace = build_trace({*model, *model, kNoReduction, kNoReduction}, *path, found);
    EXPECT_FALSE(trace.empty());
    EXPECT_LE(trace.steps.size(), error.found.depth);
    EXPECT_EQ(replay_problem(*model, *model, trace, Event::Kind::Deadlock), std::nullopt);
  }
}

TEST(Swarm, EndsWhenItIsInterruptedOrItsTimeIsOver) {
  const auto model = made(grid(6, 30, true));
  const std::atomic<bool> interrupted{true};
  const SwarmOutcome stopped = swarm(*model, {.searches = UINT64_MAX, .threads = 2, .interrupted = &interrupted});
  EXPECT_EQ(stopped.stop, StopReason::Signal);
  uint64_t told = 0;
  const SwarmOutcome late = swarm(*model, {.searches = UINT64_MAX,
                                           .threads = 2,
                                           .max_seconds = 0.1,
                                           .progress_interval = 0.01,
                                           .on_progress = [&](const SearchProgress&) { ++told; }});
  EXPECT_EQ(late.stop, StopReason::TimeLimit);
  EXPECT_FALSE(late.searches.empty());
  EXPECT_GT(told, 0u);
}

TEST(Swarm, CountsTheActionsOfEachSearch) {
  const auto model = made(philosophers(4));
  const SwarmOutcome outcome = swarm(*model, {.searches = 6, .all_errors = true});
  const auto taken = static_cast<uint64_t>(std::count(outcome.taken.begin(), outcome.taken.end(), true));
  EXPECT_EQ(taken, outcome.taken.size());
  uint64_t fresh = 0;
  for (const SwarmSearch& search : outcome.searches) fresh += search.new_actions;
  EXPECT_EQ(fresh, taken);
  EXPECT_EQ(outcome.searches.front().new_actions, outcome.searches.front().actions);
}

TEST(MarkIn, OfOneGeneratorOnly) {
  const auto model = made(grid(2, 3, true));
  ActionCoverage all(model->program().actions.size());
  ActionCoverage own(model->program().actions.size());
  model->mark_actions(&all);
  SuccessorBatch batch(model->words());
  model->initial_states(batch);
  const std::vector<uint64_t> start(batch.state(0), batch.state(0) + model->words());
  const auto generator = model->make_generator();
  generator->mark_in(own);
  generator->expand(start.data(), 1, UINT32_MAX, batch);
  EXPECT_TRUE(own.taken(ir::ActionId(0)));
  EXPECT_FALSE(all.taken(ir::ActionId(0)));
}

}  // namespace
}  // namespace px::explore
