#include "engine/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/base/check.h"

namespace px {
namespace {

class Loop {
 public:
  Loop(uint64_t count, uint64_t grain, const std::function<void(uint64_t, uint64_t)>& work)
      : count_(count), grain_(grain), work_(work) {}

  void run() {
    try {
      for (;;) {
        const uint64_t first = next_.fetch_add(grain_, std::memory_order_relaxed);
        if (first >= count_) return;
        work_(first, std::min(count_, first + grain_));
      }
    } catch (...) {
      next_.store(count_, std::memory_order_relaxed);
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
  }

  // Called after all threads have been joined.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const uint64_t count_;
  const uint64_t grain_;
  const std::function<void(uint64_t, uint64_t)>& work_;
  // The first item not yet taken by any thread. Written and read by all threads; relaxed, because only the number
  // matters: joining the threads publishes the results. It may exceed count_ by one part per thread.
  std::atomic<uint64_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr thrown_;  // guarded by mutex_
};

}  // namespace

void parallel_parts(uint64_t count, uint64_t grain, uint32_t threads,
                    const std::function<void(uint64_t, uint64_t)>& work) {
  PX_CHECK(grain > 0);
  Loop loop(count, grain, work);
  {
    const uint64_t parts = count / grain + (count % grain != 0 ? 1 : 0);
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < std::min<uint64_t>(threads, parts)) others.emplace_back([&loop] { loop.run(); });
    } catch (const std::system_error&) {
      // The system refuses to start more threads.
    }
    loop.run();
  }
  loop.rethrow();
}

}  // namespace px
