#include "frontends/cli/limit_guard.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <system_error>
#include <unistd.h>

#include "engine/base/log.h"
#include "engine/base/process_memory.h"
#include "frontends/cli/logging.h"
#include "frontends/cli/report.h"
#include "frontends/cli/terminal.h"

namespace px::cli {
namespace {

using std::chrono::milliseconds;

// The time that a search and the phases after it may need to end cleanly.
constexpr milliseconds kGrace{250};
// Grace with a final checkpoint to write: on a machine so busy that the workers arrive late, this costs seconds instead
// of the search.
constexpr milliseconds kGraceToSave{10'000};
// How far a search may exceed the limit if the program alone exceeds it; also the memory needed to report a result.
constexpr uint64_t kBeyond = uint64_t{24} << 20;
constexpr size_t kReserve = size_t{1} << 20;
// Determines the time between two polls: on few cores, memory does not grow faster than this.
constexpr double kBytesPerSecond = double{uint64_t{8} << 30};
constexpr milliseconds kShortest{1};
constexpr milliseconds kLongest{20};

// The guard that ends the process. Set while a check is running, read when memory has run out.
std::atomic<LimitGuard*> current{nullptr};
std::terminate_handler usual_terminate = nullptr;

bool is_out_of_memory(const std::exception_ptr& problem) {
  if (!problem) return false;
  try {
    std::rethrow_exception(problem);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

// A thread, or code compiled without exceptions, has run out of memory.
void on_terminate() {
  LimitGuard* guard = current.load(std::memory_order_acquire);
  if (guard != nullptr && is_out_of_memory(std::current_exception())) guard->end(StopReason::MemoryLimit);
  if (usual_terminate != nullptr) usual_terminate();
  std::abort();
}

// A library has called exit(); the libraries used here do so only when memory runs out.
void on_exit() {
  LimitGuard* guard = current.load(std::memory_order_acquire);
  if (guard != nullptr) guard->end(StopReason::MemoryLimit);
}

bool ends_by_itself(driver::Phase phase) {
  return phase != driver::Phase::Reading && phase != driver::Phase::Preparing && phase != driver::Phase::Executing;
}

std::string_view limit_name(StopReason reason) {
  return reason == StopReason::TimeLimit ? "time" : "memory";
}

// Allocates no memory.
bool write_plainly(int file, std::string_view text) {
  return ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

[[noreturn]] void wait_for_the_end() {
  for (;;) ::pause();
}

}  // namespace

LimitGuard::LimitGuard(const Options& options, const explore::SearchOptions& search, explore::SoFar& so_far,
                       std::function<void()> before_telling, Tells tells)
    : options_(options),
      search_(search),
      so_far_(so_far),
      before_telling_(std::move(before_telling)),
      tells_(tells),
      reserve_(new char[kReserve]) {
  static const bool registered = [] {
    usual_terminate = std::set_terminate(on_terminate);
    return std::atexit(on_exit) == 0;
  }();
  static_cast<void>(registered);
  std::fill_n(reserve_.get(), kReserve, '\0');
  current.store(this, std::memory_order_release);
}

LimitGuard::~LimitGuard() {
  current.store(nullptr, std::memory_order_release);
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool LimitGuard::start() {
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void LimitGuard::enter(driver::Phase phase) {
  if (phase == driver::Phase::FindingRuns && runs_began_.load(std::memory_order_relaxed) == 0) {
    runs_began_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  }
  phase_.store(phase, std::memory_order_relaxed);
}

void LimitGuard::know_sources(const SourceMap& sources) {
  const std::lock_guard lock(mutex_);
  sources_ = sources;
}

void LimitGuard::know_strategy(std::string name) {
  const std::lock_guard lock(mutex_);
  strategy_ = std::move(name);
}

void LimitGuard::know_runs(std::vector<std::pair<Violation, TraceView>> runs) {
  const std::lock_guard lock(mutex_);
  runs_ = std::move(runs);
}

// Claims the report for `teller`. Returns None on success, otherwise the one that claimed it before.
LimitGuard::Teller LimitGuard::become(Teller teller) {
  Teller none = Teller::None;
  return teller_.compare_exchange_strong(none, teller, std::memory_order_acq_rel) ? Teller::None : none;
}

void LimitGuard::claim() {
  if (become(Teller::Caller) == Teller::Guard) wait_for_the_end();
}

void LimitGuard::watch() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, time_to_next_look(), [this] { return done_; })) {
    if (teller_.load(std::memory_order_acquire) != Teller::None) return;
    const std::optional<StopReason> reason = passed_limit();
    if (!reason) continue;
    lock.unlock();
    end(*reason);
  }
}

std::optional<StopReason> LimitGuard::passed_limit() const {
  if (so_far_.saving()) return std::nullopt;
  if (search_.memory_of_process) {
    const uint64_t resident = resident_bytes();
    if (resident > kBeyond && resident - kBeyond > search_.memory_bytes) return StopReason::MemoryLimit;
  }
  if (!search_.deadline) return std::nullopt;
  milliseconds grace{0};
  if (ends_by_itself(phase_.load(std::memory_order_relaxed)))
    grace = options_.checkpoint.empty() ? kGrace : kGraceToSave;
  if (Clock::now() < *search_.deadline + grace) return std::nullopt;
  return StopReason::TimeLimit;
}

LimitGuard::Clock::duration LimitGuard::time_to_next_look() const {
  Clock::duration time = kLongest;
  if (search_.memory_of_process) {
    const double left = static_cast<double>(search_.memory_bytes) - static_cast<double>(resident_bytes());
    const std::chrono::duration<double> filled(std::max(left, 0.0) / kBytesPerSecond);
    if (filled < kLongest)
      time = std::max<Clock::duration>(std::chrono::duration_cast<milliseconds>(filled), kShortest);
  }
  if (search_.deadline) time = std::min(time, std::max<Clock::duration>(*search_.deadline - Clock::now(), kShortest));
  return time;
}

void LimitGuard::end(StopReason reason) {
  const Teller before = become(Teller::Guard);
  if (before == Teller::Guard) wait_for_the_end();
  if (before == Teller::Caller) {
    write_plainly(STDERR_FILENO, "pexplore: out of memory while writing the result\n");
    std::_Exit(kExitUsage);
  }
  current.store(nullptr, std::memory_order_release);
  reserve_.reset();
  try {
    tell(reason);
  } catch (...) {
    // There is no memory for a full report.
    const bool words = tells_ == Tells::Words;
    const bool told = words ? write_plainly(STDERR_FILENO, "pexplore: the limit on memory ended the run\n")
                            : write_plainly(STDOUT_FILENO, "verdict: incomplete (memory-limit)\n");
    std::_Exit(told ? kExitIncomplete : kExitUsage);
  }
  std::_Exit(kExitInternal);  // not reached
}

// Requires mutex_. The errors with known runs are the nearest so far; without --all-errors only those are reported.
void LimitGuard::add_runs(Report& report, StopReason reason) {
  std::vector<Violation>& violations = report.result.violations;
  if (!options_.all_errors && !runs_.empty()) {
    violations.clear();
    for (const auto& [violation, view] : runs_) violations.push_back(violation);
  }
  report.traces.resize(violations.size());
  bool missing = false;
  for (size_t i = 0; i < violations.size(); ++i) {
    const auto known = std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
      return run.first.kind == violations[i].kind && run.first.message == violations[i].message &&
             run.first.span == violations[i].span;
    });
    if (known != runs_.end()) report.traces[i] = std::move(known->second);
    missing = missing || report.traces[i].empty();
  }
  const std::string reached = fmt::format("the limit on {} was reached first", limit_name(reason));
  if (missing) report.missing_trace = reached;
  if (!runs_.empty()) report.run_doubt = "a shorter one was sought, but " + reached;
}

void LimitGuard::tell(StopReason reason) {
  if (before_telling_) before_telling_();
  const std::string_view phase = driver::phase_text(phase_.load(std::memory_order_relaxed));
  log_event(LogLevel::Warning, "limit-passed", {{"reason", stop_reason_name(reason)}, {"phase", phase}});
  std::cerr << fmt::format("pexplore: the limit on {} ended the run while it was {}\n", limit_name(reason), phase);
  const int code = tells_ == Tells::Words ? kExitIncomplete : tell_result(reason);
  log_event(LogLevel::Info, "run-ends", {{"exit-code", static_cast<uint64_t>(code)}});
  finish_log();
  std::cout.flush();
  std::cerr.flush();
  std::_Exit(code);
}

// Returns the exit code.
int LimitGuard::tell_result(StopReason reason) {
  const std::unique_lock lock(mutex_,
                              std::try_to_lock);  // the thread that holds it may be the one that ran out of memory
  const SourceMap none;
  Report report{.sources = lock.owns_lock() ? sources_ : none,
                .options = options_,
                .version = PEXPLORE_VERSION,
                .threads = search_.threads,
                .strategy = lock.owns_lock() ? strategy_ : std::string(),
                .result = so_far_.result(reason)};
  if (const Clock::rep began = runs_began_.load(std::memory_order_relaxed); began != 0) {
    report.run_seconds =
        std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(began)).count();
    report.result.seconds += report.run_seconds;
  }
  if (report.strategy.empty()) report.strategy = "not chosen yet";
  if (options_.trace != TraceMode::Off && lock.owns_lock()) add_runs(report, reason);
  report.result.peak_memory_bytes = peak_resident_bytes();
  const int code = exit_code(report.result.verdict, report.result.violations);
  return tell_report(report) || report.result.verdict == Verdict::Violated ? code : kExitUsage;
}

}  // namespace px::cli
