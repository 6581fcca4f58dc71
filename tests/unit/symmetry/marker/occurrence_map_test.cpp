// Markers do not depend on names: the marker of p(d) in s^p is that of d in s ([LM07] Prop. 1).
#include "symmetry/marker/occurrence_map.h"

#include <gtest/gtest.h>

#include "symmetry/marker/marker_batch.h"
#include "tests/unit/symmetry/models.h"
#include "tests/unit/symmetry/random_permutation.h"
#include "tests/unit/symmetry/typed_state.h"

namespace px::test {
namespace {

constexpr uint32_t kBatch = symmetry::OccurrenceMap::kBatch;

struct Fixture {
  explicit Fixture(Model m)
      : model(std::move(m)),
        layout(*ir::Layout::make(*model.program)),
        permuter(*symmetry::StatePermuter::make(*model.program, layout)),
        map(*symmetry::OccurrenceMap::make(permuter, model.group)) {}

  Model model;
  ir::Layout layout;
  symmetry::StatePermuter permuter;
  symmetry::OccurrenceMap map;
};

class OccurrenceMapTest : public testing::TestWithParam<size_t> {};

TEST_P(OccurrenceMapTest, KeysFollowTheirElementsInEveryRound) {
  const Fixture f(data_models()[GetParam()]);
  const TypedStates states(*f.model.program, f.layout);
  const uint32_t words = f.layout.words();
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const symmetry::Permutation p = random_permutation(f.model, f.permuter.space(), random);
    std::vector<uint64_t> batch, moved(size_t{kBatch} * words);
    for (uint32_t s = 0; s < kBatch; ++s) {
      const std::vector<uint64_t> state = states.random(random, 1 + repeat % 4);
      batch.insert(batch.end(), state.begin(), state.end());
      f.permuter.apply(p, state.data(), moved.data() + size_t{s} * words);
    }
    symmetry::MarkerBatch before(f.map), after(f.map);
    before.make_keys(batch.data(), kBatch);
    after.make_keys(moved.data(), kBatch);
    for (uint32_t rounds = 0; rounds < 4; ++rounds) {
      for (uint32_t s = 0; s < kBatch; ++s) {
        for (uint32_t m = 0; m < f.map.members(); ++m) {
          const uint32_t image = f.map.member_of(p.image(f.map.point(m)));
          ASSERT_EQ(before.key(m, s), after.key(image, s)) << f.model.name << " round " << rounds + 1;
          ASSERT_LT(before.key(m, s), uint64_t{1} << symmetry::OccurrenceMap::kKeyBits);
        }
        before.refine_keys(batch.data() + size_t{s} * words, s, 1);
        after.refine_keys(moved.data() + size_t{s} * words, s, 1);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, OccurrenceMapTest, testing::Range<size_t>(0, 8),
                         [](const auto& info) { return data_models()[info.param].name; });

TEST(OccurrenceMap, PacksWhatFits) {
  EXPECT_TRUE(Fixture(lanes_model(5)).map.decides());
  const Fixture wide(wide_lanes_model(4));
  EXPECT_FALSE(wide.map.packed());
  EXPECT_FALSE(wide.map.has_edges());
  const Fixture pointers(pointers_model(5));
  EXPECT_TRUE(pointers.map.packed());
  EXPECT_TRUE(pointers.map.has_edges());
  EXPECT_FALSE(pointers.map.decides());
  EXPECT_FALSE(Fixture(relations_model(4)).map.packed());
}

// Packed keys distinguish different elements: one differing bit anywhere in a lane suffices.
TEST(OccurrenceMap, PackedKeysAreExact) {
  const Fixture f(lanes_model(4));
  const ir::LaneLayout& lane = f.layout.lane(ir::FamilyId(1));
  for (uint64_t bit = 0; bit < lane.control_offset + lane.control.width; ++bit) {
    std::vector<uint64_t> state(f.layout.words(), 0);
    ir::write_bits(state.data(), lane.offset + bit, 1, 1);
    symmetry::MarkerBatch batch(f.map);
    batch.make_keys(state.data(), 1);
    EXPECT_NE(batch.key(0, 0), batch.key(1, 0)) << bit;
    EXPECT_EQ(batch.key(1, 0), batch.key(2, 0)) << bit;
  }
}

TEST(OccurrenceMap, RefusesArraysOfTooManySorts) {
  ir::Builder b("deep");
  const ir::SortId sort = b.sort("Proc", 2);
  ir::TypeId type = b.bool_type();
  for (int i = 0; i < 6; ++i) type = b.array_type(ir::Domain::of(b.whole(sort)), type);
  b.variable("deep", type);
  const ir::Program program = b.take();
  const ir::Layout layout = *ir::Layout::make(program);
  const symmetry::StatePermuter permuter = *symmetry::StatePermuter::make(program, layout);
  const Result<symmetry::OccurrenceMap> map =
      symmetry::OccurrenceMap::make(permuter, symmetry::SymmetryGroup{{symmetry::Block{sort, {0, 1}}}});
  ASSERT_FALSE(map.ok());
  EXPECT_EQ(map.failure().diagnostics[0].kind, DiagnosticKind::Unsupported);
}

}  // namespace
}  // namespace px::test
