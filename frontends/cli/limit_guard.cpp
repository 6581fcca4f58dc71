#include "frontends/cli/limit_guard.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <system_error>
#include <unistd.h>

#include "engine/base/process_memory.h"

namespace px::cli {
namespace {

constexpr std::chrono::milliseconds kTick{10};
// What a search takes to notice and to leave, at most; then the guard acts.
constexpr std::chrono::milliseconds kTimeToLeave{300};
constexpr uint64_t kMemoryToLeave = uint64_t{24} << 20;

// Set before main().
const LimitGuard::Clock::time_point kStart = LimitGuard::Clock::now();

}  // namespace

LimitGuard::Clock::time_point process_start() {
  return kStart;
}

LimitGuard::LimitGuard(Clock::time_point start, std::optional<std::chrono::milliseconds> time,
                       std::optional<uint64_t> memory, End end)
    : start_(start), time_(time), memory_(memory), end_(std::move(end)) {
  if (!time_ && !memory_) return;
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    // The search, which needs more threads, says so.
  }
}

LimitGuard::~LimitGuard() {
  hand_over();
  if (thread_.joinable()) thread_.join();
}

void LimitGuard::set_end(End end) {
  const std::lock_guard lock(mutex_);
  end_ = std::move(end);
}

void LimitGuard::hand_over() {
  {
    const std::lock_guard lock(mutex_);
    silent_ = true;
  }
  wake_.notify_one();
}

void LimitGuard::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kTick, [this] { return silent_; })) {
    const std::optional<StopReason> reason = passed();
    if (!reason) continue;
    const int code = end_(*reason);
    std::cout.flush();
    std::cerr.flush();
    ::_exit(code);
  }
}

std::optional<StopReason> LimitGuard::passed() const {
  if (time_ && Clock::now() - start_ > *time_ + kTimeToLeave) return StopReason::TimeLimit;
  if (memory_ && resident_bytes() > *memory_ + std::max(kMemoryToLeave, *memory_ / 100)) return StopReason::MemoryLimit;
  return std::nullopt;
}

}  // namespace px::cli
