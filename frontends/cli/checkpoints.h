// --checkpoint of one check: the folder, when one is written, and what is reported of it.
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
  // All outlive this. `saved`: what is resumed; null: a run from its beginning.
  Checkpoints(const Options& options, const driver::SavedRun* saved, Console& console)
      : options_(options), saved_(saved), console_(console) {}

  // Before the session is made. Fails if the folder cannot be written to, or holds what another run has left.
  Result<void> prepare(driver::SessionOptions& session);
  // After the check; nothing without --checkpoint.
  std::optional<CheckpointSummary> report(const driver::CheckResult& checked) const;

 private:
  void note(const CheckpointReport& report);

  const Options& options_;
  const driver::SavedRun* saved_;
  Console& console_;
  std::unique_ptr<CheckpointFolder> folder_;
  mutable std::mutex mutex_;
  CheckpointSummary summary_;  // guarded by mutex_: the thread that writes checkpoints notes each
};

}  // namespace px::cli
