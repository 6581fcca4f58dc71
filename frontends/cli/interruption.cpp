#include "frontends/cli/interruption.h"

#include <csignal>

namespace px::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use lock-free atomics only");

extern "C" void on_interrupt(int signal) {
  // A second Ctrl-C ends the process the usual way: the user is in a hurry.
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

std::atomic<uint32_t> requests{0};

extern "C" void on_request(int) {
  requests.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

void watch_for_interruption() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  // The terminal has been closed, but a report can still be written. Under nohup the signal stays ignored.
  if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

void watch_for_checkpoint_requests() {
  std::signal(SIGUSR1, on_request);
}

const std::atomic<uint32_t>& checkpoint_requests() {
  return requests;
}

const std::atomic<bool>& interruption() {
  return interrupted;
}

}  // namespace px::cli
