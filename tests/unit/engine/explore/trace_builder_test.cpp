#include "engine/explore/trace_builder.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px::explore {
namespace {

struct Found {
  std::unique_ptr<interp::Interpreter> interpreter;
  SearchOutcome outcome;
  Trace trace;
};

Found find(const std::shared_ptr<const ir::Program>& program, SearchOptions options) {
  Found found;
  found.interpreter = std::move(*interp::Interpreter::make(program));
  const IdentityReducer reducer;
  options.keep_parents = true;
  found.outcome = std::move(*explore::explore(*found.interpreter, reducer, options));
  const TraceSources sources{*found.interpreter, *found.interpreter, reducer, reducer};
  found.trace = build_trace(sources, found.outcome, found.outcome.found.at(0));
  return found;
}

TEST(TraceBuilder, LevelsGiveAShortestRun) {
  for (const store::TableKind store : {store::TableKind::Exact, store::TableKind::Tree, store::TableKind::Hash}) {
    for (const uint32_t threads : {1u, 4u}) {
      SearchOptions options;
      options.threads = threads;
      options.order = frontier::SearchOrder::Levels;
      options.store = store;
      const Found found = find(philosophers(4), options);
      EXPECT_EQ(found.trace.steps.size(), 4u);  // each takes the left fork
      EXPECT_FALSE(found.trace.failing_action.valid());
    }
  }
}

TEST(TraceBuilder, EveryStepIsASuccessorOfTheOneBefore) {
  SearchOptions options;
  options.threads = 2;
  const Found found = find(grid(3, 6, false), options);
  ASSERT_EQ(found.trace.steps.size(), 15u);
  std::vector<uint64_t> state = found.trace.initial;
  for (const TraceStep& step : found.trace.steps) {
    const Explanation explanation = found.interpreter->explain(state.data());
    EXPECT_TRUE(std::any_of(explanation.steps.begin(), explanation.steps.end(),
                            [&](const TraceStep& successor) { return successor.state() == step.state(); }));
    state = step.state();
  }
}

}  // namespace
}  // namespace px::explore
