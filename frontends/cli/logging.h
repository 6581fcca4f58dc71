// The log of a run: engine events and command-line messages, written by spdlog to stderr or a file.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/log.h"
#include "engine/base/result.h"
#include "engine/base/source.h"

namespace px::cli {

// While a session lives, events of at least this level are written to `path`, or to stderr if it is empty. A separate
// thread writes, so that a search does not wait for a disk; if that thread falls several thousand events behind,
// emitters wait, so no emitted event is lost.
class LogSession {
 public:
  // Fails if the file cannot be written.
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

// Waits, but not for long, until all events emitted so far are written: for a process that ends without ending the
// session.
void finish_log();

// "event name=value name=value": one line. Texts with blanks or quotes are quoted.
std::string log_line(std::string_view event, std::span<const LogField> fields);

// Logs diagnostics as events, so that the log holds everything the terminal shows.
void log_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources);

}  // namespace px::cli
