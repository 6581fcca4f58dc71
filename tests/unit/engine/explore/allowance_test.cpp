// Limits are also enforced within single long operations of a search: enumerating set-ups, the outcomes of one step, a
// quantifier.
#include <gtest/gtest.h>

#include "engine/explore/explorer.h"
#include "engine/interp/interpreter.h"
#include "tests/support/program_of.h"

namespace px::explore {
namespace {

// None of these finishes within the time limit of a test.
constexpr const char* kManySetUps = R"(
  sort A[7]  sort B[60]
  const f: [A] B
  var on: bool
  init { solve f with forall a: A. true }
  action flip do on := not on
)";
constexpr const char* kNoSetUp = R"(
  sort A[7]  sort B[60]
  const f: [A] B
  var on: bool
  init { solve f with (sum a: A. 2 * index(f[a])) = 413 }
  action flip do on := not on
)";
constexpr const char* kManyOutcomes = R"(
  var x: 0..100000
  var y: 0..100000
  action jump do { choose i: 0..100000; choose j: 0..100000; x := i; y := j }
)";
constexpr const char* kManyDistinctOutcomes = R"(
  var x: 0..100000
  var y: 0..100000
  action jump distinct do { choose i: 0..100000; choose j: 0..100000; x := i; y := j }
)";
constexpr const char* kLongQuantifier = R"(
  var x: bool
  action look when exists i: 0..16000000. exists j: 0..16000000. i + j < 0 do x := true
)";

// A search takes a second on an idle machine; instrumented programs are ten times as slow.
#ifdef PEXPLORE_SANITIZED
constexpr double kMaxSeconds = 200;
#else
constexpr double kMaxSeconds = 20;
#endif

SearchResult search(const char* text, const SearchOptions& options) {
  auto interpreter = interp::Interpreter::make(std::make_shared<const ir::Program>(test::program_of(text)));
  EXPECT_TRUE(interpreter.ok());
  const IdentityReducer reducer;
  auto outcome = explore::explore(**interpreter, reducer, options);
  EXPECT_TRUE(outcome.ok());
  EXPECT_LT(outcome->result.seconds, kMaxSeconds);
  return std::move(outcome->result);
}

class WithinOneStep : public ::testing::TestWithParam<const char*> {};

TEST_P(WithinOneStep, TimeIsKept) {
  SearchOptions options;
  options.threads = 2;
  options.max_seconds = 0.1;
  const SearchResult result = search(GetParam(), options);
  EXPECT_EQ(result.verdict, Verdict::Incomplete);
  EXPECT_EQ(result.stop, StopReason::TimeLimit);
}

TEST_P(WithinOneStep, InterruptionIsSeen) {
  const std::atomic<bool> interrupted{true};
  SearchOptions options;
  options.threads = 1;
  options.interrupted = &interrupted;
  EXPECT_EQ(search(GetParam(), options).verdict, Verdict::Interrupted);
}

INSTANTIATE_TEST_SUITE_P(Work, WithinOneStep,
                         ::testing::Values(kManySetUps, kNoSetUp, kManyOutcomes, kManyDistinctOutcomes,
                                           kLongQuantifier));

class ManyResults : public ::testing::TestWithParam<const char*> {};

TEST_P(ManyResults, MemoryIsKept) {
  SearchOptions options;
  options.threads = 1;
  options.memory_bytes = uint64_t{16} << 20;
  options.max_seconds = 60;
  const SearchResult result = search(GetParam(), options);
  EXPECT_EQ(result.verdict, Verdict::Incomplete);
  EXPECT_EQ(result.stop, StopReason::MemoryLimit);
}

INSTANTIATE_TEST_SUITE_P(Work, ManyResults, ::testing::Values(kManySetUps, kManyOutcomes, kManyDistinctOutcomes));

}  // namespace
}  // namespace px::explore
