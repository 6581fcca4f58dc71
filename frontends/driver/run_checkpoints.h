// The checkpoints of one search: the data that the engine writes besides the search, and from which it continues.
#pragma once

#include <memory>

#include "engine/explore/checkpoint_plan.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/saved_run.h"

namespace px::driver {

class RunCheckpoints {
 public:
  // All arguments outlive this object. `options` may be null: write none.
  RunCheckpoints(const CheckpointOptions* options, const SourceMap& sources, const GrowthHistory& growth,
                 const ModelExecution& execution);
  RunCheckpoints(const RunCheckpoints&) = delete;
  RunCheckpoints& operator=(const RunCheckpoints&) = delete;

  // Null if none are written.
  const explore::CheckpointPlan* plan() const { return options_ != nullptr ? &plan_ : nullptr; }
  // Continues from a checkpoint: fails if the model now translates to a different program.
  Result<const explore::CheckpointSource*> open(const SavedRun& saved);

 private:
  std::vector<uint64_t> save_coverage() const;
  void restore_coverage(std::span<const uint64_t> words) const;

  const CheckpointOptions* options_;
  const SourceMap& sources_;
  const GrowthHistory& growth_;
  const ModelExecution& execution_;
  std::string program_hash_;  // empty unless needed
  explore::CheckpointPlan plan_;
  std::unique_ptr<checkpoint::BlockReader> blocks_;
  explore::CheckpointSource source_;
};

}  // namespace px::driver
