#include "frontends/cli/suggest.h"

#include <array>
#include <gtest/gtest.h>

namespace px::cli {
namespace {

TEST(Suggest, NearestOrNone) {
  constexpr std::array<std::string_view, 4> kNames = {"--threads", "--strategy", "--store", "--no-deadlock-check"};
  EXPECT_EQ(nearest("--thread", kNames), "--threads");
  EXPECT_EQ(nearest("--trheads", kNames), "--threads");
  EXPECT_EQ(nearest("--no-deadlock", kNames), "--no-deadlock-check");
  EXPECT_EQ(nearest("--stoer", kNames), "--store");
  EXPECT_EQ(nearest("--banana", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
}

}  // namespace
}  // namespace px::cli
