// Holds --time and --memory against everything that a check does, from its first line to its last. Other commands are
// held by way of guarded_command.h.
//
// Idea. A search watches its limits itself and ends cleanly: its counts are those of whole steps, and the runs to
// its errors are searched for. But a model is also read, translated and searched for symmetries, native code is made,
// runs are replayed; each of these may need any time or memory within one call, some of them in libraries that nobody
// can stop. Asking in every loop of all of them would be forgotten in the next one. So one thread looks at the clock
// and at the resident set all the time. Where nothing ends by itself, or too late, it tells what has been found so far
// (SoFar), as the same report, and ends the process.
//
// How far beyond a limit: what ends cleanly has kGrace after the deadline and kBeyond bytes, all else no time and
// the same bytes. With --checkpoint it has kGraceToSave: the last checkpoint is worth more than a second. The thread
// looks again before memory can have grown by much at the speed at which pages are handed out.
//
// A result is reported once: the thread that reports it claims it first, and a second one waits for the end of the
// process.
//
// Memory that the system refuses (ulimit -v) ends here, too, wherever it was requested: as an exception that was not
// caught, in a thread, in code without exceptions, in libraries that end the process.
//
// Threads: the guard has one of its own; all members may be called from any. Cost: some microseconds every 20 ms, every
// millisecond close to the limit of memory.
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

  // A report, as a check has one, or no more than that a limit has ended the run.
  enum class Tells : uint8_t { Report, Words };

  // One at a time. `search` says what the limits are; `before_telling` takes away what is on the terminal. All outlive
  // the guard.
  LimitGuard(const Options& options, const SearchOptions& search, SoFar& so_far, std::function<void()> before_telling,
             Tells tells = Tells::Report);
  ~LimitGuard();
  LimitGuard(const LimitGuard&) = delete;
  LimitGuard& operator=(const LimitGuard&) = delete;

  // False: the system refuses a thread.
  bool start();
  void enter(driver::Phase phase);
  // What reports say besides results: the texts of the model once it has been read, and what reduces it.
  void know_sources(const SourceMap& sources);
  void know_strategy(std::string name);
  // The best runs so far to the errors found, while better ones are searched for.
  void know_runs(std::vector<std::pair<Violation, TraceView>> runs);
  // Called before anything is reported. Does not return if the guard is already reporting.
  void claim();
  // Tells what has been found so far and ends the process. Where a result is half told already there is nothing to say
  // but that it is.
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
  const SearchOptions& search_;
  SoFar& so_far_;
  const std::function<void()> before_telling_;
  const Tells tells_;
  // Written by the thread that checks, read by the guard's, for what it says; a lone value, so relaxed.
  std::atomic<driver::Phase> phase_{driver::Phase::Reading};
  // When the search for runs began, in ticks of the clock; 0: not yet. Written and read as phase_ is, and as loosely.
  std::atomic<Clock::rep> runs_began_{0};
  // Claims the report of the result: exchanged once by each thread that wants to; acquire and release, so that one
  // finds done what the other did.
  std::atomic<Teller> teller_{Teller::None};
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;  // these four: guarded by mutex_
  SourceMap sources_;
  std::string strategy_;
  std::vector<std::pair<Violation, TraceView>> runs_;
  std::unique_ptr<char[]> reserve_;  // given back when memory has run out, so that there is some left to report it
  std::thread thread_;
};

}  // namespace px::cli
