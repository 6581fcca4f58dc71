// Random typed states: what each strategy promises.
#include <gtest/gtest.h>

#include "symmetry/canon/make_reducer.h"
#include "symmetry/perm/state_permuter.h"
#include "tests/unit/symmetry/models.h"
#include "tests/unit/symmetry/random_permutation.h"
#include "tests/unit/symmetry/typed_state.h"

namespace px::test {
namespace {

using State = std::vector<uint64_t>;

struct Bench {
  explicit Bench(Model m) : model(std::move(m)), layout(*ir::Layout::make(*model.program)) {}

  std::unique_ptr<Reducer> make(const std::string& strategy, ReducerOptions options = {}) {
    Result<std::unique_ptr<Reducer>> made = make_reducer(strategy, *model.program, layout, model.group, options);
    EXPECT_TRUE(made.ok());
    return std::move(*made);
  }

  Model model;
  ir::Layout layout;
};

// Reduces all states as one batch.
std::vector<State> reduce_all(const Reducer& reducer, const std::vector<State>& states) {
  const size_t words = states[0].size();
  std::vector<uint64_t> batch;
  for (const State& s : states) batch.insert(batch.end(), s.begin(), s.end());
  reducer.make_worker()->reduce(batch.data(), states.size());
  std::vector<State> reduced;
  for (size_t i = 0; i < states.size(); ++i) {
    reduced.emplace_back(batch.begin() + static_cast<std::ptrdiff_t>(i * words),
                         batch.begin() + static_cast<std::ptrdiff_t>((i + 1) * words));
  }
  return reduced;
}

std::vector<State> random_states(const Bench& bench, size_t count, uint64_t seed) {
  const TypedStates states(*bench.model.program, bench.layout);
  std::mt19937_64 random(seed);
  std::vector<State> result;
  for (size_t i = 0; i < count; ++i) result.push_back(states.random(random, static_cast<int>(i % 4)));
  return result;
}

std::vector<State> random_images(const Bench& bench, const std::vector<State>& states, uint64_t seed) {
  const StatePermuter permuter = *StatePermuter::make(*bench.model.program, bench.layout);
  std::mt19937_64 random(seed);
  std::vector<State> images;
  for (const State& s : states) {
    images.emplace_back(s.size());
    permuter.apply(random_permutation(bench.model, permuter.space(), random), s.data(), images.back().data());
  }
  return images;
}

class StrategiesTest : public testing::TestWithParam<size_t> {
 protected:
  Bench bench{data_models()[GetParam()]};
};

TEST_P(StrategiesTest, CanonicalIsConstantOnOrbitsAndIdempotent) {
  const std::vector<State> states = random_states(bench, 400, 3);
  const std::unique_ptr<Reducer> canonical = bench.make("canonical");
  const std::vector<State> reduced = reduce_all(*canonical, states);
  EXPECT_EQ(reduced, reduce_all(*canonical, random_images(bench, states, 4)));
  EXPECT_EQ(reduced, reduce_all(*canonical, reduced));
}

TEST_P(StrategiesTest, ExactStrategiesStayInTheOrbit) {
  const std::vector<State> states = random_states(bench, 200, 5);
  const std::unique_ptr<Reducer> oracle = bench.make("enumerate");
  const std::vector<State> orbits = reduce_all(*oracle, states);
  for (const std::string strategy : {"canonical", "exact-markers"}) {
    EXPECT_EQ(orbits, reduce_all(*oracle, reduce_all(*bench.make(strategy), states))) << strategy;
  }
}

TEST_P(StrategiesTest, CanonicalJoinsWhatEnumerateJoins) {
  const std::vector<State> states = random_states(bench, 2000, 6);
  const std::vector<State> by_enumeration = reduce_all(*bench.make("enumerate"), states);
  const std::vector<State> by_markers = reduce_all(*bench.make("canonical"), states);
  std::map<State, State> partner;
  std::map<State, State> back;
  for (size_t i = 0; i < states.size(); ++i) {
    const auto [forth, fresh] = partner.emplace(by_enumeration[i], by_markers[i]);
    EXPECT_EQ(forth->second, by_markers[i]);
    const auto [reverse, unseen] = back.emplace(by_markers[i], by_enumeration[i]);
    EXPECT_EQ(reverse->second, by_enumeration[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, StrategiesTest, testing::Range<size_t>(0, 8),
                         [](const auto& info) { return data_models()[info.param].name; });

TEST(MakeReducer, RefusesWhatItCannotDo) {
  Bench bench(lanes_model(12));
  const Result<std::unique_ptr<Reducer>> unknown =
      make_reducer("sideways", *bench.model.program, bench.layout, bench.model.group);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.failure().diagnostics[0].kind, DiagnosticKind::UnknownName);
  const Result<std::unique_ptr<Reducer>> large =
      make_reducer("enumerate", *bench.model.program, bench.layout, bench.model.group);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.failure().diagnostics[0].kind, DiagnosticKind::LimitExceeded);
}

}  // namespace
}  // namespace px::test
