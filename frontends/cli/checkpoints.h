// --checkpoint of one check: the folder, the time at which to write a checkpoint, and what the report says of it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "engine/checkpoint/checkpoint_folder.h"
#include "frontends/cli/console.h"
#include "frontends/cli/options.h"
#include "frontends/cli/report.h"
#include "frontends/driver/saved_run.h"
#include "frontends/driver/session.h"

namespace px::cli {

class Checkpoints {
 public:
  // All arguments outlive this object. `saved`: the run to resume; null: start from the beginning.
  Checkpoints(const Options& options, const driver::SavedRun* saved, Console& console)
      : options_(options), saved_(saved), console_(console) {}

  // Called before the session is created. Fails if the folder is not writable or holds the checkpoints of another run.
  Result<void> prepare(driver::SessionOptions& session);
  // Called after the check; empty without --checkpoint.
  std::optional<CheckpointSummary> report(const driver::CheckResult& checked) const;

 private:
  void note(const explore::CheckpointReport& report);

  const Options& options_;
  const driver::SavedRun* saved_;
  Console& console_;
  std::unique_ptr<checkpoint::CheckpointFolder> folder_;
  mutable std::mutex mutex_;
  CheckpointSummary summary_;  // guarded by mutex_: the thread that writes checkpoints records each one here
};

}  // namespace px::cli
