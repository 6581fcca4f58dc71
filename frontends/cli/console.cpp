#include "frontends/cli/console.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "engine/base/log.h"
#include "frontends/cli/terminal.h"

namespace px::cli {
namespace {

std::string checkpoint_json(const explore::CheckpointReport& report) {
  const nlohmann::ordered_json event = {{"event", "checkpoint"},     {"number", report.number},
                                        {"states", report.states},   {"bytes", report.bytes},
                                        {"seconds", report.seconds}, {"pause_seconds", report.pause_seconds}};
  return event.dump();
}

// A result that arrives sooner than this makes the announcement unnecessary.
constexpr std::chrono::seconds kSoon{1};

std::string error_json(const Violation& violation, const std::string& text) {
  const nlohmann::ordered_json event = {{"event", "error"}, {"kind", violation_name(violation.kind)}, {"text", text}};
  return event.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string run_json(size_t steps, double seconds) {
  const nlohmann::ordered_json event = {{"event", "run"}, {"steps", steps}, {"seconds_for_shorter", seconds}};
  return event.dump();
}

}  // namespace

Console::Console(const Options& options, std::ostream& out)
    : options_(options),
      out_(out),
      mode_(progress_mode(options)),
      printer_(mode_, out, terminal_width(STDERR_FILENO)) {}

void Console::show_progress(explore::SearchOptions& search) {
  search.progress_interval = std::chrono::duration<double>(printer_.interval()).count();
  search.on_progress = [this](const explore::SearchProgress& progress) { update(progress); };
}

void Console::tell_checkpoint(const explore::CheckpointReport& report) {
  if (!report.problem.empty()) {
    return tell(
        fmt::format("pexplore: warning: no checkpoint was written: {}; complete ones are kept", report.problem));
  }
  if (mode_ == ProgressMode::Json) return tell(checkpoint_json(report));
  if (mode_ == ProgressMode::None) return;
  tell(fmt::format("checkpoint {}: {} states, {:.1f} MiB in {:.1f} s; the search paused for {:.0f} ms", report.number,
                   report.states, static_cast<double>(report.bytes) / (1 << 20), report.seconds,
                   report.pause_seconds * 1000));
}

void Console::announce(const Violation& violation, const SourceMap& sources) {
  std::string text;
  if (violation.span.known()) text = sources.place(violation.span) + ": ";
  text += violation.called.empty() ? violation_name(violation.kind) : std::string_view(violation.called);
  if (!violation.message.empty()) text += ": " + violation.message;
  log_event(LogLevel::Info, "error-found", {{"error", text}});
  tell_error(violation, text);
}

void Console::tell_error(const Violation& violation, const std::string& text) {
  if (mode_ == ProgressMode::None) return;
  if (mode_ == ProgressMode::Json) return tell(error_json(violation, text));
  const std::lock_guard lock(mutex_);
  held_back_ = "found: " + text;
  if (std::chrono::steady_clock::now() - start_ >= kSoon) print(std::exchange(held_back_, {}));
}

void Console::tell_run(size_t steps, double seconds) {
  if (mode_ == ProgressMode::None) return;
  if (mode_ == ProgressMode::Json) return tell(run_json(steps, seconds));
  tell(fmt::format("a run of {} steps leads there; searching for a shorter one for at most {} (Ctrl-C skips this)",
                   batch::grouped(steps), format_duration(seconds)));
}

void Console::enter(driver::Phase phase) {
  const std::lock_guard lock(mutex_);
  looking_for_runs_ = phase == driver::Phase::FindingRuns;
}

void Console::tell(const std::string& text) {
  const std::lock_guard lock(mutex_);
  print(text);
}

void Console::print(const std::string& text) {
  printer_.clear();
  out_ << text << std::endl;
}

void Console::clear() {
  const std::lock_guard lock(mutex_);
  printer_.clear();
}

void Console::update(const explore::SearchProgress& progress) {
  ProgressNumbers numbers;
  numbers.seconds = progress.seconds;
  numbers.states = progress.states;
  numbers.transitions = progress.transitions;
  numbers.waiting = progress.frontier;
  numbers.depth = progress.depth;
  numbers.slots = progress.table_slots;
  numbers.memory_bytes = progress.memory_used;
  numbers.memory_limit = progress.memory_limit;
  numbers.states_limit = options_.max_states.value_or(0);
  numbers.seconds_limit = options_.time ? std::chrono::duration<double>(*options_.time).count() : 0;
  const std::lock_guard lock(mutex_);
  if (!looking_for_runs_) errors_ = progress.violations;
  numbers.errors = std::max(errors_, uint64_t{looking_for_runs_});
  numbers.looking_for_runs = looking_for_runs_;
  if (!held_back_.empty()) print(std::exchange(held_back_, {}));
  const auto gone = std::chrono::steady_clock::now() - start_;
  if (printer_.is_due(std::chrono::duration_cast<std::chrono::milliseconds>(gone))) printer_.update(numbers);
}

}  // namespace px::cli
