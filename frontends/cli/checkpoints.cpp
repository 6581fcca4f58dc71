#include "frontends/cli/checkpoints.h"

#include <chrono>
#include <fmt/format.h>

#include "frontends/cli/interruption.h"

namespace px::cli {
namespace {

constexpr std::chrono::minutes kUsually{30};

// A run from the beginning would overwrite the checkpoints that another run has left.
std::optional<Failure> find_left_over(const std::string& folder) {
  const Result<std::vector<checkpoint::CheckpointEntry>> entries = checkpoint::list_checkpoints(folder);
  if (!entries) return std::nullopt;
  return Failure(
      DiagnosticKind::UsageError, fmt::format("--checkpoint: {} holds checkpoints of an earlier run", folder),
      fmt::format("'pexplore resume {}' continues it; to start over, remove the folder or choose another one", folder));
}

}  // namespace

Result<void> Checkpoints::prepare(driver::SessionOptions& session) {
  session.saved = saved_;
  if (options_.checkpoint.empty() || !options_.dumps.empty()) return {};
  Result<std::unique_ptr<checkpoint::CheckpointFolder>> folder = checkpoint::CheckpointFolder::own(options_.checkpoint);
  if (!folder) return folder.failure();
  folder_ = std::move(*folder);
  if (saved_ == nullptr) {
    if (std::optional<Failure> failure = find_left_over(options_.checkpoint)) return std::move(*failure);
  }
  summary_.folder = options_.checkpoint;
  if (saved_ != nullptr) summary_.resumed_from = saved_->entry.path;
  driver::CheckpointOptions wanted;
  wanted.folder = folder_.get();
  wanted.every_seconds = std::chrono::duration<double>(options_.checkpoint_every.value_or(kUsually)).count();
  wanted.requests = &checkpoint_requests();
  wanted.arguments = saved_ != nullptr ? saved_->arguments : options_.arguments;
  wanted.version = PEXPLORE_VERSION;
  wanted.on_written = [this](const explore::CheckpointReport& report) { note(report); };
  session.checkpoint = std::move(wanted);
  return {};
}

std::optional<CheckpointSummary> Checkpoints::report(const driver::CheckResult& checked) const {
  if (!folder_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  CheckpointSummary summary = summary_;
  summary.at_end = checked.search.checkpointed;
  return summary;
}

void Checkpoints::note(const explore::CheckpointReport& report) {
  {
    const std::lock_guard lock(mutex_);
    summary_.problem = report.problem;
    if (report.problem.empty()) {
      ++summary_.written;
      summary_.number = report.number;
    }
  }
  console_.tell_checkpoint(report);
}

}  // namespace px::cli
