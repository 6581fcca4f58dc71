// Standard error while a check runs: progress, and messages that cannot wait for the result. Called from several
// threads.
#pragma once

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

#include "engine/base/source.h"
#include "engine/explore/options.h"
#include "frontends/cli/options.h"
#include "frontends/cli/progress.h"

namespace px::cli {

class Console {
 public:
  // Both arguments outlive this object.
  Console(const Options& options, std::ostream& out);

  // Shows the progress of this search.
  void show_progress(explore::SearchOptions& search);
  // Reports that a checkpoint was written, or why it was not.
  void tell_checkpoint(const explore::CheckpointReport& report);
  // Logs and prints the first error while the search, or the search for its run, continues.
  void announce(const Violation& violation, const SourceMap& sources);
  // Announces that a run of `steps` steps is known, and that a shorter one is searched for within `seconds` seconds.
  void tell_run(size_t steps, double seconds);
  void enter(driver::Phase phase);
  // Clears a progress line that is rewritten in place.
  void clear();

 private:
  // Prints `text` at once, unless the result will arrive before anyone has read it.
  void tell_error(const Violation& violation, const std::string& text);
  void update(const explore::SearchProgress& progress);
  void tell(const std::string& text);
  void print(const std::string& text);  // requires mutex_ to be held

  const Options& options_;
  std::ostream& out_;
  const ProgressMode mode_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  ProgressPrinter printer_;  // guarded by mutex_, like the following members
  std::string held_back_;    // the error message to print if the run continues
  uint64_t errors_ = 0;      // found by the search
  bool looking_for_runs_ = false;
};

}  // namespace px::cli
