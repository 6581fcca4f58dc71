#include "symmetry/perm/state_permuter.h"

#include <gtest/gtest.h>
#include <numeric>

#include "tests/unit/symmetry/models.h"
#include "tests/unit/symmetry/random_permutation.h"
#include "tests/unit/symmetry/typed_state.h"

namespace px::test {
namespace {

class StatePermuterTest : public testing::TestWithParam<size_t> {};

TEST_P(StatePermuterTest, DoesWhatTheDefinitionSays) {
  const Model model = data_models()[GetParam()];
  const ir::Layout layout = *ir::Layout::make(*model.program);
  const symmetry::StatePermuter permuter = *symmetry::StatePermuter::make(*model.program, layout);
  const TypedStates states(*model.program, layout);
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::vector<uint64_t> state = states.random(random, 1 + round % 4);
    const symmetry::Permutation p = random_permutation(model, permuter.space(), random);
    std::vector<uint64_t> moved(layout.words());
    permuter.apply(p, state.data(), moved.data());
    ASSERT_EQ(moved, states.encode(TypedStates::permute(states.decode(state), permuter.space(), p)))
        << model.name << ' ' << p.cycles([](uint32_t i) { return std::to_string(i); });
  }
}

TEST_P(StatePermuterTest, IsAGroupAction) {
  const Model model = data_models()[GetParam()];
  const ir::Layout layout = *ir::Layout::make(*model.program);
  const symmetry::StatePermuter permuter = *symmetry::StatePermuter::make(*model.program, layout);
  const TypedStates states(*model.program, layout);
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const std::vector<uint64_t> state = states.random(random, 1 + round % 4);
    const symmetry::Permutation p = random_permutation(model, permuter.space(), random);
    const symmetry::Permutation q = random_permutation(model, permuter.space(), random);
    std::vector<uint64_t> once(layout.words()), twice(layout.words()), direct(layout.words());
    permuter.apply(p, state.data(), once.data());
    permuter.apply(q, once.data(), twice.data());
    permuter.apply(p.then(q), state.data(), direct.data());
    EXPECT_EQ(twice, direct) << model.name;
    permuter.apply(p.inverse(), once.data(), direct.data());
    EXPECT_EQ(direct, state) << model.name;
    permuter.apply(symmetry::Permutation(permuter.space().size()), state.data(), direct.data());
    EXPECT_EQ(direct, state) << model.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, StatePermuterTest, testing::Range<size_t>(0, 8),
                         [](const auto& info) { return data_models()[info.param].name; });

TEST(StatePermuter, RefusesSequencesOfElements) {
  ir::Builder b("sequences");
  const ir::SortId sort = b.sort("Proc", 3);
  b.variable("plain", b.sequence_type(b.integer_type()));
  b.variable("history", b.sequence_type(b.element_type(sort)));
  const ir::Program program = b.take();
  const ir::Layout layout = *ir::Layout::make(program);
  const Result<symmetry::StatePermuter> permuter = symmetry::StatePermuter::make(program, layout);
  ASSERT_FALSE(permuter.ok());
  ASSERT_EQ(permuter.failure().diagnostics.size(), 1u);
  EXPECT_EQ(permuter.failure().diagnostics[0].kind, DiagnosticKind::Unsupported);
  EXPECT_NE(permuter.failure().diagnostics[0].message.find("history"), std::string::npos);
}

TEST(Permutation, CyclesInverseComposition) {
  const auto name = [](uint32_t i) { return std::to_string(i); };
  const symmetry::Permutation p({1, 2, 0, 4, 3, 5});
  EXPECT_EQ(p.cycles(name), "(0 1 2)(3 4)");
  EXPECT_EQ(p.inverse().cycles(name), "(0 2 1)(3 4)");
  EXPECT_TRUE(p.then(p.inverse()).is_identity());
  EXPECT_EQ(symmetry::Permutation(4).cycles(name), "()");
  EXPECT_EQ(symmetry::Permutation::transposition(6, 1, 5).cycles(name), "(1 5)");
}

TEST(SymmetryGroup, OrdersAreExact) {
  symmetry::SymmetryGroup group;
  EXPECT_EQ(group.order(), "1");
  symmetry::Block block{ir::SortId(0), std::vector<uint32_t>(25)};
  std::iota(block.elements.begin(), block.elements.end(), 0u);
  group.blocks = {block};
  EXPECT_EQ(group.order(), "15511210043330985984000000");
  EXPECT_EQ(group.order_or_max(), UINT64_MAX);
  block.elements.resize(5);
  group.blocks = {block, block};
  EXPECT_EQ(group.order(), "14400");
  EXPECT_EQ(group.order_or_max(), 14400u);
}

}  // namespace
}  // namespace px::test
