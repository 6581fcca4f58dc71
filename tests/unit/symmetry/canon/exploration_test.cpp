// Whole explorations: the figures of [BDLM09] Figs. 4 and 8.
#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/unit/symmetry/models.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

SearchResult explore(const std::shared_ptr<const ir::Program>& program, const std::string& strategy) {
  const std::unique_ptr<Interpreter> system = std::move(*Interpreter::make(program));
  const DetectedSymmetry found = detect_symmetry(*program, system->layout());
  return search(*system, **make_reducer(strategy, *program, system->layout(), found.group));
}

TEST(Peterson, UnreducedFigures) {
  const SearchResult three = explore(peterson(3), "none");
  EXPECT_EQ(three.states, 2636u);
  EXPECT_EQ(three.edges, 7906u);
  EXPECT_EQ(three.events, 0u);
}

TEST(Peterson, ExactStrategiesGiveTheFiguresOfThePaper) {
  for (const std::string strategy : {"auto", "canonical", "exact-markers", "enumerate"}) {
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

}  // namespace
}  // namespace px::test
