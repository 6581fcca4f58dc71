#include "frontends/batch/process.h"

#include <csignal>
#include <gtest/gtest.h>
#include <thread>

namespace px::batch {
namespace {

ProcessEnd end_of(const std::string& script) {
  const std::atomic<bool> stop{false};
  Result<ProcessEnd> end = run_process({"/bin/sh", "-c", script}, stop);
  EXPECT_TRUE(end.ok());
  return end.ok() ? *end : ProcessEnd();
}

TEST(Process, TellsHowItEnded) {
  EXPECT_EQ(end_of("exit 14").exit_code, 14);
  const ProcessEnd killed = end_of("kill -9 $$");
  EXPECT_EQ(killed.exit_code, -1);
  EXPECT_EQ(killed.signal, SIGKILL);
}

TEST(Process, KeepsWhatItWrote) {
  EXPECT_EQ(end_of("echo out; echo err >&2").output, "out\nerr\n");
  EXPECT_EQ(end_of("head -c 300000 /dev/zero").output.size(), 300'000U) << "more than a pipe holds";
}

TEST(Process, MeasuresTimeAndMemory) {
  const ProcessEnd end = end_of("sleep 0.2");
  EXPECT_GE(end.seconds, 0.2);
  EXPECT_LT(end.cpu_seconds, 0.2);
  EXPECT_GT(end.peak_bytes, 100'000U);
}

TEST(Process, CannotBeStarted) {
  const std::atomic<bool> stop{false};
  const Result<ProcessEnd> end = run_process({"/no/such/program"}, stop);
  ASSERT_FALSE(end.ok());
  EXPECT_NE(end.failure().diagnostics.front().message.find("/no/such/program"), std::string::npos);
}

TEST(Process, IsInterrupted) {
  std::atomic<bool> stop{false};
  std::thread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = true;
  });
  const Result<ProcessEnd> end = run_process({"/bin/sleep", "60"}, stop);
  later.join();
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->signal, SIGINT);
  EXPECT_LT(end->seconds, 10);
}

}  // namespace
}  // namespace px::batch
