// Work in a separate process: whatever a text does to a reader (an infinite loop, a crash, memory exhaustion), the
// server continues, and no data of the reader stays in memory. Used by one thread; the server has no other, so fork()
// copies it completely.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace px::lsp {

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // Forks a process that calls `work` with the file descriptor for its results, and ends. Its standard streams are
  // redirected to /dev/null.
  static std::unique_ptr<ChildProcess> run(const std::function<void(int output)>& work, uint64_t most_memory);
  // Runs a program in a folder, with `input` as its standard input. Null if it cannot be started.
  static std::unique_ptr<ChildProcess> start(const std::vector<std::string>& command, const std::string& folder,
                                             std::string_view input);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // The descriptor to poll(); -1: at its end.
  int output() const { return output_; }
  int errors() const { return errors_; }
  // Reads the available output into these.
  void receive();
  std::string& output_text() { return output_text_; }
  std::string& errors_text() { return errors_text_; }
  // Whether both outputs have ended. Waits for the process, which is ending or will be ended.
  bool ended() const { return output_ < 0 && errors_ < 0; }
  // The exit code; 128 and more: killed by a signal. Only if ended().
  int exit_code();
  void interrupt();
  Clock::time_point started() const { return started_; }

 private:
  ChildProcess(pid_t process, int output, int errors)
      : process_(process), output_(output), errors_(errors), started_(Clock::now()) {}
  static void receive(int& from, std::string& text);

  pid_t process_;  // 0: already waited for
  int exit_code_ = 0;
  int output_;
  int errors_;
  std::string output_text_;
  std::string errors_text_;
  Clock::time_point started_;
};

// Writes all bytes, blocking if necessary. False if the reader has gone.
bool write_all(int file, std::string_view bytes);

}  // namespace px::lsp
