// The log of a run: events of the engine and the messages of the command line, written by spdlog to stderr or a file.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/log.h"
#include "engine/base/result.h"
#include "engine/base/source.h"

namespace px::cli {

// While it lives, events of at least this level are written to `path`, or to stderr if that is empty. Writing is a
// thread's of its own, so that a search does not wait for a disk; if that thread falls behind by some thousand events,
// emitters wait: an event that was emitted is written.
class LogSession {
 public:
  // A failure: the file cannot be written.
  static Result<std::unique_ptr<LogSession>> open(LogLevel level, const std::string& path);
  LogSession(const LogSession&) = delete;
  LogSession& operator=(const LogSession&) = delete;
  ~LogSession();

 private:
  friend void finish_log();
  class SpdlogSink;
  // Set by the main thread, read by the thread that ends the process.
  static std::atomic<LogSession*> open_session;
  explicit LogSession(std::unique_ptr<SpdlogSink> sink, LogLevel level);

  std::unique_ptr<SpdlogSink> sink_;
};

// Waits until everything emitted so far is written, but not for long: before the process ends without the session's
// end.
void finish_log();

// "event name=value name=value": one line. Texts with blanks or quotes are quoted.
std::string log_line(std::string_view event, std::span<const LogField> fields);

// Diagnostics as events, so that a log holds what the terminal shows.
void log_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources);

}  // namespace px::cli
