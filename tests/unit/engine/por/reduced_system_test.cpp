// Searches of small programs with and without partial-order reduction.
#include "engine/por/reduced_system.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/explore/explorer.h"
#include "engine/interp/interpreter.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::por {
namespace {

struct Found {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t completed = 0;
  std::vector<std::string> errors;
  uint64_t deadlocks = 0;
};

Found found_in(const TransitionSystem& system, const explore::SearchOptions& options) {
  const IdentityReducer reducer;
  auto outcome = explore::explore(system, reducer, options);
  EXPECT_TRUE(outcome.ok());
  Found found{outcome->result.states, outcome->result.transitions, outcome->completed, {}, 0};
  for (const Violation& violation : outcome->result.violations) {
    found.errors.push_back(violation.message);
    if (violation.kind == ViolationKind::Deadlock) found.deadlocks += violation.occurrences;
  }
  std::sort(found.errors.begin(), found.errors.end());
  return found;
}

struct Both {
  Found full;
  Found reduced;
};

// The same errors, and the same reduced states in every order and on every number of threads.
Both search(std::string_view text) {
  auto made = interp::Interpreter::make(std::make_shared<const ir::Program>(ir::samples::program(text)));
  EXPECT_TRUE(made.ok());
  const interp::Interpreter& interpreter = **made;
  const auto independence = Independence::make(interpreter.program(), interpreter.layout());
  EXPECT_NE(independence, nullptr);
  explore::SearchOptions options;
  options.all_errors = true;
  Both both{found_in(interpreter, options), {}};
  for (const uint32_t threads : {1u, 3u}) {
    for (const frontier::SearchOrder order : {frontier::SearchOrder::WorkStealing, frontier::SearchOrder::Levels}) {
      options.threads = threads;
      options.order = order;
      const ReducedSystem reduced(interpreter, *independence, interpreter.sequences());
      const Found found = found_in(reduced, options);
      EXPECT_EQ(found.errors, both.full.errors);
      EXPECT_EQ(found.deadlocks, both.full.deadlocks);
      EXPECT_LE(found.states, both.full.states);
      if (both.reduced.states != 0) {
        EXPECT_EQ(found.states, both.reduced.states);
        EXPECT_EQ(found.transitions, both.reduced.transitions);
      }
      both.reduced = found;
    }
  }
  return both;
}

TEST(ReducedSystem, OneOrderOfStepsThatDoNotMeet) {
  const Both both = search(R"(
sort P[4]
process P { a, b, c end }
var x: [P] 0..1
action one(p: P) at a -> b do x[p] := 1
action two(p: P) at b -> c do x[p] := 0
)");
  EXPECT_EQ(both.full.states, 81u);
  EXPECT_EQ(both.reduced.states, 9u);
}

TEST(ReducedSystem, APipelineIsALine) {
  const Both both = search(R"(
sort P[3]
process P { run, done end }
var q: [P] queue[2] { v: 0..4 }
var n: [P] 0..4
var next: 0..4
action make(p: P) at run -> run when p = P#0 and next < 4 and len(q[p]) < 2 do { push q[p](next); next := next + 1 }
action stop(p: P) at run -> done when p = P#0 and next = 4
action pass(p: P) at run -> run when p = P#1 and len(q[P#0]) > 0 and len(q[p]) < 2 do { push q[p](q[P#0][0].v); pop q[P#0] }
action eat(p: P) at run -> run when p = P#2 and len(q[P#1]) > 0 do { n[p] := q[P#1][0].v; pop q[P#1] }
deadlock off
)");
  EXPECT_LT(both.reduced.states * 2, both.full.states);
}

// The first process cycles for ever and never interacts with the second, whose assertion fails.
TEST(ReducedSystem, NothingIsPutOffForEver) {
  const Both both = search(R"(
sort P[2]
process P { a, b, c end }
var x: [P] 0..1
action there(p: P) at a -> b when p = P#0 do x[p] := 1
action back(p: P) at b -> a when p = P#0 do x[p] := 0
action wait(p: P) at a -> b when p = P#1
action fail(p: P) at b -> c when p = P#1 do assert x[p] = 1, "the second fails"
)");
  EXPECT_EQ(both.full.errors, std::vector<std::string>{"the second fails"});
}

TEST(ReducedSystem, InvariantsSeeEveryOrderOfWhatTheyRead) {
  const Both both = search(R"(
sort P[3]
process P { a, b, c end }
var x: [P] 0..1
action one(p: P) at a -> b do x[p] := 1
action two(p: P) at b -> c do x[p] := 0
invariant few: (count p: P. x[p] = 1) < 3
)");
  ASSERT_EQ(both.full.errors.size(), 1u);
}

TEST(ReducedSystem, DeadlocksStay) {
  const Both both = search(R"(
sort P[3]
process P { think, one, eat }
var taken: [P] bool
action left(p: P) at think -> one when not taken[p] do taken[p] := true
action right(p: P, q: P) at p: one -> eat when index(q) = (index(p) + 1) % 3 and not taken[q] do taken[q] := true
action leave(p: P, q: P) at p: eat -> think when index(q) = (index(p) + 1) % 3 do { taken[p] := false; taken[q] := false }
)");
  EXPECT_GT(both.full.deadlocks, 0u);
}

}  // namespace
}  // namespace px::por
