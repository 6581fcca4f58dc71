#include "frontends/driver/machine.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

namespace px::driver {
namespace {

// A fake copy of /proc and /sys/fs/cgroup.
class MachineTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo& info = *testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::filesystem::temp_directory_path() /
            (std::string("pexplore_machine_") + info.name() + std::to_string(getpid()));
    std::filesystem::remove_all(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  unsigned cores(unsigned affinity) const { return usable_cores_under(root_.string(), affinity); }
  uint64_t memory() const { return usable_memory_under(root_.string()); }

  std::filesystem::path root_;
};

TEST_F(MachineTest, AffinityAloneWithoutControlGroups) {
  EXPECT_EQ(cores(6), 6U);
  EXPECT_EQ(cores(0), 1U);
}

TEST_F(MachineTest, QuotaOfVersion2AtAnyLevelRoundedUp) {
  write("proc/self/cgroup", "0::/a/b\n");
  write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(cores(8), 8U);
  write("sys/fs/cgroup/a/cpu.max", "250000 100000\n");
  EXPECT_EQ(cores(8), 3U);
  EXPECT_EQ(cores(2), 2U);
  write("sys/fs/cgroup/a/b/cpu.max", "10000 100000\n");
  EXPECT_EQ(cores(8), 1U);
}

TEST_F(MachineTest, PathOfTheHostFallsBackToTheTop) {
  write("proc/self/cgroup", "0::/docker/0123\n");
  write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(cores(16), 2U);
}

TEST_F(MachineTest, QuotaOfVersion1) {
  write("proc/self/cgroup", "4:memory:/x\n2:cpu,cpuacct:/x\n");
  write("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "-1\n");
  write("sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cores(8), 8U);
  write("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "400000\n");
  EXPECT_EQ(cores(8), 4U);
}

TEST_F(MachineTest, MemoryOfTheMachine) {
  write("proc/meminfo", "MemTotal:       2000 kB\nMemFree:  5 kB\nMemAvailable:   1000 kB\n");
  EXPECT_EQ(memory(), 1000U * 1024);
}

TEST_F(MachineTest, MemoryOfTheGroupWithoutItsPageCache) {
  write("proc/meminfo", "MemAvailable: 1000000 kB\n");
  write("proc/self/cgroup", "0::/a\n");
  write("sys/fs/cgroup/a/memory.max", "500000\n");
  write("sys/fs/cgroup/a/memory.current", "300000\n");
  write("sys/fs/cgroup/a/memory.stat", "anon 100000\ninactive_file 50000\n");
  EXPECT_EQ(memory(), 250000U);
  write("sys/fs/cgroup/a/memory.current", "600000\n");
  EXPECT_EQ(memory(), 0U);
  write("sys/fs/cgroup/a/memory.max", "max\n");
  EXPECT_EQ(memory(), 1000000U * 1024);
}

TEST_F(MachineTest, MemoryOfVersion1) {
  write("proc/meminfo", "MemAvailable: 1000000 kB\n");
  write("proc/self/cgroup", "4:memory:/x\n");
  write("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "400000\n");
  write("sys/fs/cgroup/memory/x/memory.usage_in_bytes", "100000\n");
  EXPECT_EQ(memory(), 300000U);
}

TEST(Machine, AffinityOfThisProcessCounts) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(usable_cores(), 1U);
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_GE(usable_cores(), 1U);
  EXPECT_GT(usable_memory(), 0U);
}

}  // namespace
}  // namespace px::driver
