// Progress of a long run on standard error: one line rewritten in place on a terminal, a line now and then otherwise,
// or JSON, one object per line. Used by one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "frontends/cli/options.h"

namespace px::cli {

// With fewer states the store has its minimum size, which says nothing about the bytes per state.
inline constexpr uint64_t kEnoughForAverage = 1000;

// A snapshot of the search. A limit of zero means no limit.
struct ProgressNumbers {
  double seconds = 0;
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t waiting = 0;  // states in the frontier
  uint64_t depth = 0;
  uint64_t slots = 0;  // of the state table; each state occupies one
  uint64_t memory_bytes = 0;
  uint64_t memory_limit = 0;
  uint64_t states_limit = 0;
  double seconds_limit = 0;
  uint64_t errors = 0;            // found so far
  bool looking_for_runs = false;  // searching for runs to errors; the numbers are of that search
};

// Rates derived from two snapshots.
struct ProgressRates {
  double states_per_second = 0;
  double waiting_per_second = 0;            // growth of the frontier; negative if it shrinks
  std::optional<double> seconds_remaining;  // unset: unknown
};

// Estimates the remaining time of a search. Each expanded state brings in new ones; as long as it brings in one or more
// on average, no estimate is possible. If it brings in r < 1, the waiting states lead to waiting / (1 - r) more
// expansions, provided that r stays the same. The estimate is shown only if r was clearly below 1 at several
// consecutive moments.
class RemainingWork {
 public:
  std::optional<double> note(const ProgressNumbers& before, const ProgressNumbers& now);

 private:
  static constexpr uint32_t kMomentsInARow = 4;
  static constexpr double kClearlyBelowOne = 0.9;
  uint32_t moments_ = 0;
};

// Resolves --progress: Auto becomes Tty or Plain; --quiet makes it None.
ProgressMode resolve_progress(ProgressMode asked, bool quiet, bool is_terminal, const char* term);

class ProgressPrinter {
 public:
  // `mode` is already resolved; `width` is that of the terminal.
  ProgressPrinter(ProgressMode mode, std::ostream& out, size_t width = 80) : mode_(mode), out_(out), width_(width) {}

  // How often to ask whether an update is due.
  std::chrono::milliseconds interval() const;
  // `gone`: the time since the run began. If every update prints a new line, updates become rarer: every 5 s in the
  // first minute, then after a twelfth of the elapsed time, but at least every 5 min.
  bool is_due(std::chrono::milliseconds gone);
  void update(const ProgressNumbers& numbers);
  // Clears the rewritten line, so that other text can be printed; the next update restores it.
  void clear();

 private:
  static constexpr std::chrono::milliseconds kShortestPause{5'000};
  static constexpr std::chrono::milliseconds kLongestPause{300'000};

  ProgressRates recent_rates(const ProgressNumbers& numbers);

  ProgressMode mode_;
  std::ostream& out_;
  size_t width_;
  std::chrono::milliseconds next_line_ = kShortestPause;  // Plain
  ProgressNumbers previous_{};
  RemainingWork remaining_;
  bool line_shown_ = false;
};

// The line for people, without a newline: "12.3 s  4.51 M states (1.20 M/s)  ...", cut to `width`.
std::string progress_line(const ProgressNumbers& numbers, const ProgressRates& rates, size_t width);
// One JSON object without a newline: {"event":"progress",...}.
std::string progress_json(const ProgressNumbers& numbers, const ProgressRates& rates);

}  // namespace px::cli
