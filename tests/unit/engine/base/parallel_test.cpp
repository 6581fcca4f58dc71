// Every item is processed once, for any number of threads and any part size; exceptions; threads that the system
// refuses.
#include "engine/base/parallel.h"

#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace px {
namespace {

TEST(Parallel, EveryItemOnce) {
  for (const uint32_t threads : {1u, 2u, 5u}) {
    for (const uint64_t grain : {1u, 3u, 100u, 5000u}) {
      for (const uint64_t count : {0u, 1u, 99u, 100u, 101u, 1000u}) {
        std::vector<int> times(count, 0);
        parallel_for(count, grain, threads, [&](uint64_t i) { ++times[i]; });
        EXPECT_EQ(times, std::vector<int>(count, 1)) << threads << ' ' << grain;
      }
    }
  }
}

TEST(Parallel, PartsAreNoLargerThanAsked) {
  std::atomic<uint64_t> all{0};
  parallel_parts(1000, 7, 3, [&](uint64_t first, uint64_t last) {
    EXPECT_LT(first, last);
    EXPECT_LE(last - first, 7U);
    all += last - first;
  });
  EXPECT_EQ(all, 1000U);
}

TEST(Parallel, TheFirstExceptionEndsTheLoop) {
  std::atomic<uint64_t> done{0};
  const auto run = [&] {
    parallel_for(1'000'000, 1, 4, [&](uint64_t i) {
      if (i == 10) throw std::runtime_error("ten");
      ++done;
    });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_LT(done, 1'000'000U);
}

TEST(Parallel, WithoutAddressSpaceForThreadsThisOneDoesAll) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve address space of their own";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers reserve address space of their own";
#endif
#endif
  std::vector<int> times(1000, 0);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit none{1, before.rlim_max};  // existing mappings stay, but no thread's stack fits
  ASSERT_EQ(setrlimit(RLIMIT_AS, &none), 0);
  parallel_for(times.size(), 10, 8, [&](uint64_t i) { ++times[i]; });
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(std::accumulate(times.begin(), times.end(), 0), 1000);
}

}  // namespace
}  // namespace px
