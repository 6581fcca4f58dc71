#include "frontends/cli/session_options.h"

#include <gtest/gtest.h>

namespace px::cli {
namespace {

constexpr uint64_t kMebi = uint64_t{1} << 20;

TEST(MemoryLimit, IsMostOfWhatIsFree) {
  EXPECT_EQ(memory_limit(std::nullopt, 1000 * kMebi, UINT64_MAX), 800 * kMebi);
  // There is room for exceeding a limit for a moment, too.
  EXPECT_EQ(memory_limit(std::nullopt, 100 * kMebi, UINT64_MAX), 60 * kMebi);
  EXPECT_EQ(memory_limit(std::nullopt, 40 * kMebi, UINT64_MAX), 20 * kMebi);
}

TEST(MemoryLimit, IsWhatWasAskedForWithinTheControlGroup) {
  EXPECT_EQ(memory_limit(500 * kMebi, 100 * kMebi, UINT64_MAX), 500 * kMebi);
  EXPECT_EQ(memory_limit(500 * kMebi, 300 * kMebi, 300 * kMebi), 260 * kMebi);
  EXPECT_EQ(memory_limit(200 * kMebi, 300 * kMebi, 300 * kMebi), 200 * kMebi);
}

}  // namespace
}  // namespace px::cli
