#include "frontends/cli/progress.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

namespace px::cli {

ProgressMode resolve_progress(ProgressMode asked, bool quiet, bool is_terminal, const char* term) {
  if (asked != ProgressMode::Auto) return asked;
  if (quiet) return ProgressMode::None;
  const bool can_rewrite = is_terminal && term != nullptr && std::string_view(term) != "dumb";
  return can_rewrite ? ProgressMode::Tty : ProgressMode::Plain;
}

std::string progress_line(const ProgressNumbers& numbers, double states_per_second, size_t width) {
  std::string line =
      fmt::format("{}  {} states", format_duration(numbers.seconds), format_count(static_cast<double>(numbers.states)));
  if (numbers.states_limit != 0) line += fmt::format(" of {}", format_count(static_cast<double>(numbers.states_limit)));
  line += fmt::format(" ({}/s)  {} transitions  depth {}  {} waiting  {}", format_count(states_per_second),
                      format_count(static_cast<double>(numbers.transitions)), numbers.depth,
                      format_count(static_cast<double>(numbers.waiting)), format_bytes(numbers.memory_bytes));
  if (numbers.memory_limit != 0) line += fmt::format(" of {}", format_bytes(numbers.memory_limit));
  if (numbers.seconds_limit > 0) {
    line += fmt::format("  {} left", format_duration(std::max(numbers.seconds_limit - numbers.seconds, 0.0)));
  }
  line.resize(std::min(line.size(), width));
  return line;
}

std::string progress_json(const ProgressNumbers& numbers, double states_per_second) {
  nlohmann::ordered_json object = {{"event", "progress"},
                                   {"seconds", numbers.seconds},
                                   {"states", numbers.states},
                                   {"transitions", numbers.transitions},
                                   {"waiting", numbers.waiting},
                                   {"depth", numbers.depth},
                                   {"states_per_second", states_per_second},
                                   {"memory_bytes", numbers.memory_bytes}};
  if (numbers.memory_limit != 0) object["memory_limit_bytes"] = numbers.memory_limit;
  if (numbers.states_limit != 0) object["max_states"] = numbers.states_limit;
  if (numbers.seconds_limit > 0) object["max_seconds"] = numbers.seconds_limit;
  return object.dump();
}

std::chrono::milliseconds ProgressPrinter::interval() const {
  using std::chrono::milliseconds;
  switch (mode_) {
    case ProgressMode::Tty: return milliseconds(200);
    case ProgressMode::Json: return milliseconds(1000);
    case ProgressMode::Auto:
    case ProgressMode::Plain:
    case ProgressMode::None: break;
  }
  // Plain lines stay: every 5 s in the first minute, then at every twelfth of the time gone by, at most every 5 min.
  const auto gone = milliseconds(static_cast<int64_t>(previous_.seconds * 1000));
  return std::clamp(gone / 12, milliseconds(5'000), milliseconds(300'000));
}

double ProgressPrinter::recent_rate(const ProgressNumbers& numbers) const {
  const double seconds = numbers.seconds - previous_.seconds;
  if (seconds <= 0 || numbers.states < previous_.states) return 0;
  return static_cast<double>(numbers.states - previous_.states) / seconds;
}

void ProgressPrinter::update(const ProgressNumbers& numbers) {
  const double rate = recent_rate(numbers);
  previous_ = numbers;
  switch (mode_) {
    case ProgressMode::Tty:
      // One column stays free: a full line would make some terminals go to the next one.
      out_ << "\r\033[K" << progress_line(numbers, rate, width_ > 1 ? width_ - 1 : width_);
      line_shown_ = true;
      break;
    case ProgressMode::Plain: out_ << progress_line(numbers, rate, std::string::npos) << '\n'; break;
    case ProgressMode::Json: out_ << progress_json(numbers, rate) << '\n'; break;
    case ProgressMode::Auto:
    case ProgressMode::None: return;
  }
  out_.flush();
}

void ProgressPrinter::clear() {
  if (!line_shown_) return;
  out_ << "\r\033[K";
  out_.flush();
  line_shown_ = false;
}

}  // namespace px::cli
