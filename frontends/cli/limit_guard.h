// The last line behind --time and --memory.
//
// A search looks after its limits itself, and ends with everything that it has counted. But reading a model, looking
// for symmetries, compiling, walking along a run are other people's code or one long computation, and nobody asks
// there. The guard measures the resident set and the time of the whole process from a thread of its own, in every
// phase. When a limit has been passed by more than the search needs to notice, it says what is known and ends the
// process.
//
// Whoever is about to print a result says so first (hand_over): from then on the guard is silent, and if it has begun
// to end the process, the caller waits for that.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/model/verdict.h"

namespace px::cli {

class LimitGuard {
 public:
  using Clock = std::chrono::steady_clock;
  // Prints what is known, in the guard's thread, and returns the exit code.
  using End = std::function<int(StopReason)>;

  // Limits that are absent are not looked at. `start`: of the process.
  LimitGuard(Clock::time_point start, std::optional<std::chrono::milliseconds> time, std::optional<uint64_t> memory,
             End end);
  ~LimitGuard();
  LimitGuard(const LimitGuard&) = delete;
  LimitGuard& operator=(const LimitGuard&) = delete;

  // Something else is known now.
  void set_end(End end);
  void hand_over();

 private:
  void watch();
  std::optional<StopReason> passed() const;

  const Clock::time_point start_;
  const std::optional<std::chrono::milliseconds> time_;
  const std::optional<uint64_t> memory_;
  std::mutex mutex_;
  std::condition_variable wake_;
  End end_;  // these two: guarded by mutex_, which the guard keeps while it ends the process
  bool silent_ = false;
  std::thread thread_;
};

// When this process began to run.
LimitGuard::Clock::time_point process_start();

}  // namespace px::cli
