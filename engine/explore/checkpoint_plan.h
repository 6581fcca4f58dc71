// The checkpoint settings of a search: where checkpoints go, when they are written, and which one to resume from.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint_folder.h"
#include "engine/model/sequence_table.h"

namespace px::explore {

// The outcome of writing one checkpoint.
struct CheckpointReport {
  uint64_t number = 0;
  uint64_t states = 0;
  uint64_t bytes = 0;
  double seconds = 0;        // total time until it was complete
  double pause_seconds = 0;  // the part of it during which the search was paused
  std::string problem;       // why writing failed; empty if it was written
};

struct CheckpointPlan {
  checkpoint::CheckpointFolder* folder = nullptr;
  double interval_seconds = 0;  // 0: only on request, and when a limit or a signal ends the search
  // Incremented (by a signal handler) to request a checkpoint now; may be null.
  const std::atomic<uint32_t>* requests = nullptr;
  // The sequences that states refer to; null if there are none.
  SequenceTable* sequences = nullptr;
  // Adds everything else needed to resume: the model and the options. Returns the error, or nullopt.
  std::function<std::optional<std::string>(checkpoint::CheckpointDraft&, checkpoint::CheckpointFacts&)> describe;
  // Extra words to save with the search; may be empty.
  std::function<std::vector<uint64_t>()> extra;
  // Called after each checkpoint by the thread that wrote it; may be empty.
  std::function<void(const CheckpointReport&)> on_written;
};

// A checkpoint to resume from. The search must be configured like the one that wrote it: model, reducer, store, order,
// parents.
struct CheckpointSource {
  checkpoint::BlockReader* blocks = nullptr;
  checkpoint::BlockFileSummary summary;  // as listed in the manifest
  SequenceTable* sequences = nullptr;
  std::function<void(std::span<const uint64_t>)> extra;  // receives the extra words; may be empty
};

}  // namespace px::explore
