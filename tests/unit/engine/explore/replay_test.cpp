#include "engine/explore/replay.h"

#include <gtest/gtest.h>

#include "engine/explore/trace_builder.h"
#include "engine/interp/interpreter.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px::explore {
namespace {

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() : interpreter_(std::move(*interp::Interpreter::make(philosophers(3)))) {
    SearchOptions options;
    options.keep_parents = true;
    const IdentityReducer reducer;
    const SearchOutcome outcome = std::move(*explore::explore(*interpreter_, reducer, options));
    trace_ = build_trace({*interpreter_, *interpreter_, reducer, reducer}, outcome, outcome.found.at(0));
  }
  std::string problem(const Trace& trace, Event::Kind kind = Event::Kind::Deadlock) const {
    return replay_problem(*interpreter_, *interpreter_, trace, kind).value_or("");
  }

  std::unique_ptr<interp::Interpreter> interpreter_;
  Trace trace_;
};

TEST_F(ReplayTest, ARunIsOne) {
  EXPECT_EQ(problem(trace_), "");
}

TEST_F(ReplayTest, WhatIsNoRunIsFound) {
  Trace trace = trace_;
  trace.initial = trace.steps.back().state();
  EXPECT_EQ(problem(trace), "its first state is no initial state");
  trace = trace_;
  trace.steps.erase(trace.steps.begin());
  EXPECT_EQ(problem(trace), "step 1 cannot be taken");
  trace = trace_;
  trace.steps.pop_back();
  EXPECT_EQ(problem(trace), "it does not end in the error");
  EXPECT_EQ(problem(trace_, Event::Kind::Invariant), "it does not end in the error");
  trace = trace_;
  trace.steps.front().micro_steps.front().state.front() ^= 1;
  EXPECT_EQ(problem(trace), "step 1 cannot be taken");
}

}  // namespace
}  // namespace px::explore
