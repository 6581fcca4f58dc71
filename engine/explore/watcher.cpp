#include "engine/explore/watcher.h"

#include <algorithm>
#include <atomic>
#include <system_error>

#include "engine/base/process_memory.h"

namespace px::explore {
namespace {

// Short enough that Ctrl-C and time limits feel immediate.
constexpr std::chrono::milliseconds kTick{20};
// Reserved for the search for a run, even if the error was found immediately.
constexpr std::chrono::seconds kUsuallyEnough{10};
constexpr double kMaxSeconds = 1e9;  // maximum for a limit: clocks overflow after a few centuries

}  // namespace

bool Watcher::start() {
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void Watcher::follow(End end, Progress progress, Tick tick) {
  const std::lock_guard lock(mutex_);
  end_ = std::move(end);
  progress_ = std::move(progress);
  tick_ = std::move(tick);
}

void Watcher::stop() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Watcher::watch_memory(MemoryBudget& budget) {
  budget_ = &budget;
  outside_at_first_ = resident_bytes();
  budget.note_outside(outside_at_first_);
}

// Part of the reserved memory has not been touched yet; so the memory outside the budget is at least the rest of the
// resident set, and at least what was in use before anything was reserved.
void Watcher::look_at_memory() {
  const uint64_t resident = resident_bytes();
  const uint64_t reserved = budget_->used();
  budget_->note_outside(std::max(outside_at_first_, resident - std::min(resident, reserved)));
  if (resident > budget_->limit()) end_(StopReason::MemoryLimit);
}

void Watcher::note_error() {
  if (!first_error_) first_error_ = Clock::now();
}

std::optional<Watcher::Clock::time_point> Watcher::time_limit() const {
  std::optional<Clock::time_point> limit = options_.deadline;
  if (options_.max_seconds > 0) {
    const auto end = start_ + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(std::min(options_.max_seconds, kMaxSeconds)));
    if (!limit || end < *limit) limit = end;
  }
  if (!limit || !first_error_ || !options_.leave_time_for_runs || *first_error_ >= *limit) return limit;
  const Clock::duration least = std::min<Clock::duration>((*limit - start_) / 10, kUsuallyEnough);
  return *limit - std::min(std::max(*first_error_ - start_ + kTick, least), (*limit - *first_error_) / 2);
}

void Watcher::watch() {
  const auto seconds_gone = [this] { return std::chrono::duration<double>(Clock::now() - start_).count(); };
  Clock::time_point next_report = start_ + interval();
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kTick, [this] { return done_; })) {
    if (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed)) end_(StopReason::Signal);
    if (budget_ != nullptr) look_at_memory();
    if (const auto limit = time_limit(); limit && Clock::now() >= *limit) end_(StopReason::TimeLimit);
    if (tick_) tick_();
    if (options_.on_progress && progress_ && Clock::now() >= next_report) {
      next_report = Clock::now() + interval();
      SearchProgress progress;
      progress.seconds = seconds_gone();
      progress_(progress);
      options_.on_progress(progress);
    }
  }
}

Watcher::Clock::duration Watcher::interval() const {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.progress_interval));
}

}  // namespace px::explore
