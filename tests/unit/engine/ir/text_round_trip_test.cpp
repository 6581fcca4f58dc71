#include <gtest/gtest.h>

#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

TEST(TextRoundTrip, WritingWhatWasReadGivesTheSameText) {
  samples::Read first = samples::read(samples::kEverything);
  ASSERT_TRUE(first.program.ok()) << samples::messages(first.program.failure(), first.sources);
  const std::string once = write_program(*first.program, first.sources);
  samples::Read second = samples::read(once);
  ASSERT_TRUE(second.program.ok()) << samples::messages(second.program.failure(), second.sources) << once;
  EXPECT_EQ(write_program(*second.program, second.sources), once);
}

}  // namespace
}  // namespace px::ir
