// --deterministic: approximate strategies that give the same counts on every run and for every number of threads.
#include <gtest/gtest.h>

#include "engine/explore/explorer.h"
#include "engine/explore/trace_builder.h"
#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/models.h"

namespace px::test {
namespace {

SearchResult search(const std::shared_ptr<const ir::Program>& program, const std::string& strategy, uint32_t threads) {
  const auto system = std::move(*interp::Interpreter::make(program));
  const symmetry::SymmetryGroup group = symmetry::detect_symmetry(*program, system->layout()).group;
  const auto reducer = std::move(*make_reducer(strategy, *program, system->layout(), group));
  explore::SearchOptions options;
  options.threads = threads;
  options.deterministic = true;
  return explore::explore(*system, *reducer, options)->result;
}

TEST(Deterministic, CountsDependOnTheModelOnly) {
  for (const std::string strategy : {"flattened", "approx-markers"}) {
    const SearchResult first = search(peterson(4), strategy, 1);
    EXPECT_GT(first.states, 100u) << strategy;
    EXPECT_EQ(first.verdict, Verdict::NoErrorFound);
    for (const uint32_t threads : {1u, 2u, 4u, 8u}) {
      const SearchResult again = search(peterson(4), strategy, threads);
      EXPECT_EQ(again.states, first.states) << strategy << ", " << threads << " threads";
      EXPECT_EQ(again.transitions, first.transitions) << strategy << ", " << threads << " threads";
      EXPECT_EQ(again.max_depth, first.max_depth) << strategy << ", " << threads << " threads";
    }
  }
}

TEST(Deterministic, MarkersThatMergeNothingGiveTheClasses) {
  EXPECT_EQ(search(peterson(4), "approx-markers", 2).states, 3106u);
  EXPECT_EQ(search(peterson(4), "approx-markers", 2).transitions, 12421u);
}

TEST(Deterministic, TracesFollowTheStatesThatWereExplored) {
  const std::string text =
      "sort S[4]\nprocess S { a, b }\nvar last: S none = none\nvar n: 0..9 = 0\n"
      "action go(p: S) at a -> b when last != p do { last := p; n := n + 1 }\n"
      "action back(p: S, q: S) at b -> a when p != q and last = q and n < 8 do { last := p; n := n + 1 }\n"
      "invariant small: n < 6\n";
  const auto program = std::make_shared<const ir::Program>(program_of(text));
  const auto system = std::move(*interp::Interpreter::make(program));
  const symmetry::SymmetryGroup group = symmetry::detect_symmetry(*program, system->layout()).group;
  ASSERT_FALSE(group.trivial());
  const auto full = std::move(*make_reducer("canonical", *program, system->layout(), group));
  for (const std::string strategy : {"flattened", "approx-markers"}) {
    const auto reducer = std::move(*make_reducer(strategy, *program, system->layout(), group));
    explore::SearchOptions options;
    options.threads = 2;
    options.deterministic = true;
    options.keep_parents = true;
    const explore::SearchOutcome outcome = std::move(*explore::explore(*system, *reducer, options));
    ASSERT_EQ(outcome.found.size(), 1u) << strategy;
    const explore::TraceSources trace_sources{*system, *system, *reducer, *full};
    EXPECT_EQ(build_trace(trace_sources, outcome, outcome.found[0]).steps.size(), 6u) << strategy;
  }
}

}  // namespace
}  // namespace px::test
