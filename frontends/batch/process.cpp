#include "frontends/batch/process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace px::batch {
namespace {

using Clock = std::chrono::steady_clock;

// Upper bound on the time until an interruption is noticed.
constexpr int kPollMilliseconds = 100;

// Owns a file descriptor.
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

// The whole content of a file, from its beginning.
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

// Runs in the child, a copy of a process with several threads: it may call only async-signal-safe functions, and must
// not return. The child writes to a file in memory, which unlike a pipe never fills up. If the parent is killed, the
// child receives a signal to end. (The signal is bound to the end of the parent thread, but that thread waits for the
// child.)
[[noreturn]] void become(char* const* arguments, int output, pid_t parent, int trouble) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool ready = getppid() == parent && dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
                     dup2(output, STDERR_FILENO) >= 0;
  if (ready) execv(arguments[0], arguments);
  const int error = errno;
  [[maybe_unused]] const ssize_t told = write(trouble, &error, sizeof error);
  _exit(127);
}

Result<pid_t> start(const std::vector<std::string>& command, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return system_failure("cannot run '" + command[0] + '\'', errno);
  const Descriptor from_child(ends[0]);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(arguments.data(), output, parent, ends[1]);
  const int fork_error = errno;
  close(ends[1]);
  if (child < 0) return system_failure("cannot run '" + command[0] + '\'', fork_error);
  // exec closes the other end; until then the child can report why it failed.
  int error = 0;
  if (read(from_child.number(), &error, sizeof error) == sizeof error) {
    waitpid(child, nullptr, 0);
    return system_failure("cannot run '" + command[0] + '\'', error);
  }
  return child;
}

// Waits until the child has ended.
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
