// Work in a process of its own, so that whatever a text makes of a reader (a loop without end, a defect, all of the
// memory) the server goes on, and nothing that was read stays in memory. Used by one thread; the server has no other,
// so a copy of it by fork() is whole.
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

  // A copy of this process that calls `work` with where its results go, and ends. Its standard streams lead nowhere.
  static std::unique_ptr<ChildProcess> run(const std::function<void(int output)>& work, uint64_t most_memory);
  // A program, with `input` as its standard input, in a folder. Null if it cannot be started.
  static std::unique_ptr<ChildProcess> start(const std::vector<std::string>& command, const std::string& folder,
                                             std::string_view input);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // What to wait for in poll(); -1: at its end.
  int output() const { return output_; }
  int errors() const { return errors_; }
  // Reads what is there into these.
  void receive();
  std::string& output_text() { return output_text_; }
  std::string& errors_text() { return errors_text_; }
  // Both outputs have ended. Waits for the process, which is about to end or is ended.
  bool ended() const { return output_ < 0 && errors_ < 0; }
  // The exit code; 128 and more: ended by a signal. Only if ended().
  int exit_code();
  void interrupt();
  Clock::time_point started() const { return started_; }

 private:
  ChildProcess(pid_t process, int output, int errors)
      : process_(process), output_(output), errors_(errors), started_(Clock::now()) {}
  static void receive(int& from, std::string& text);

  pid_t process_;  // 0: has been waited for
  int exit_code_ = 0;
  int output_;
  int errors_;
  std::string output_text_;
  std::string errors_text_;
  Clock::time_point started_;
};

// All of it, whatever it takes. False if nobody reads.
bool write_all(int file, std::string_view bytes);

}  // namespace px::lsp
