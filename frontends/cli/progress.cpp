#include "frontends/cli/progress.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace px::cli {
namespace {

// "+1.2 k/s"; empty if nothing changes.
std::string growth(double per_second) {
  if (per_second > -1 && per_second < 1) return "";
  return fmt::format(" ({}{}/s)", per_second < 0 ? "-" : "+", format_count(per_second < 0 ? -per_second : per_second));
}

// A part of the line; if there is not enough room, the fields of the highest rank are dropped first.
struct Field {
  int rank;
  std::string text;
};

std::string states_field(const ProgressNumbers& numbers, const ProgressRates& rates) {
  std::string text =
      fmt::format("{}  {} states", format_duration(numbers.seconds), format_count(static_cast<double>(numbers.states)));
  if (numbers.states_limit != 0) text += fmt::format(" of {}", format_count(static_cast<double>(numbers.states_limit)));
  return text + fmt::format(" ({}/s)", format_count(rates.states_per_second));
}

std::string memory_field(const ProgressNumbers& numbers) {
  std::string text = format_bytes(numbers.memory_bytes);
  if (numbers.memory_limit != 0) text += fmt::format(" of {}", format_bytes(numbers.memory_limit));
  return text;
}

// The fields in the order of the line.
std::vector<Field> fields_of(const ProgressNumbers& numbers, const ProgressRates& rates) {
  std::vector<Field> fields;
  if (numbers.errors != 0) {
    const std::string count = fmt::format("{} error{}", numbers.errors, numbers.errors == 1 ? "" : "s");
    fields.push_back({0, numbers.looking_for_runs ? count + ", searching for a run:" : count});
  }
  fields.push_back({0, states_field(numbers, rates)});
  fields.push_back({8, fmt::format("{} transitions", format_count(static_cast<double>(numbers.transitions)))});
  fields.push_back({5, fmt::format("depth {}", numbers.depth)});
  fields.push_back({4, fmt::format("{} waiting{}", format_count(static_cast<double>(numbers.waiting)),
                                   growth(rates.waiting_per_second))});
  fields.push_back({1, memory_field(numbers)});
  if (numbers.seconds_limit > 0) {
    fields.push_back(
        {3, fmt::format("{} left", format_duration(std::max(numbers.seconds_limit - numbers.seconds, 0.0)))});
  }
  fields.push_back({2, rates.seconds_remaining
                           ? fmt::format("about {} to go", format_duration(*rates.seconds_remaining))
                           : "time left: unknown"});
  if (numbers.slots == 0 || numbers.states == 0) return fields;
  const auto states = static_cast<double>(numbers.states);
  const double bytes = static_cast<double>(numbers.memory_bytes) / states;
  if (numbers.states >= kEnoughForAverage) fields.push_back({7, fmt::format("{:.0f} bytes per state", bytes)});
  fields.push_back({6, fmt::format("table {:.0f} % full", 100 * states / static_cast<double>(numbers.slots))});
  return fields;
}

}  // namespace

ProgressMode resolve_progress(ProgressMode asked, bool quiet, bool is_terminal, const char* term) {
  if (asked != ProgressMode::Auto) return asked;
  if (quiet) return ProgressMode::None;
  const bool can_rewrite = is_terminal && term != nullptr && std::string_view(term) != "dumb";
  return can_rewrite ? ProgressMode::Tty : ProgressMode::Plain;
}

std::string progress_line(const ProgressNumbers& numbers, const ProgressRates& rates, size_t width) {
  std::vector<Field> fields = fields_of(numbers, rates);
  const auto joined = [&fields] {
    std::string line;
    for (const Field& field : fields) line += (line.empty() ? "" : "  ") + field.text;
    return line;
  };
  std::string line = joined();
  while (line.size() > width && fields.size() > 1) {
    fields.erase(std::ranges::max_element(fields, {}, &Field::rank));
    line = joined();
  }
  line.resize(std::min(line.size(), width));
  return line;
}

std::string progress_json(const ProgressNumbers& numbers, const ProgressRates& rates) {
  nlohmann::ordered_json object = {{"event", "progress"},
                                   {"seconds", numbers.seconds},
                                   {"states", numbers.states},
                                   {"transitions", numbers.transitions},
                                   {"waiting", numbers.waiting},
                                   {"depth", numbers.depth},
                                   {"states_per_second", rates.states_per_second},
                                   {"waiting_per_second", rates.waiting_per_second},
                                   {"seconds_remaining", nullptr},
                                   {"memory_bytes", numbers.memory_bytes}};
  if (rates.seconds_remaining) object["seconds_remaining"] = *rates.seconds_remaining;
  object["errors"] = numbers.errors;
  object["looking_for_runs"] = numbers.looking_for_runs;
  if (numbers.slots != 0) {
    object["table_fill"] = static_cast<double>(numbers.states) / static_cast<double>(numbers.slots);
  }
  if (numbers.memory_limit != 0) object["memory_limit_bytes"] = numbers.memory_limit;
  if (numbers.states_limit != 0) object["max_states"] = numbers.states_limit;
  if (numbers.seconds_limit > 0) object["max_seconds"] = numbers.seconds_limit;
  return object.dump();
}

std::chrono::milliseconds ProgressPrinter::interval() const {
  return std::chrono::milliseconds(mode_ == ProgressMode::Tty ? 200 : 1000);
}

bool ProgressPrinter::is_due(std::chrono::milliseconds gone) {
  if (mode_ != ProgressMode::Plain) return true;
  if (gone < next_line_) return false;
  next_line_ = gone + std::clamp(gone / 12, kShortestPause, kLongestPause);
  return true;
}

std::optional<double> RemainingWork::note(const ProgressNumbers& before, const ProgressNumbers& now) {
  const double seconds = now.seconds - before.seconds;
  const auto found = static_cast<double>(now.states) - static_cast<double>(before.states);
  const double waiting = static_cast<double>(now.waiting) - static_cast<double>(before.waiting);
  const double expanded = found - waiting;
  const bool shrinks = seconds > 0 && found >= 0 && expanded > 0 && found < kClearlyBelowOne * expanded;
  moments_ = shrinks ? moments_ + 1 : 0;
  if (moments_ < kMomentsInARow) return std::nullopt;
  return static_cast<double>(now.waiting) / (expanded - found) * seconds;
}

ProgressRates ProgressPrinter::recent_rates(const ProgressNumbers& numbers) {
  ProgressRates rates;
  rates.seconds_remaining = remaining_.note(previous_, numbers);
  const double seconds = numbers.seconds - previous_.seconds;
  if (seconds <= 0 || numbers.states < previous_.states) return rates;
  rates.states_per_second = static_cast<double>(numbers.states - previous_.states) / seconds;
  rates.waiting_per_second = (static_cast<double>(numbers.waiting) - static_cast<double>(previous_.waiting)) / seconds;
  return rates;
}

void ProgressPrinter::update(const ProgressNumbers& numbers) {
  const ProgressRates rates = recent_rates(numbers);
  previous_ = numbers;
  switch (mode_) {
    case ProgressMode::Tty:
      // Leave one column free: a full line would make some terminals advance to the next one.
      out_ << "\r\033[K" << progress_line(numbers, rates, width_ > 1 ? width_ - 1 : width_);
      line_shown_ = true;
      break;
    case ProgressMode::Plain: out_ << progress_line(numbers, rates, std::string::npos) << '\n'; break;
    case ProgressMode::Json: out_ << progress_json(numbers, rates) << '\n'; break;
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
