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

// Of fewer states the store is as large as it is at the least, which says nothing about what a state takes.
inline constexpr uint64_t kEnoughForAverage = 1000;

// How things stand at one moment. Zero limits mean: no limit.
struct ProgressNumbers {
  double seconds = 0;
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t waiting = 0;  // states in the frontier
  uint64_t depth = 0;
  uint64_t slots = 0;  // of the state table; a state takes one
  uint64_t memory_bytes = 0;
  uint64_t memory_limit = 0;
  uint64_t states_limit = 0;
  double seconds_limit = 0;
  uint64_t errors = 0;            // found so far
  bool looking_for_runs = false;  // to errors; the numbers are of that search
};

// What follows from two moments.
struct ProgressRates {
  double states_per_second = 0;
  double waiting_per_second = 0;            // growth of the frontier; negative: it shrinks
  std::optional<double> seconds_remaining;  // nothing: unknown
};

// How long a search may still take. Every state that is expanded brings in new ones; as long as it brings in one or
// more on average nothing can be said. When it brings in r < 1, the states that wait lead to waiting / (1 - r) more
// expansions, if r stays what it is. That is told only when r was clearly below 1 at several moments in a row.
class RemainingWork {
 public:
  std::optional<double> note(const ProgressNumbers& before, const ProgressNumbers& now);

 private:
  static constexpr uint32_t kMomentsInARow = 4;
  static constexpr double kClearlyBelowOne = 0.9;
  uint32_t moments_ = 0;
};

// What --progress means here: Auto becomes Tty or Plain; --quiet becomes None.
ProgressMode resolve_progress(ProgressMode asked, bool quiet, bool is_terminal, const char* term);

class ProgressPrinter {
 public:
  // `mode` is resolved; `width` is that of the terminal.
  ProgressPrinter(ProgressMode mode, std::ostream& out, size_t width = 80) : mode_(mode), out_(out), width_(width) {}

  // How often to ask whether an update is due.
  std::chrono::milliseconds interval() const;
  // So long after the run began. Where every update leaves a line they become rarer: every 5 s in the first minute,
  // then after a twelfth of the time gone by, at the latest after 5 min.
  bool is_due(std::chrono::milliseconds gone);
  void update(const ProgressNumbers& numbers);
  // Takes the rewritten line away, so that something else can be printed; the next update brings it back.
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

// The line for people, without an end: "12.3 s  4.51 M states (1.20 M/s)  ...", cut to `width`.
std::string progress_line(const ProgressNumbers& numbers, const ProgressRates& rates, size_t width);
// One JSON object without an end of line: {"event":"progress",...}.
std::string progress_json(const ProgressNumbers& numbers, const ProgressRates& rates);

}  // namespace px::cli
