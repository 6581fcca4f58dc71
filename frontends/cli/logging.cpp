#include "frontends/cli/logging.h"

#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <spdlog/async.h>
#include <spdlog/async_logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <system_error>
#include <thread>

namespace px::cli {
namespace {

// Queue capacity for the writing thread. A thread that emits one event more waits: no event is dropped.
constexpr size_t kWaitingEvents = 8192;

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::Off: return spdlog::level::off;
    case LogLevel::Error: return spdlog::level::err;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Trace: return spdlog::level::trace;
  }
  PX_UNREACHABLE("log level");
}

LogLevel level_of(Severity severity) {
  switch (severity) {
    case Severity::Error: return LogLevel::Error;
    case Severity::Warning: return LogLevel::Warning;
    case Severity::Note: return LogLevel::Info;
  }
  PX_UNREACHABLE("severity");
}

void append_text(std::string& out, std::string_view text) {
  if (!text.empty() && text.find_first_of(" \t\n\"\\=") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

std::string log_line(std::string_view event, std::span<const LogField> fields) {
  std::string line(event);
  for (const LogField& field : fields) {
    line += ' ';
    line += field.name;
    line += '=';
    if (const auto* number = std::get_if<uint64_t>(&field.value)) {
      line += fmt::to_string(*number);
    } else if (const auto* fraction = std::get_if<double>(&field.value)) {
      line += fmt::format("{:.6g}", *fraction);
    } else {
      append_text(line, std::get<std::string_view>(field.value));
    }
  }
  return line;
}

class LogSession::SpdlogSink final : public LogSink {
 public:
  SpdlogSink(spdlog::sink_ptr where, LogLevel level)
      : writer_(std::make_shared<spdlog::details::thread_pool>(kWaitingEvents, 1)),
        logger_(std::make_shared<spdlog::async_logger>("pexplore", std::move(where), writer_,
                                                       spdlog::async_overflow_policy::block)) {
    logger_->set_level(spdlog_level(level));
    logger_->set_pattern("%Y-%m-%dT%H:%M:%S.%f%z %l %t %v");
    // An error may be the last event that a run logs.
    logger_->flush_on(spdlog::level::warn);
  }

  void write(LogLevel level, std::string_view event, std::span<const LogField> fields) override {
    logger_->log(spdlog_level(level), "{}", log_line(event, fields));
  }

  // Requests that all queued events be written, and waits briefly for it.
  void finish() {
    logger_->flush();
    for (auto left = kMaxWait; writer_->queue_size() != 0 && left.count() > 0; left -= kWait) {
      std::this_thread::sleep_for(kWait);
    }
    std::this_thread::sleep_for(kWait);  // for the events that have already left the queue
  }

 private:
  static constexpr std::chrono::milliseconds kWait{2};
  static constexpr std::chrono::milliseconds kMaxWait{50};
  std::shared_ptr<spdlog::details::thread_pool> writer_;  // its destructor writes the remaining events
  std::shared_ptr<spdlog::async_logger> logger_;
};

std::atomic<LogSession*> LogSession::open_session{nullptr};

LogSession::LogSession(std::unique_ptr<SpdlogSink> sink, LogLevel level) : sink_(std::move(sink)) {
  install_log_sink(sink_.get(), level);
  open_session.store(this, std::memory_order_release);
}

void finish_log() {
  if (LogSession* session = LogSession::open_session.load(std::memory_order_acquire)) session->sink_->finish();
}

LogSession::~LogSession() {
  open_session.store(nullptr, std::memory_order_release);
  install_log_sink(nullptr, LogLevel::Off);
}

Result<std::unique_ptr<LogSession>> LogSession::open(LogLevel level, const std::string& path) {
  // spdlog would create missing folders, but a path to a missing folder is more often a mistake.
  if (!path.empty() && !std::ofstream(path)) {
    return Failure(DiagnosticKind::UsageError,
                   fmt::format("--log-file: cannot write '{}': {}", path, std::generic_category().message(errno)));
  }
  try {
    spdlog::sink_ptr where;
    if (path.empty()) {
      where = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    } else {
      where = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path, true);
    }
    return std::unique_ptr<LogSession>(new LogSession(std::make_unique<SpdlogSink>(std::move(where), level), level));
  } catch (const spdlog::spdlog_ex& problem) {
    return Failure(DiagnosticKind::UsageError, fmt::format("--log-file: cannot write '{}': {}", path, problem.what()));
  }
}

void log_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  for (const Diagnostic& diagnostic : diagnostics) {
    const LogLevel level = level_of(diagnostic.severity());
    if (!logs(level)) continue;
    const std::string place = diagnostic.span.known() ? sources.place(diagnostic.span) : std::string();
    log_event(level, "message",
              {{"kind", diagnostic_name(diagnostic.kind)},
               {"place", std::string_view(place)},
               {"text", std::string_view(diagnostic.message)}});
  }
}

}  // namespace px::cli
