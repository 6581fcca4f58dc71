// Holds --time and --memory against commands that are no check: they report no verdict, so that a limit ends them with
// a sentence on standard error and the exit code of what is incomplete. What a run had shown until then stays; files
// are written at the end only, so that there is none.
#pragma once

#include <functional>

#include "frontends/cli/limit_guard.h"
#include "frontends/cli/options.h"
#include "frontends/driver/session.h"

namespace px::cli {

class CommandGuard {
 public:
  explicit CommandGuard(LimitGuard& guard, const SearchOptions& limits) : guard_(guard), limits_(limits) {}

  void enter(driver::Phase phase) { guard_.enter(phase); }
  // Before a file is written: from then on the run is not ended by a limit.
  void claim() { guard_.claim(); }
  // The options of the command's session, which tells its phases.
  driver::SessionOptions watched(const Options& options) const;

 private:
  LimitGuard& guard_;
  const SearchOptions& limits_;
};

int run_guarded(const Options& options, const std::function<int(CommandGuard&)>& command);

// The system refused the thread of a guard.
int fail_without_thread(const Options& options);

}  // namespace px::cli
