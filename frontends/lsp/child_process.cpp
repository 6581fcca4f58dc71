#include "frontends/lsp/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/exit_code.h"

namespace px::lsp {
namespace {

constexpr size_t kMostOutput = size_t{256} << 20;
// Processor time, for a text on which a reader loops forever: on a busy machine other readers are not cut short.
constexpr rlim_t kMostSeconds = 30;

struct Pipe {
  int read = -1;
  int write = -1;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {ends[0], ends[1]};
}

void close_pipe(Pipe pipe) {
  if (pipe.read >= 0) close(pipe.read);
  if (pipe.write >= 0) close(pipe.write);
}

// A file in memory with this content, positioned at its beginning.
int file_of(std::string_view text) {
  const int file = memfd_create("model", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (write_all(file, text) && lseek(file, 0, SEEK_SET) == 0) return file;
  close(file);
  return -1;
}

void limit(decltype(RLIMIT_CPU) what, rlim_t most) {
  rlimit now{};
  if (getrlimit(what, &now) != 0) return;
  now.rlim_cur = std::min(most, now.rlim_max);
  setrlimit(what, &now);
}

void lead_streams_nowhere() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
}

[[noreturn]] void work_and_end(const std::function<void(int)>& work, int output, uint64_t most_memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  lead_streams_nowhere();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  limit(RLIMIT_AS, most_memory);
#else
  static_cast<void>(most_memory);
#endif
  limit(RLIMIT_CPU, kMostSeconds);
  limit(RLIMIT_CORE, 0);
  int code = 0;
  try {
    work(output);
  } catch (const std::bad_alloc&) {
    code = 1;
  } catch (const std::exception&) {
    code = kExitInternal;
  }
  _exit(code);
}

}  // namespace

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::unique_ptr<ChildProcess> ChildProcess::run(const std::function<void(int)>& work, uint64_t most_memory) {
  const Pipe results = make_pipe();
  if (results.read < 0) return nullptr;
  const pid_t process = fork();
  if (process == 0) work_and_end(work, results.write, most_memory);
  close(results.write);
  if (process < 0) {
    close(results.read);
    return nullptr;
  }
  return std::unique_ptr<ChildProcess>(new ChildProcess(process, results.read, -1));
}

std::unique_ptr<ChildProcess> ChildProcess::start(const std::vector<std::string>& command, const std::string& folder,
                                                  std::string_view input) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int in = file_of(input);
  const Pipe out = make_pipe();
  const Pipe err = make_pipe();
  const bool ready = in >= 0 && out.read >= 0 && err.read >= 0;
  const pid_t process = ready ? fork() : -1;
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const bool led = dup2(in, STDIN_FILENO) >= 0 && dup2(out.write, STDOUT_FILENO) >= 0 &&
                     dup2(err.write, STDERR_FILENO) >= 0 && (folder.empty() || chdir(folder.c_str()) == 0);
    if (led) execv(arguments[0], arguments.data());
    _exit(127);
  }
  if (in >= 0) close(in);
  if (process < 0) {
    close_pipe(out);
    close_pipe(err);
    return nullptr;
  }
  close(out.write);
  close(err.write);
  return std::unique_ptr<ChildProcess>(new ChildProcess(process, out.read, err.read));
}

ChildProcess::~ChildProcess() {
  if (process_ != 0) {
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (output_ >= 0) close(output_);
  if (errors_ >= 0) close(errors_);
}

void ChildProcess::receive(int& from, std::string& text) {
  char part[1 << 16];
  while (from >= 0) {
    const ssize_t got = read(from, part, sizeof part);
    if (got > 0 && text.size() + static_cast<size_t>(got) <= kMostOutput) {
      text.append(part, static_cast<size_t>(got));
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    close(from);
    from = -1;
  }
}

void ChildProcess::receive() {
  receive(output_, output_text_);
  receive(errors_, errors_text_);
}

int ChildProcess::exit_code() {
  if (process_ == 0) return exit_code_;
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

void ChildProcess::interrupt() {
  if (process_ != 0) kill(process_, SIGINT);
}

}  // namespace px::lsp
