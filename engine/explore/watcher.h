// Monitors a search from a separate thread: time limit, interruption, progress.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/base/memory_budget.h"
#include "engine/explore/options.h"
#include "engine/model/verdict.h"

namespace px::explore {

class Watcher {
 public:
  using Clock = std::chrono::steady_clock;
  // `end` and `progress` are called in the watcher's thread; they may be replaced while the search runs.
  using End = std::function<void(StopReason)>;
  using Progress = std::function<void(SearchProgress&)>;
  using Tick = std::function<void()>;

  Watcher(const SearchOptions& options, Clock::time_point start, End end)
      : options_(options), start_(start), end_(std::move(end)) {}
  ~Watcher() { stop(); }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // Returns false if the system refuses another thread.
  bool start();
  void follow(End end, Progress progress, Tick tick);
  // With options.memory_of_process: tells the budget how much other memory the process uses, and ends the search at the
  // limit. To be called before start(); the budget must outlive this object.
  void watch_memory(MemoryBudget& budget);
  // Called in a tick with options.leave_time_for_runs: an error has been found.
  void note_error();
  // After this returns, no callback is called any more.
  void stop();

 private:
  void watch();
  void look_at_memory();
  std::optional<Clock::time_point> time_limit() const;
  Clock::duration interval() const;

  const SearchOptions& options_;
  const Clock::time_point start_;
  std::mutex mutex_;
  std::condition_variable wake_;
  End end_;            // these four: guarded by mutex_
  Progress progress_;  // empty while there is no progress to report
  Tick tick_;          // likewise
  bool done_ = false;
  std::optional<Clock::time_point> first_error_;  // used by the watcher's thread only
  MemoryBudget* budget_ = nullptr;                // null: the process is not watched
  uint64_t outside_at_first_ = 0;
  std::thread thread_;
};

}  // namespace px::explore
