// Measures how a worker spends its time, for --profile.
//
// A worker goes through the same stages for every batch. At the end of each it calls lap(stage), which charges the time
// since the last lap to that stage: one read of the processor's time stamp counter per stage and batch of hundreds of
// states, so that the measurement does not distort the result. When disabled, a lap is one well-predicted branch.
#pragma once

#include <array>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace px::explore {

enum class Stage : uint8_t {
  Wait,      // for states to expand
  Load,      // states to expand, from the store
  Generate,  // generating successors and checking states
  Reduce,    // computing representatives or keys
  Hash,
  Insert,  // into the store
  Push,    // new states to the frontier
};
inline constexpr size_t kStages = 7;
inline constexpr std::array<const char*, kStages> kStageNames{"wait", "load",   "generate", "reduce",
                                                              "hash", "insert", "push"};

// Seconds per stage of one worker.
using WorkerProfile = std::array<double, kStages>;

class StageClock {
 public:
  explicit StageClock(bool on) : on_(on) {}

  // Discards what was charged before.
  void start() {
    if (!on_) return;
    ticks_ = {};
    last_ = begin_ = ticks();
  }
  void lap(Stage stage) {
    if (!on_) return;
    const uint64_t now = ticks();
    ticks_[static_cast<size_t>(stage)] += now - last_;
    last_ = now;
  }
  // `seconds` is the time between start() and the last lap, measured by another clock.
  WorkerProfile profile(double seconds) const {
    WorkerProfile profile{};
    if (last_ == begin_) return profile;
    const double second_per_tick = seconds / static_cast<double>(last_ - begin_);
    for (size_t i = 0; i < kStages; ++i) profile[i] = static_cast<double>(ticks_[i]) * second_per_tick;
    return profile;
  }

 private:
  static uint64_t ticks() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }

  const bool on_;
  uint64_t begin_ = 0;
  uint64_t last_ = 0;
  std::array<uint64_t, kStages> ticks_{};
};

}  // namespace px::explore
