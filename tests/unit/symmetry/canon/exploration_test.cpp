// Whole explorations: the figures of [BDLM09] Figs. 4 and 8.
#include <gtest/gtest.h>
#include <iostream>

#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/unit/symmetry/models.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

SearchResult explore(const std::shared_ptr<const ir::Program>& program, const std::string& strategy) {
  const std::unique_ptr<interp::Interpreter> system = std::move(*interp::Interpreter::make(program));
  const symmetry::DetectedSymmetry found = symmetry::detect_symmetry(*program, system->layout());
  return search(*system, **make_reducer(strategy, *program, system->layout(), found.group));
}

TEST(Peterson, UnreducedFigures) {
  const SearchResult three = explore(peterson(3), "none");
  EXPECT_EQ(three.states, 2636u);
  EXPECT_EQ(three.edges, 7906u);
  EXPECT_EQ(three.events, 0u);
}

TEST(Peterson, ExactStrategiesGiveTheFiguresOfThePaper) {
  for (const std::string strategy : {"auto", "canonical", "exact-markers", "segmented", "sorted", "enumerate"}) {
    const SearchResult three = explore(peterson(3), strategy);
    EXPECT_EQ(three.states, 494u) << strategy;
    EXPECT_EQ(three.edges, 1480u) << strategy;
    const SearchResult four = explore(peterson(4), strategy);
    EXPECT_EQ(four.states, 3106u) << strategy;
    EXPECT_EQ(four.edges, 12421u) << strategy;
    EXPECT_EQ(four.events, 0u) << strategy;
  }
}

TEST(Peterson, FiveProcesses) {
  for (const std::string strategy : {"canonical", "exact-markers"}) {
    const SearchResult five = explore(peterson(5), strategy);
    EXPECT_EQ(five.states, 17321u) << strategy;
    EXPECT_EQ(five.edges, 86601u) << strategy;
  }
}

// The number of representatives of sorted-main and flattened depends on details; the relations do not.
TEST(Peterson, PartialAndApproximateStrategiesKeepTheirPlace) {
  const auto program = peterson(4);
  const uint64_t none = 60577, full = 3106;
  const uint64_t sorted_main = explore(program, "sorted-main").states;
  EXPECT_GT(sorted_main, full);
  EXPECT_LT(sorted_main, none);
  const uint64_t flattened = explore(program, "flattened").states;
  EXPECT_LT(flattened, full);
  EXPECT_GT(flattened, 100u);
  EXPECT_EQ(explore(program, "approx-markers").states, full);
}

TEST(Peterson, FloodingStoresAllAndExpandsOneOfEach) {
  const SearchResult three = explore(peterson(3), "flooding");
  EXPECT_EQ(three.states, 2636u);
  EXPECT_EQ(three.edges, 1480u);
}

// [LM07] Fig. 1: a session is active or not. 2^n states, n + 1 classes.
TEST(Login, StatesAreCountedByTheNumberOfActiveSessions) {
  for (const std::string strategy :
       {"canonical", "exact-markers", "approx-markers", "sorted", "segmented", "enumerate"}) {
    EXPECT_EQ(explore(login(6), strategy).states, 7u) << strategy;
  }
  EXPECT_EQ(explore(login(6), "none").states, 64u);
  EXPECT_EQ(explore(login(60), "canonical").states, 61u);
}

// Clients refer to clients, channels to clients and clients to channels: cells of elements everywhere.
TEST(Mail, StrategiesAreOrderedAsTheirGuaranteesSay) {
  for (const uint32_t n : {2u, 3u, 4u}) {
    const auto program = mail(n);
    const uint64_t none = explore(program, "none").states;
    const uint64_t full = explore(program, "enumerate").states;
    const uint64_t exact = explore(program, "exact-markers").states;
    const uint64_t sorted = explore(program, "sorted").states;
    const uint64_t approximate = explore(program, "approx-markers").states;
    EXPECT_EQ(explore(program, "canonical").states, full) << n;
    EXPECT_EQ(explore(program, "segmented").states, full) << n;
    EXPECT_LE(approximate, full) << n;
    EXPECT_LE(full, exact) << n;
    EXPECT_LE(exact, none) << n;
    EXPECT_LE(full, sorted) << n;
    EXPECT_LE(sorted, none) << n;
    EXPECT_LT(full, none) << n;
    std::cout << "mail " << n << ": none " << none << ", sorted " << sorted << ", exact-markers " << exact << ", full "
              << full << ", approx-markers " << approximate << ", flattened " << explore(program, "flattened").states
              << '\n';
  }
}

}  // namespace
}  // namespace px::test
