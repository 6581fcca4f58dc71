// Strategies under many actions of many groups, several sorts at once, on random states: in the orbit, constant on it,
// and one class per orbit, by brute force over the whole group.
#include <gtest/gtest.h>
#include <numeric>
#include <set>

#include "engine/base/exit_code.h"
#include "engine/ir/builder.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/make_reducer.h"
#include "tests/unit/symmetry/group/action_library.h"
#include "tests/unit/symmetry/typed_state.h"

namespace px::test {
namespace {

using ir::Builder;
using ir::Domain;
using ir::SortId;
using State = std::vector<uint64_t>;

// The points of an action as elements: each orbit as a separate sort, or all in one sort.
struct Placement {
  std::vector<uint32_t> sort_sizes;
  std::vector<uint16_t> place;  // per point of the action: the point of the program
};

Placement orbits_as_sorts(const symmetry::PermutationGroup& group, std::mt19937_64& random) {
  Placement placement;
  placement.place.resize(group.points());
  uint32_t next = 0;
  for (std::vector<uint16_t> orbit : group.orbits()) {
    std::shuffle(orbit.begin(), orbit.end(), random);
    for (const uint16_t point : orbit) placement.place[point] = static_cast<uint16_t>(next++);
    placement.sort_sizes.push_back(static_cast<uint32_t>(orbit.size()));
  }
  return placement;
}

Placement one_sort(const symmetry::PermutationGroup& group, std::mt19937_64& random) {
  Placement placement;
  placement.place.resize(group.points());
  std::iota(placement.place.begin(), placement.place.end(), uint16_t{0});
  std::shuffle(placement.place.begin(), placement.place.end(), random);
  placement.sort_sizes = {group.points()};
  return placement;
}

symmetry::SymmetryGroup placed(const symmetry::PermutationGroup& group, const Placement& placement) {
  symmetry::SymmetryGroup result;
  for (const symmetry::Permutation& g : group.generators()) {
    std::vector<uint16_t> images(group.points());
    for (uint32_t p = 0; p < images.size(); ++p) images[placement.place[p]] = placement.place[g.image(p)];
    result.generators.emplace_back(std::move(images));
  }
  result.whole_order = group.order();
  return result;
}

// Cells of every kind that can hold an element.
ir::Program cells_over(const std::vector<uint32_t>& sort_sizes) {
  Builder b("cells");
  std::vector<SortId> sorts;
  for (size_t s = 0; s < sort_sizes.size(); ++s) sorts.push_back(b.sort("S" + std::to_string(s), sort_sizes[s]));
  for (size_t s = 0; s < sorts.size(); ++s) {
    const std::string name = std::to_string(s);
    const Domain all = Domain::of(b.whole(sorts[s]));
    b.variable("mark" + name, b.array_type(all, b.int_type(0, 2)));
    b.variable("head" + name, b.element_type(sorts[s], true));
    b.variable("next" + name, b.array_type(all, b.element_type(sorts[(s + 1) % sorts.size()], true)));
    if (sort_sizes[s] <= 64) b.variable("some" + name, b.set_type(all));
    if (s == 0) b.local(b.whole(sorts[s]), "own", b.int_type(0, 3));
    if (s == 0 && sort_sizes[s] <= 8) b.variable("rel", b.array_type(all, b.array_type(all, b.bool_type())));
  }
  return b.take();
}

class Setting {
 public:
  Setting(const symmetry::PermutationGroup& group, const Placement& placement)
      : program_(cells_over(placement.sort_sizes)),
        layout_(*ir::Layout::make(program_)),
        permuter_(*symmetry::StatePermuter::make(program_, layout_)),
        group_(placed(group, placement)) {}

  std::vector<State> reduced(const std::string& strategy, std::vector<State> states) const {
    const std::unique_ptr<Reducer> reducer = std::move(*make_reducer(strategy, program_, layout_, group_));
    const std::unique_ptr<ReducerWorker> worker = reducer->make_worker();
    State batch;
    for (const State& state : states) batch.insert(batch.end(), state.begin(), state.end());
    worker->reduce(batch.data(), states.size());
    for (size_t i = 0; i < states.size(); ++i) {
      std::copy_n(batch.begin() + static_cast<std::ptrdiff_t>(i * layout_.words()), layout_.words(), states[i].begin());
    }
    return states;
  }

  std::vector<State> random_states(size_t count, uint64_t seed) const {
    const TypedStates typed(program_, layout_);
    std::mt19937_64 random(seed);
    std::vector<State> states;
    for (size_t i = 0; i < count; ++i) states.push_back(typed.random(random, static_cast<int>(i % 4)));
    return states;
  }

  std::vector<State> all_images(const State& state) const {
    std::vector<State> images;
    symmetry::PermutationGroup(permuter_.space().size(), group_.generators)
        .for_each_element([&](const symmetry::Permutation& p) {
          images.emplace_back(state.size());
          permuter_.apply(p, state.data(), images.back().data());
        });
    return images;
  }

 private:
  ir::Program program_;
  ir::Layout layout_;
  symmetry::StatePermuter permuter_;
  symmetry::SymmetryGroup group_;
};

class ActionsTest : public testing::TestWithParam<size_t> {
 protected:
  std::vector<Setting> settings() const {
    std::mt19937_64 random(GetParam());
    std::vector<Setting> all;
    for (int round = 0; round < 3; ++round) {
      all.emplace_back(action.group, orbits_as_sorts(action.group, random));
      all.emplace_back(action.group, one_sort(action.group, random));
    }
    return all;
  }

  Action action = action_library()[GetParam()];
};

TEST_P(ActionsTest, CanonicalIsConstantOnOrbits) {
  for (const Setting& setting : settings()) {
    for (const State& state : setting.random_states(16, 11)) {
      const std::vector<State> forms = setting.reduced("canonical", setting.all_images(state));
      ASSERT_EQ(std::set<State>(forms.begin(), forms.end()).size(), 1u);
    }
  }
}

TEST_P(ActionsTest, ExactStrategiesStayInTheOrbit) {
  for (const Setting& setting : settings()) {
    const std::vector<State> states = setting.random_states(60, 12);
    const std::vector<State> orbits = setting.reduced("enumerate", states);
    for (const std::string strategy : {"canonical", "exact-markers", "sorted", "segmented"}) {
      ASSERT_EQ(setting.reduced("enumerate", setting.reduced(strategy, states)), orbits) << strategy;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Library, ActionsTest, testing::Range(size_t{0}, action_library().size()),
                         [](const auto& info) { return action_library()[info.param].name; });

// ---- The guard used in every run

class GroupGuardTest : public testing::Test {
 protected:
  // Five elements under rotations, or under all permutations of the first three.
  std::unique_ptr<symmetry::CanonContext> context(bool product) {
    auto made = std::make_unique<symmetry::CanonContext>();
    made->permuter =
        std::make_unique<symmetry::StatePermuter>(std::move(*symmetry::StatePermuter::make(program, layout)));
    if (product) {
      made->group = symmetry::SymmetryGroup({symmetry::Block{SortId(0), {0, 1, 2}}});
    } else {
      made->group.generators = {rotation(5)};
      made->general = std::make_unique<symmetry::GeneralGroup>(program, *made->permuter, made->group);
    }
    return made;
  }

  void apply(const symmetry::CanonContext& in, const symmetry::Permutation& p, symmetry::GroupGuard& guard) {
    State moved(layout.words());
    in.permuter->apply(p, state.data(), moved.data());
    guard.applied(p.data(), state.data(), moved.data());
  }

  ir::Program program = cells_over({5});
  ir::Layout layout = *ir::Layout::make(program);
  State state = [this] {
    std::mt19937_64 random(3);
    return TypedStates(program, layout).random(random, 3);
  }();
};

TEST_F(GroupGuardTest, LetsElementsOfTheGroupPass) {
  const auto ring = context(false);
  symmetry::GroupGuard of_ring(*ring);
  for (int i = 0; i < 3000; ++i) apply(*ring, rotation(5), of_ring);
  const auto block = context(true);
  symmetry::GroupGuard of_block(*block);
  for (int i = 0; i < 3000; ++i) apply(*block, cycle(5, {0, 2, 1}), of_block);
}

TEST_F(GroupGuardTest, EndsTheRunAtAnyOther) {
  const auto ring = context(false);
  const auto block = context(true);
  symmetry::GroupGuard of_ring(*ring);
  symmetry::GroupGuard of_block(*block);
  const auto internal_error = testing::ExitedWithCode(kExitInternal);
  EXPECT_EXIT(apply(*ring, cycle(5, {0, 1}), of_ring), internal_error, "in_the_group");
  EXPECT_EXIT(apply(*block, cycle(5, {2, 3}), of_block), internal_error, "in_the_group");
  const std::vector<symmetry::Point> twice{0, 1, 2, 3, 3};
  EXPECT_EXIT(of_block.applied(twice.data(), state.data(), state.data()), internal_error, "bijection");
  State other = state;
  other[0] ^= 1;
  EXPECT_EXIT(of_block.applied(symmetry::identity_images(5).data(), state.data(), other.data()), internal_error,
              "gives_back");
}

TEST_F(GroupGuardTest, SamplesLateOnes) {
  const auto block = context(true);
  const auto run = [&] {
    symmetry::GroupGuard guard(*block);
    for (int i = 0; i < 2000; ++i) apply(*block, cycle(5, {0, 1}), guard);
    for (uint64_t i = 0; i < symmetry::GroupGuard::kInterval; ++i) apply(*block, cycle(5, {2, 3}), guard);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(kExitInternal), "in_the_group");
}

}  // namespace
}  // namespace px::test
