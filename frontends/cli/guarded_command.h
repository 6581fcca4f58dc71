// Enforces --time and --memory for commands other than check. They report no verdict, so a limit ends them with one
// sentence on standard error and the exit code for an incomplete result. Output printed so far stays; files are written
// only at the end, so none is left behind.
#pragma once

#include <functional>

#include "frontends/cli/limit_guard.h"
#include "frontends/cli/options.h"
#include "frontends/driver/session.h"

namespace px::cli {

class CommandGuard {
 public:
  explicit CommandGuard(LimitGuard& guard, const explore::SearchOptions& limits) : guard_(guard), limits_(limits) {}

  void enter(driver::Phase phase) { guard_.enter(phase); }
  // Call before writing a file: from then on no limit ends the run.
  void claim() { guard_.claim(); }
  // The options of the command's session, which reports its phases to the guard.
  driver::SessionOptions watched(const Options& options) const;

 private:
  LimitGuard& guard_;
  const explore::SearchOptions& limits_;
};

int run_guarded(const Options& options, const std::function<int(CommandGuard&)>& command);

// The system refused to create the guard's thread.
int fail_without_thread(const Options& options);

}  // namespace px::cli
