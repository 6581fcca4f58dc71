// The guarantees of each strategy on random typed states.
#include <gtest/gtest.h>
#include <numeric>

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

  std::unique_ptr<Reducer> make(const std::string& strategy, symmetry::ReducerOptions options = {}) const {
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
  const symmetry::StatePermuter permuter = *symmetry::StatePermuter::make(*bench.model.program, bench.layout);
  std::mt19937_64 random(seed);
  std::vector<State> images;
  for (const State& s : states) {
    images.emplace_back(s.size());
    permuter.apply(random_permutation(bench.model, permuter.space(), random), s.data(), images.back().data());
  }
  return images;
}

// The strategies of the table that store representatives and guarantee at least this.
std::vector<const symmetry::Strategy*> representatives(const Bench& bench, symmetry::Strategy::Coverage least) {
  std::vector<const symmetry::Strategy*> found;
  for (const symmetry::Strategy& strategy : symmetry::kStrategies) {
    if (strategy.coverage < least || strategy.guarantee != Guarantee::Exact) continue;
    const auto reducer = bench.make(std::string(strategy.name));
    if (reducer->kind() == Reducer::Kind::Representative) found.push_back(&strategy);
  }
  return found;
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
  for (const symmetry::Strategy* strategy : representatives(bench, symmetry::Strategy::Coverage::Partial)) {
    const std::unique_ptr<Reducer> reducer = bench.make(std::string(strategy->name));
    EXPECT_EQ(reducer->full(), strategy->coverage == symmetry::Strategy::Coverage::Full) << strategy->name;
    EXPECT_EQ(orbits, reduce_all(*oracle, reduce_all(*reducer, states))) << strategy->name;
  }
}

TEST_P(StrategiesTest, ThePermutationToldMakesTheRepresentative) {
  const std::vector<State> states = random_states(bench, 200, 6);
  for (const symmetry::Strategy* strategy : representatives(bench, symmetry::Strategy::Coverage::Partial)) {
    const std::unique_ptr<Reducer> reducer = bench.make(std::string(strategy->name));
    const std::vector<State> expected = reduce_all(*reducer, states);
    const auto worker = reducer->make_worker();
    for (size_t i = 0; i < states.size(); ++i) {
      State told = states[i];
      std::vector<symmetry::Point> image;
      ASSERT_TRUE(worker->reduce_told(told.data(), image)) << strategy->name;
      ASSERT_EQ(told, expected[i]) << strategy->name;
      State moved(told.size());
      reducer->group()->apply(image.data(), states[i].data(), moved.data());
      ASSERT_EQ(moved, told) << strategy->name;
    }
  }
}

// In both directions: states that one strategy merges, the other merges too.
void expect_same_classes(const std::vector<State>& a, const std::vector<State>& b, const std::string& what) {
  std::map<State, State> forth, back;
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(forth.emplace(a[i], b[i]).first->second, b[i]) << what;
    EXPECT_EQ(back.emplace(b[i], a[i]).first->second, a[i]) << what;
  }
}

TEST_P(StrategiesTest, FullStrategiesJoinWhatEnumerateJoins) {
  const std::vector<State> states = random_states(bench, 2000, 6);
  const std::vector<State> classes = reduce_all(*bench.make("enumerate"), states);
  for (const symmetry::Strategy* strategy : representatives(bench, symmetry::Strategy::Coverage::Full)) {
    const std::string name(strategy->name);
    expect_same_classes(classes, reduce_all(*bench.make(name), states), name);
  }
}

std::vector<State> keys_of(const Reducer& reducer, const std::vector<State>& states) {
  std::vector<uint64_t> batch;
  for (const State& s : states) batch.insert(batch.end(), s.begin(), s.end());
  std::vector<uint64_t> keys(states.size() * reducer.key_words());
  reducer.make_worker()->make_keys(batch.data(), states.size(), keys.data());
  std::vector<State> result;
  for (size_t i = 0; i < states.size(); ++i) {
    const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(i * reducer.key_words());
    result.emplace_back(begin, begin + reducer.key_words());
  }
  return result;
}

// [BDLM09] Prop. 1 (1): m(s) = m(s^p); for every number of rounds.
TEST_P(StrategiesTest, ApproximateMarkersAreConstantOnOrbits) {
  const std::vector<State> states = random_states(bench, 400, 7);
  const std::vector<State> images = random_images(bench, states, 8);
  for (const uint32_t rounds : {1u, 2u, 3u}) {
    const std::unique_ptr<Reducer> reducer = bench.make("approx-markers", {.marker_rounds = rounds, .main_array = {}});
    EXPECT_EQ(reducer->guarantee(), Guarantee::Approximate);
    EXPECT_FALSE(reducer->caveat().empty());
    EXPECT_EQ(keys_of(*reducer, states), keys_of(*reducer, images)) << rounds;
  }
}

// [BDLM09] Prop. 1 (3): m_exact(s) = m_exact(s') implies m(s) = m(s').
TEST_P(StrategiesTest, ExactMarkersAreFinerThanApproximateOnes) {
  std::vector<State> states = random_states(bench, 300, 9);
  const std::vector<State> images = random_images(bench, states, 10);
  states.insert(states.end(), images.begin(), images.end());
  const std::vector<State> exact = reduce_all(*bench.make("exact-markers"), states);
  const std::vector<State> approximate = keys_of(*bench.make("approx-markers"), states);
  std::map<State, State> marker;
  for (size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(marker.emplace(exact[i], approximate[i]).first->second, approximate[i]);
  }
}

TEST_P(StrategiesTest, FloodingMakesTheWholeOrbitOnce) {
  const std::unique_ptr<Reducer> flooding = bench.make("flooding");
  const std::unique_ptr<Reducer> enumerate = bench.make("enumerate");
  const std::unique_ptr<ReducerWorker> worker = flooding->make_worker();
  for (const State& state : random_states(bench, 10, 11)) {
    std::vector<uint64_t> images;
    worker->make_images(state.data(), images);
    std::vector<State> orbit{state};
    for (size_t at = 0; at < images.size(); at += state.size()) {
      orbit.emplace_back(images.begin() + static_cast<std::ptrdiff_t>(at),
                         images.begin() + static_cast<std::ptrdiff_t>(at + state.size()));
    }
    std::sort(orbit.begin(), orbit.end());
    EXPECT_EQ(std::adjacent_find(orbit.begin(), orbit.end()), orbit.end());
    EXPECT_EQ(reduce_all(*enumerate, {state})[0], orbit.front());
  }
}

INSTANTIATE_TEST_SUITE_P(Models, StrategiesTest, testing::Range<size_t>(0, 8),
                         [](const auto& info) { return data_models()[info.param].name; });

// [BDLM09] Prop. 2: with no cells indexed by the sort that hold elements, both kinds of markers are full and exact.
TEST(Markers, AreFullAndExactWithoutCellsOfElements) {
  for (const Model& model : {lanes_model(5), wide_lanes_model(4)}) {
    Bench bench(model);
    const std::vector<State> states = random_states(bench, 3000, 12);
    const std::vector<State> classes = reduce_all(*bench.make("enumerate"), states);
    expect_same_classes(classes, reduce_all(*bench.make("exact-markers"), states), "exact-markers");
    expect_same_classes(classes, reduce_all(*bench.make("sorted"), states), "sorted");
    expect_same_classes(classes, keys_of(*bench.make("approx-markers"), states), "approx-markers");
  }
}

// States in which refinement alone distinguishes nothing: `next` is a permutation, everybody owns itself.
class CycleStates {
 public:
  explicit CycleStates(uint32_t n) : n_(n), bench(pointers_model(n)) {}

  State make(const std::vector<uint32_t>& next) const {
    State state(bench.layout.words(), 0);
    for (uint32_t v = 0; v < 2; ++v) {
      const ir::VariableLayout& place = bench.layout.variable(ir::VariableId(v));
      const ir::ScalarCode& code = bench.layout.shape(place.core).code;
      for (uint32_t i = 0; i < n_; ++i) {
        ir::write_bits(state.data(), place.offset + i * place.strides[0], code.width,
                       code.encode(v == 0 ? next[i] : i));
      }
    }
    return state;
  }
  std::vector<State> all_permutations() const {
    std::vector<uint32_t> next(n_);
    std::iota(next.begin(), next.end(), 0u);
    std::vector<State> states;
    do {
      states.push_back(make(next));
    } while (std::next_permutation(next.begin(), next.end()));
    return states;
  }

 private:
  uint32_t n_;

 public:
  Bench bench;
};

// Orbits of permutations under renaming are cycle types: partitions of n.
TEST(Canonical, OpensClassesThatRefinementCannotSplit) {
  const CycleStates cycles(6);
  const std::unique_ptr<Reducer> canonical = cycles.bench.make("canonical");
  const std::vector<State> states = cycles.all_permutations();
  std::vector<State> reduced = reduce_all(*canonical, states);
  std::sort(reduced.begin(), reduced.end());
  EXPECT_EQ(std::unique(reduced.begin(), reduced.end()) - reduced.begin(), 11);

  const std::unique_ptr<ReducerWorker> worker = canonical->make_worker();
  State two_triangles = cycles.make({1, 2, 0, 4, 5, 3});
  worker->reduce(two_triangles.data(), 1);
  std::map<std::string, uint64_t> figures;
  for (const Statistic& figure : worker->statistics()) figures[figure.name] = figure.value;
  EXPECT_EQ(figures.at("states individualised"), 1u);
  EXPECT_GE(figures.at("most leaves of a search"), 1u);
  EXPECT_LE(figures.at("most leaves of a search"), 6u);
}

// Every graph on six vertices: 156 classes ([OEIS] A000088), regular ones among them.
TEST(Canonical, TellsAllGraphsOnSixVerticesApart) {
  Bench bench(relations_model(6));
  const std::unique_ptr<Reducer> canonical = bench.make("canonical");
  const ir::VariableLayout& distance = bench.layout.variable(ir::VariableId(0));
  std::vector<State> states;
  for (uint32_t bits = 0; bits < (1u << 15); ++bits) {
    State state(bench.layout.words(), 0);
    uint32_t edge = 0;
    for (uint32_t i = 0; i < 6; ++i) {
      for (uint32_t j = i + 1; j < 6; ++j, ++edge) {
        if ((bits >> edge & 1) == 0) continue;
        ir::write_bits(state.data(), distance.offset + i * distance.strides[0] + j * distance.strides[1], 2, 1);
        ir::write_bits(state.data(), distance.offset + j * distance.strides[0] + i * distance.strides[1], 2, 1);
      }
    }
    states.push_back(std::move(state));
  }
  std::vector<State> reduced = reduce_all(*canonical, states);
  std::sort(reduced.begin(), reduced.end());
  EXPECT_EQ(std::unique(reduced.begin(), reduced.end()) - reduced.begin(), 156);
}

TEST(Canonical, LargeBlocksAreSortedToo) {
  Bench bench(lanes_model(150));
  const std::vector<State> states = random_states(bench, 20, 13);
  for (const std::string strategy : {"canonical", "exact-markers"}) {
    const std::unique_ptr<Reducer> reducer = bench.make(strategy);
    EXPECT_EQ(reduce_all(*reducer, states), reduce_all(*reducer, random_images(bench, states, 14))) << strategy;
  }
}

TEST(MainArray, CanBeChosenByName) {
  Bench bench(lanes_model(4));
  const std::vector<State> states = random_states(bench, 500, 15);
  const std::vector<State> classes = reduce_all(*bench.make("enumerate"), states);
  const std::unique_ptr<Reducer> by_flag = bench.make("segmented", {.marker_rounds = 2, .main_array = "flag"});
  expect_same_classes(classes, reduce_all(*by_flag, states), "flag");
  const Result<std::unique_ptr<Reducer>> unknown = make_reducer(
      "segmented", *bench.model.program, bench.layout, bench.model.group, {.marker_rounds = 2, .main_array = "x"});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.failure().diagnostics[0].kind, DiagnosticKind::UnknownName);
}

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
