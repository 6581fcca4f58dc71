#include "frontends/cli/guarded_command.h"

#include <iostream>
#include <new>
#include <unistd.h>

#include "engine/explore/so_far.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"

namespace px::cli {

driver::SessionOptions CommandGuard::watched(const Options& options) const {
  driver::SessionOptions session = session_options(options);
  session.search.deadline = limits_.deadline;
  session.on_phase = [this](driver::Phase phase) { guard_.enter(phase); };
  return session;
}

int run_guarded(const Options& options, const std::function<int(CommandGuard&)>& command) {
  explore::SoFar nothing;
  explore::SearchOptions limits = session_options(options).search;
  if (options.time) limits.deadline = LimitGuard::Clock::now() + *options.time;
  LimitGuard guard(options, limits, nothing, {}, LimitGuard::Tells::Words);
  if (!guard.start()) return fail_without_thread(options);
  CommandGuard given(guard, limits);
  try {
    return command(given);
  } catch (const std::bad_alloc&) {
    guard.end(StopReason::MemoryLimit);
  }
}

int fail_without_thread(const Options& options) {
  const Failure failure(DiagnosticKind::UsageError, "the system refuses to start a thread",
                        "raise the limit on processes or on address space (ulimit -a)");
  return print_failure(failure, SourceMap(), colors_on(STDERR_FILENO, options.color), std::cerr);
}

}  // namespace px::cli
