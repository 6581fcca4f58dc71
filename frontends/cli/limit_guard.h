// Enforces --time and --memory for a check from beginning to end. Other commands use guarded_command.h.
//
// Idea. A search polls its own limits and ends cleanly: its counts are those of whole steps, and the runs to its errors
// are searched for. But pexplore also parses and translates the model, detects symmetries, compiles native code and
// replays runs; each of these may take any amount of time or memory within one call, some of them in libraries that
// cannot be stopped. Polling in each of their loops would sooner or later be forgotten in a new one. So one thread
// polls the clock and the resident set. Where nothing ends by itself, or not in time, this thread reports the findings
// so far (SoFar) in the usual form and ends the process.
//
// How far beyond a limit: code that ends cleanly gets kGrace after the deadline and kBeyond bytes, all other code no
// extra time and the same number of bytes. With --checkpoint the grace is kGraceToSave: the last checkpoint is worth
// more than a second. The thread polls often enough that memory cannot grow by much in between, given the speed at
// which the system hands out pages.
//
// A result is reported once: the reporting thread claims it first; a second thread that tries waits for the process to
// end.
//
// An allocation that the system refuses (ulimit -v) also ends here, wherever it occurs: as an uncaught exception, in a
// thread, in code without exceptions, in libraries that end the process.
//
// Threads: the guard has its own; any thread may call any member. Cost: a few microseconds every 20 ms, every
// millisecond close to the memory limit.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/source.h"
#include "engine/explore/so_far.h"
#include "frontends/cli/options.h"
#include "frontends/cli/report.h"
#include "frontends/driver/session.h"

namespace px::cli {

class LimitGuard {
 public:
  using Clock = std::chrono::steady_clock;

  // A full report, as for a check, or just the sentence that a limit has ended the run.
  enum class Tells : uint8_t { Report, Words };

  // Only one guard exists at a time. `search` holds the limits; `before_telling` clears the terminal's progress line.
  // All arguments outlive the guard.
  LimitGuard(const Options& options, const explore::SearchOptions& search, explore::SoFar& so_far,
             std::function<void()> before_telling, Tells tells = Tells::Report);
  ~LimitGuard();
  LimitGuard(const LimitGuard&) = delete;
  LimitGuard& operator=(const LimitGuard&) = delete;

  // Returns false if the system refuses to create a thread.
  bool start();
  void enter(driver::Phase phase);
  // Supplies what reports contain besides results: the text of the model once it has been read, and the reduction in
  // use.
  void know_sources(const SourceMap& sources);
  void know_strategy(std::string name);
  // Supplies the best runs found so far to the known errors, while shorter ones are searched for.
  void know_runs(std::vector<std::pair<Violation, TraceView>> runs);
  // Call before reporting anything. Does not return if the guard is already reporting.
  void claim();
  // Reports the findings so far and ends the process. If another thread has already claimed the report, memory has run
  // out while it was writing the result, and only that is reported.
  [[noreturn]] void end(StopReason reason);

 private:
  enum class Teller : uint8_t { None, Caller, Guard };

  void watch();
  std::optional<StopReason> passed_limit() const;
  Clock::duration time_to_next_look() const;
  Teller become(Teller teller);
  void tell(StopReason reason);
  int tell_result(StopReason reason);
  void add_runs(Report& report, StopReason reason);

  const Options& options_;
  const explore::SearchOptions& search_;
  explore::SoFar& so_far_;
  const std::function<void()> before_telling_;
  const Tells tells_;
  // Written by the checking thread, read by the guard's for its message; guards no other data, so relaxed.
  std::atomic<driver::Phase> phase_{driver::Phase::Reading};
  // Start of the search for runs, in clock ticks; 0: not yet started. Written and read like phase_, so relaxed too.
  std::atomic<Clock::rep> runs_began_{0};
  // Claims the right to report the result: each thread that wants to report exchanges it once; acquire and release, so
  // that the loser sees everything the winner did.
  std::atomic<Teller> teller_{Teller::None};
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;  // guarded by mutex_, like the next three members
  SourceMap sources_;
  std::string strategy_;
  std::vector<std::pair<Violation, TraceView>> runs_;
  std::unique_ptr<char[]> reserve_;  // freed when memory has run out, so that there is some left to report it
  std::thread thread_;
};

}  // namespace px::cli
