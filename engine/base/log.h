// A log of the engine's decisions: events with named values, for users who want to know why a run behaved as it did.
//
// An event has a short name ("table-growth") and fields ("slots", 1048576). The engine only emits events; the sink,
// installed by the command line or by a program that embeds pexplore, decides where they go. Without a sink, emitting
// costs a relaxed load and a branch, so events belong where decisions are made, not on the path of every state.
//
// Threads: any thread may emit; the sink is installed and removed while no other thread emits.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <variant>

namespace px {

// Ordered by increasing detail: a level includes those before it.
enum class LogLevel : uint8_t { Off, Error, Warning, Info, Debug, Trace };

struct LogField {
  std::string_view name;
  std::variant<uint64_t, double, std::string_view> value;
};

class LogSink {
 public:
  virtual ~LogSink() = default;
  // Called from any thread, concurrently. Copies what it keeps: names and texts are only valid during the call.
  virtual void write(LogLevel level, std::string_view event, std::span<const LogField> fields) = 0;
};

namespace log_detail {
// The most detailed level that the sink wants. Written when a sink is installed or removed, read by every emitter;
// relaxed, because emitting threads are started after the installation and joined before the removal.
inline std::atomic<LogLevel> most_detailed{LogLevel::Off};
void write(LogLevel level, std::string_view event, std::span<const LogField> fields);
}  // namespace log_detail

// `sink` must outlive its use; null removes it.
void install_log_sink(LogSink* sink, LogLevel most_detailed);

inline bool logs(LogLevel level) {
  return level <= log_detail::most_detailed.load(std::memory_order_relaxed);
}

inline void log_event(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {}) {
  if (logs(level)) log_detail::write(level, event, {fields.begin(), fields.size()});
}

}  // namespace px
