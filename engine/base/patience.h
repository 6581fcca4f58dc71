// A time limit in processor time of the calling thread: time spent waiting for a core does not count.
//
// Cost of a query: reading a clock that needs no system call, as long as less than the limit has passed in wall time.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace px {

// Only to be called by the thread that constructed it.
class Patience {
 public:
  explicit Patience(uint64_t nanoseconds) : nanoseconds_(nanoseconds) {}

  uint64_t used() const { return processor_nanoseconds() - start_; }
  bool used_up() const {
    return std::chrono::steady_clock::now() - begun_ >= std::chrono::nanoseconds(nanoseconds_) &&
           used() >= nanoseconds_;
  }

 private:
  static uint64_t processor_nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
  }

  uint64_t nanoseconds_;
  uint64_t start_ = processor_nanoseconds();
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace px
