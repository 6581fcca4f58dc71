#include "frontends/batch/process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace px::batch {
namespace {

using Clock = std::chrono::steady_clock;

// How long an interruption may go unnoticed.
constexpr int kPollMilliseconds = 100;

// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

Failure system_failure(const std::string& what, int error) {
  return Failure(DiagnosticKind::UsageError, what + ": " + std::strerror(error));
}

// Everything that was written to a file, from its beginning.
std::string content(int file) {
  std::string text;
  char part[4096];
  off_t at = 0;
  for (ssize_t got = 0; (got = pread(file, part, sizeof part, at)) > 0; at += got) {
    text.append(part, static_cast<size_t>(got));
  }
  return text;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// The child writes to a file in memory, which never fills up as a pipe does.
Result<pid_t> start(const std::vector<std::string>& command, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return system_failure("cannot run '" + command[0] + '\'', error);
  return child;
}

// Until the child has ended.
void wait_for(pid_t child, const std::atomic<bool>& stop) {
  // The wrapper of glibc 2.36 cannot be called from C++: its header lacks extern "C".
  const Descriptor end(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  bool told = false;
  while (end.number() >= 0) {
    pollfd wanted{end.number(), POLLIN, 0};
    if (poll(&wanted, 1, kPollMilliseconds) > 0) return;
    if (!told && stop.load(std::memory_order_relaxed)) {
      kill(child, SIGINT);
      told = true;
    }
  }
}

}  // namespace

Result<ProcessEnd> run_process(const std::vector<std::string>& command, const std::atomic<bool>& stop) {
  const Descriptor output(memfd_create("output", MFD_CLOEXEC));
  if (output.number() < 0) return system_failure("cannot keep the output of a run", errno);
  const Clock::time_point begin = Clock::now();
  const Result<pid_t> child = start(command, output.number());
  if (!child) return child.failure();
  wait_for(*child, stop);
  int status = 0;
  rusage used{};
  while (wait4(*child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  ProcessEnd end;
  end.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  end.peak_bytes = static_cast<uint64_t>(used.ru_maxrss) * 1024;
  end.output = content(output.number());
  return end;
}

}  // namespace px::batch
