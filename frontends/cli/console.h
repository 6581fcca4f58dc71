// Standard error while a check runs: progress, and what cannot wait for the result. Called from several threads.
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
  // Both outlive this.
  Console(const Options& options, std::ostream& out);

  // Progress of this search is shown.
  void show_progress(SearchOptions& search);
  // That one was written, or was not.
  void tell_checkpoint(const CheckpointReport& report);
  // The first error, while the search or that for its run continues: logged and told.
  void announce(const Violation& violation, const SourceMap& sources);
  // A run of so many steps is known, and a shorter one is searched for within so many seconds.
  void tell_run(size_t steps, double seconds);
  void enter(driver::Phase phase);
  // Takes a line of progress away that is rewritten in place.
  void clear();

 private:
  // At once, unless the result will be there before one has read it.
  void tell_error(const Violation& violation, const std::string& text);
  void update(const SearchProgress& progress);
  void tell(const std::string& text);
  void print(const std::string& text);  // with mutex_ held

  const Options& options_;
  std::ostream& out_;
  const ProgressMode mode_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  ProgressPrinter printer_;  // these: guarded by mutex_
  std::string held_back_;    // what is reported of an error if the run continues
  uint64_t errors_ = 0;      // of the search
  bool looking_for_runs_ = false;
};

}  // namespace px::cli
