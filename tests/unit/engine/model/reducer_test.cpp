#include "engine/model/reducer.h"

#include <gtest/gtest.h>

#include "engine/base/exit_code.h"

namespace px {
namespace {

// A worker asked for the operation of another kind of reducer must not continue with nothing written.
TEST(ReducerWorkerDeathTest, OtherKindsCannotBeAsked) {
  class Worker final : public ReducerWorker {};
  Worker worker;
  std::vector<uint64_t> words(1);
  const auto stops = testing::ExitedWithCode(kExitInternal);
  EXPECT_EXIT(worker.reduce(words.data(), 1), stops, "no representatives");
  EXPECT_EXIT(worker.make_keys(words.data(), 1, words.data()), stops, "makes no keys");
  EXPECT_EXIT(worker.make_images(words.data(), words), stops, "makes no images");
}

TEST(IdentityReducer, LeavesStatesAsTheyAre) {
  std::vector<uint64_t> states = {3, 1, 2};
  IdentityReducer().make_worker()->reduce(states.data(), states.size());
  EXPECT_EQ(states, (std::vector<uint64_t>{3, 1, 2}));
}

}  // namespace
}  // namespace px
