// Repeats the same search many times: states, edges and verdict must not depend on thread timing.
//
// Each case runs the same model 200 times on every number of threads from 1 to 8, cycling through orders and stores,
// with tables that start small, so that they grow while all threads insert. Meant for the thread sanitizer as well as
// for plain builds; takes minutes there, hence the label `long`.
#include <gtest/gtest.h>

#include "engine/explore/explorer.h"
#include "engine/interp/interpreter.h"
#include "engine/jit/compiled_model.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px {
namespace {

constexpr uint32_t kRepetitions = 200;
constexpr uint32_t kMaxThreads = 8;

struct Counts {
  uint64_t states = 0;
  uint64_t transitions = 0;
  Verdict verdict = Verdict::Incomplete;
  bool operator==(const Counts&) const = default;
};

Counts run(const TransitionSystem& system, const explore::SearchOptions& options) {
  const IdentityReducer identity;
  const auto outcome = explore::explore(system, identity, options);
  if (!outcome) return {};
  return {outcome->result.states, outcome->result.transitions, outcome->result.verdict};
}

void repeat(const TransitionSystem& system, const Counts& expected) {
  for (uint32_t threads = 1; threads <= kMaxThreads; ++threads) {
    for (uint32_t repetition = 0; repetition < kRepetitions; ++repetition) {
      explore::SearchOptions options;
      options.threads = threads;
      options.all_errors = true;
      options.order = repetition % 2 == 0 ? frontier::SearchOrder::WorkStealing : frontier::SearchOrder::Levels;
      options.store = repetition % 3 == 0 ? store::TableKind::Tree : store::TableKind::Exact;
      options.keep_parents = repetition % 5 == 0;
      const Counts counts = run(system, options);
      ASSERT_EQ(counts.states, expected.states) << threads << " threads, repetition " << repetition;
      ASSERT_EQ(counts.transitions, expected.transitions) << threads << " threads, repetition " << repetition;
      ASSERT_EQ(counts.verdict, expected.verdict) << threads << " threads, repetition " << repetition;
    }
  }
}

std::shared_ptr<const TransitionSystem> interpreted(std::shared_ptr<const ir::Program> program) {
  return std::move(*interp::Interpreter::make(std::move(program)));
}

TEST(Repetition, Grid) {
  repeat(*interpreted(explore::grid(3, 5, true)), {125, 300, Verdict::Holds});
}

TEST(Repetition, NativeGrid) {
  const auto reference = interpreted(explore::grid(3, 8, true));
  if (!jit::has_native_execution()) GTEST_SKIP() << "this build has no native execution";
  const auto native = jit::compile(reference);
  ASSERT_TRUE(native.ok());
  repeat(**native, {512, 1344, Verdict::Holds});
}

TEST(Repetition, Philosophers) {
  const auto system = interpreted(explore::philosophers(4));
  explore::SearchOptions options;
  options.all_errors = true;
  const Counts expected = run(*system, options);
  EXPECT_EQ(expected.verdict, Verdict::Violated);
  EXPECT_GT(expected.states, 20u);
  repeat(*system, expected);
}

}  // namespace
}  // namespace px
