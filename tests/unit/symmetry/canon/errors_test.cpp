// Errors of a reduced search: at all places of the model where the full search has them, each with a run to exactly
// that place.
#include <gtest/gtest.h>
#include <set>

#include "engine/explore/trace_builder.h"
#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/lift.h"
#include "tests/support/program_of.h"

namespace px::test {
namespace {

// A program in which variables are lifted: the text of each variable occurs once for each.
class Errors : public testing::Test {
 protected:
  void use(const std::string& text) {
    const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(program_of(text));
    ASSERT_TRUE(lifted);
    system = std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(lifted->program)));
    group = symmetry::detect_symmetry(system->program(), system->layout()).group;
  }
  std::unique_ptr<Reducer> reducer(const std::string& strategy) const {
    return std::move(*make_reducer(strategy, system->program(), system->layout(), group));
  }
  explore::SearchOutcome search(const Reducer& by) const {
    explore::SearchOptions options;
    options.all_errors = true;
    options.keep_parents = true;
    options.order = frontier::SearchOrder::Levels;
    return std::move(*explore::explore(*system, by, options));
  }

  std::unique_ptr<interp::Interpreter> system;
  symmetry::SymmetryGroup group;
};

std::set<explore::ViolationLog::Key> places(const explore::SearchOutcome& outcome) {
  std::set<explore::ViolationLog::Key> keys;
  for (const explore::FoundViolation& found : outcome.found) keys.insert(explore::ViolationLog::key_of(found.event));
  return keys;
}

constexpr const char* kThreeCounters = R"(
var a: 0..2  var b: 0..2  var c: 0..2
action up_a when a < 2 do { a := a + 1; assert a < 2, "a" }
action up_b when b < 2 do { b := b + 1; assert b < 2, "b" }
action up_c when c < 2 do { c := c + 1; assert c < 2, "c" }
action over_a when a = 2 do { a := a + b }
action over_b when b = 2 do { b := b + c }
action over_c when c = 2 do { c := c + a }
deadlock off
)";

TEST_F(Errors, AreListedAtEveryPlace) {
  use(kThreeCounters);
  ASSERT_EQ(group.order(), "3");
  const std::set<explore::ViolationLog::Key> all = places(search(*reducer("none")));
  EXPECT_EQ(all.size(), 6u);
  for (const std::string strategy : {"canonical", "exact-markers", "enumerate", "flooding"}) {
    EXPECT_EQ(places(search(*reducer(strategy))), all) << strategy;
  }
}

std::string order_with_sum_of(const std::string& item) {
  const ir::Program program = program_of(
      "sort U[2]\nvar f: [U] 0..2  var n: 0..2\n"
      "action one(p: U) when f[p] = 0 and n = 0 do { f[p] := 1; n := 1 }\n"
      "action two(p: U) when f[p] = 0 and n = 1 do { f[p] := 2; n := 2 }\n"
      "invariant small: n < 2 or (sum q: U. " +
      item + ") < 5\ndeadlock off\n");
  return symmetry::detect_symmetry(program, *ir::Layout::make(program)).group.order();
}

// Which element is evaluated first decides which of two errors ends a sum.
TEST(ErrorsOfElements, KeepTheirOrderIfThereAreSeveral) {
  EXPECT_EQ(order_with_sum_of("f[q]"), "2");
  EXPECT_EQ(order_with_sum_of("f[q] / (n - f[q])"), "2");
  EXPECT_EQ(order_with_sum_of("if f[q] = 1 then 1 / (n - 2) else 1 % (n - 2)"), "1");
}

TEST_F(Errors, HaveRunsToTheVeryPlace) {
  use(kThreeCounters);
  const auto canonical = reducer("canonical");
  const explore::SearchOutcome outcome = search(*canonical);
  const explore::TraceSources sources{*system, *system, *canonical, *canonical};
  for (const explore::FoundViolation& found : outcome.found) {
    const Trace trace = build_trace(sources, outcome, found);
    ASSERT_FALSE(trace.empty());
    const std::vector<uint64_t>& last = trace.steps.empty() ? trace.initial : trace.steps.back().state();
    std::set<explore::ViolationLog::Key> met;
    for (const auto& located : system->explain(last.data()).events)
      met.insert(explore::ViolationLog::key_of(located.event));
    EXPECT_TRUE(met.contains(explore::ViolationLog::key_of(found.event)));
    EXPECT_TRUE(trace.failing_action.valid());
  }
}

}  // namespace
}  // namespace px::test
