// Representatives and keys are the same on every instruction set that the machine has, and for every way in which
// states are split into batches: a state that is reduced alone is the definition.
#include <algorithm>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "symmetry/canon/make_reducer.h"
#include "tests/unit/symmetry/models.h"
#include "tests/unit/symmetry/typed_state.h"

namespace px::test {
namespace {

void use_targets(int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// Reduces (or makes the keys of) all states, `batch` at a time.
std::vector<uint64_t> results(const Reducer& reducer, std::vector<uint64_t> states, uint32_t words, size_t batch) {
  const auto worker = reducer.make_worker();
  const size_t count = states.size() / words;
  const bool by_key = reducer.kind() == Reducer::Kind::Key;
  std::vector<uint64_t> keys(by_key ? count * reducer.key_words() : 0);
  for (size_t begin = 0; begin < count; begin += batch) {
    const size_t now = std::min(batch, count - begin);
    if (by_key) {
      worker->make_keys(states.data() + begin * words, now, keys.data() + begin * reducer.key_words());
    } else {
      worker->reduce(states.data() + begin * words, now);
    }
  }
  return by_key ? keys : states;
}

class TargetsTest : public testing::TestWithParam<const char*> {
 protected:
  void TearDown() override { use_targets(0); }
};

TEST_P(TargetsTest, AllTargetsAndBatchesAgree) {
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  std::mt19937_64 random(7);
  for (const Model& model : data_models()) {
    const ir::Layout layout = *ir::Layout::make(*model.program);
    const TypedStates typed(*model.program, layout);
    std::vector<uint64_t> states;
    for (int s = 0; s < 67; ++s) {
      const std::vector<uint64_t> state = typed.random(random, 1 + s % 4);
      states.insert(states.end(), state.begin(), state.end());
    }
    const auto reducer = std::move(*make_reducer(GetParam(), *model.program, layout, model.group));
    use_targets(targets.back());
    const std::vector<uint64_t> alone = results(*reducer, states, layout.words(), 1);
    for (const int64_t target : targets) {
      use_targets(target);
      for (const size_t batch : {1, 5, 16, 33, 67}) {
        ASSERT_EQ(results(*reducer, states, layout.words(), batch), alone)
            << model.name << ' ' << hwy::TargetName(target) << " by " << batch;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, TargetsTest, testing::Values("canonical", "exact-markers", "approx-markers"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace px::test
