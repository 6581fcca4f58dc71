// What a search is told about checkpoints: where they go, when they are written, what it goes on from.
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

namespace px {

// How one came out.
struct CheckpointReport {
  uint64_t number = 0;
  uint64_t states = 0;
  uint64_t bytes = 0;
  double seconds = 0;        // until it was complete
  double pause_seconds = 0;  // of that, while the search stood still
  std::string problem;       // why there is none; empty if it was written
};

struct CheckpointPlan {
  CheckpointFolder* folder = nullptr;
  double interval_seconds = 0;  // 0: only on request, and when a limit or a signal ends the search
  // Incremented to request one now (by a signal handler); may be null.
  const std::atomic<uint32_t>* requests = nullptr;
  // The sequences that states hold; null: they hold none.
  SequenceTable* sequences = nullptr;
  // Adds what it takes to go on besides the search itself: the model, options. What went wrong, or nothing.
  std::function<std::optional<std::string>(CheckpointDraft&, CheckpointFacts&)> describe;
  // Words to be kept with the search; may be empty.
  std::function<std::vector<uint64_t>()> extra;
  // Called after each, from the thread that wrote it; may be empty.
  std::function<void(const CheckpointReport&)> on_written;
};

// A checkpoint to go on from. The search must be set up as the one that wrote it: model, reducer, store, order,
// parents.
struct CheckpointSource {
  BlockReader* blocks = nullptr;
  BlockFileSummary summary;  // what the manifest says of them
  SequenceTable* sequences = nullptr;
  std::function<void(std::span<const uint64_t>)> extra;  // gets the words back; may be empty
};

}  // namespace px
