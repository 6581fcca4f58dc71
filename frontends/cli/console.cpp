#include "frontends/cli/console.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "frontends/cli/terminal.h"

namespace px::cli {
namespace {

std::string checkpoint_json(const CheckpointReport& report) {
  const nlohmann::ordered_json event = {{"event", "checkpoint"},     {"number", report.number},
                                        {"states", report.states},   {"bytes", report.bytes},
                                        {"seconds", report.seconds}, {"pause_seconds", report.pause_seconds}};
  return event.dump();
}

}  // namespace

Console::Console(const Options& options, std::ostream& out)
    : options_(options),
      out_(out),
      mode_(progress_mode(options)),
      printer_(mode_, out, terminal_width(STDERR_FILENO)) {}

void Console::show_progress(SearchOptions& search) {
  search.progress_interval = std::chrono::duration<double>(printer_.interval()).count();
  search.on_progress = [this](const SearchProgress& progress) { update(progress); };
}

void Console::tell_checkpoint(const CheckpointReport& report) {
  if (!report.problem.empty()) {
    return tell(fmt::format("pexplore: warning: no checkpoint was written: {}; those that are complete are kept",
                            report.problem));
  }
  if (mode_ == ProgressMode::Json) return tell(checkpoint_json(report));
  if (mode_ == ProgressMode::None) return;
  tell(fmt::format("checkpoint {}: {} states, {:.1f} MiB in {:.1f} s; the search stood still for {:.0f} ms",
                   report.number, report.states, static_cast<double>(report.bytes) / (1 << 20), report.seconds,
                   report.pause_seconds * 1000));
}

void Console::tell(const std::string& text) {
  const std::lock_guard lock(mutex_);
  printer_.clear();
  out_ << text << std::endl;
}

void Console::clear() {
  const std::lock_guard lock(mutex_);
  printer_.clear();
}

void Console::update(const SearchProgress& progress) {
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
  printer_.update(numbers);
}

}  // namespace px::cli
