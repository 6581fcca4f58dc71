#include "frontends/driver/message_view.h"

#include <gtest/gtest.h>

namespace px::driver {
namespace {

StepView step(const std::string& process, std::vector<MessageView> messages, const std::string& queue) {
  StepView view;
  view.parts = {{process, "", {}}};
  view.messages = std::move(messages);
  view.changes = {{"q", queue}};
  return view;
}

TEST(MessageView, FollowsMessagesToTheirReceivers) {
  TraceView trace;
  trace.initial = {{"q", "[]"}};
  trace.steps = {step("a", {{"q", "1", true, 0}}, "[1]"), step("a", {{"q", "2", true, 1}}, "[1, 2]"),
                 step("b", {{"q", "1", false, 0}}, "[2]")};
  const std::vector<MessageArrow> arrows = show_messages(trace);
  ASSERT_EQ(arrows.size(), 2U);
  EXPECT_EQ(arrows[0].sent, 0U);
  EXPECT_EQ(arrows[0].received, 2U);
  EXPECT_EQ(arrows[0].sender, "a");
  EXPECT_EQ(arrows[0].receiver, "b");
  EXPECT_EQ(arrows[1].text, "2");
  EXPECT_EQ(arrows[1].received, MessageArrow::kNowhere);
}

TEST(MessageView, PlacesInTheMiddleAreKept) {
  TraceView trace;
  trace.initial = {{"q", "[1, 3]"}};
  trace.steps = {step("a", {{"q", "2", true, 1}}, "[1, 2, 3]"), step("b", {{"q", "2", false, 1}}, "[1, 3]"),
                 step("b", {{"q", "1", false, 0}, {"q", "3", false, 0}}, "[]")};
  const std::vector<MessageArrow> arrows = show_messages(trace);
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_EQ(arrows[0].sent, MessageArrow::kNowhere);  // 1, present from the beginning
  EXPECT_EQ(arrows[0].received, 2U);
  EXPECT_EQ(arrows[2].sent, 0U);
  EXPECT_EQ(arrows[2].received, 1U);
}

// The steps in the middle of a long deterministic sequence are not recorded, nor are the messages that they sent.
TEST(MessageView, GuessesNothingAcrossAGap) {
  TraceView trace;
  trace.initial = {{"q", "[]"}};
  trace.steps = {step("a", {{"q", "(1, x)", true, 0}}, "[(1, x)]"), step("a", {}, "[(7, y), (8, z)]"),
                 step("b", {{"q", "(7, y)", false, 0}}, "[(8, z)]")};
  const std::vector<MessageArrow> arrows = show_messages(trace);
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_EQ(arrows[0].received, MessageArrow::kNowhere);
  EXPECT_EQ(arrows[1].text, "(7, y)");
  EXPECT_EQ(arrows[1].sent, MessageArrow::kNowhere);
  EXPECT_EQ(arrows[1].received, 2U);
}

}  // namespace
}  // namespace px::driver
