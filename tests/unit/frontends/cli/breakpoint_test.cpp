#include "frontends/cli/breakpoint.h"

#include <gtest/gtest.h>

namespace px::cli {
namespace {

const std::vector<Cell> kCells = {{"n", "3"},
                                  {"m", "4"},
                                  {"ready", "true"},
                                  {"idle", "false"},
                                  {"phil:1", "at line 9"},
                                  {"taken[phil:0]", "2"},
                                  {"q", "[(1, 2)]"},
                                  {"phil:1.me", "3"},
                                  {"low", "-7"}};

bool holds(std::string_view text) {
  Result<Breakpoint> condition = Breakpoint::parse(text);
  if (!condition.ok()) {
    ADD_FAILURE() << condition.failure().diagnostics.front().message;
    return false;
  }
  EXPECT_EQ(condition->unknown_cell(kCells), "") << text;
  return condition->holds(kCells);
}

TEST(Breakpoint, Holds) {
  for (const std::string_view text : {"n = 3",
                                      "n == 3",
                                      "n != 4",
                                      "n < m",
                                      "low < n",
                                      "m >= 4",
                                      "ready",
                                      "not idle",
                                      "!idle",
                                      "n",
                                      "phil:1 at line 9",
                                      "phil:1 = at line 9",
                                      "taken[phil:0] = 2",
                                      "q = [(1, 2)]",
                                      "n = 4 or m = 4",
                                      "n=3&&m=4",
                                      "(n = 4 || m = 4) and ready",
                                      "not (n = 4 or m = 3)",
                                      "phil:1.me = n and phil:1 at line 9 and q = [(1, 2)]",
                                      "!(!(ready))",
                                      "n = 4 and m = 3 or ready"}) {
    EXPECT_TRUE(holds(text)) << text;
  }
}

TEST(Breakpoint, DoesNotHold) {
  for (const std::string_view text : {"n = 4", "n > m", "idle", "not ready", "phil:1 at line 99", "ready < 3",
                                      "ready and idle", "n = 3 and (m = 3 or idle)", "q = []"}) {
    EXPECT_FALSE(holds(text)) << text;
  }
}

TEST(Breakpoint, NamesWhatIsUnknown) {
  const Result<Breakpoint> condition = Breakpoint::parse("n = 3 or nn = 4");
  ASSERT_TRUE(condition.ok());
  EXPECT_EQ(condition->unknown_cell(kCells), "nn");
  EXPECT_TRUE(condition->holds(kCells));
  EXPECT_FALSE(Breakpoint::parse("process:7 at line 3")->holds(kCells)) << "not started yet";
}

TEST(Breakpoint, RefusesWhatIsNoCondition) {
  for (const std::string_view text :
       {"", "=", "n =", "= 3", "(n = 3", "n = 3)", "n = 3 and", "(n = 3 or )", "not", "n at"}) {
    EXPECT_FALSE(Breakpoint::parse(text).ok()) << text;
  }
  EXPECT_FALSE(Breakpoint::parse(std::string(5000, '(') + "n").ok()) << "deep nesting is refused, not followed";
}

}  // namespace
}  // namespace px::cli
