// Standard error while a check runs: progress, and what cannot wait for the result. Called from several threads.
#pragma once

#include <mutex>
#include <ostream>
#include <string>

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
  // Takes a line of progress away that is rewritten in place.
  void clear();

 private:
  void update(const SearchProgress& progress);
  void tell(const std::string& text);

  const Options& options_;
  std::ostream& out_;
  const ProgressMode mode_;
  std::mutex mutex_;
  ProgressPrinter printer_;  // guarded by mutex_
};

}  // namespace px::cli
