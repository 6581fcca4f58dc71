// How a thread waits for others: first it spins, then it yields, then it sleeps for increasing intervals, so that idle
// workers take no time from busy ones even if there are more threads than cores.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "engine/base/lines.h"

namespace px::frontier {

class Backoff {
 public:
  void wait() {
    ++rounds_;
    if (rounds_ <= kSpinRounds) {
      for (uint32_t i = 0; i < (1u << std::min(rounds_, 6u)); ++i) spin_pause();
    } else if (rounds_ <= kSpinRounds + kYieldRounds) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(sleep_);
      sleep_ = std::min(sleep_ * 2, kLongestSleep);
    }
  }
  void reset() {
    rounds_ = 0;
    sleep_ = kShortestSleep;
  }

 private:
  static constexpr uint32_t kSpinRounds = 16;
  static constexpr uint32_t kYieldRounds = 8;
  static constexpr std::chrono::microseconds kShortestSleep{20};
  static constexpr std::chrono::microseconds kLongestSleep{640};

  uint32_t rounds_ = 0;
  std::chrono::microseconds sleep_ = kShortestSleep;
};

}  // namespace px::frontier
