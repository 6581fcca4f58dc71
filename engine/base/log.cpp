#include "engine/base/log.h"

namespace px {
namespace {

// The installed sink. Written only while no other thread emits (see log.h), so it needs no memory order of its own.
std::atomic<LogSink*> installed_sink{nullptr};

}  // namespace

void install_log_sink(LogSink* sink, LogLevel most_detailed) {
  installed_sink.store(sink, std::memory_order_relaxed);
  log_detail::most_detailed.store(sink == nullptr ? LogLevel::Off : most_detailed, std::memory_order_relaxed);
}

void log_detail::write(LogLevel level, std::string_view event, std::span<const LogField> fields) {
  if (LogSink* sink = installed_sink.load(std::memory_order_relaxed)) sink->write(level, event, fields);
}

}  // namespace px
