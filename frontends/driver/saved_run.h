// The contents of a checkpoint besides the search itself: the command line, the files of the model, and how the model
// was translated when the search began. docs/checkpoints.md describes it for users.
//
// Resuming needs nothing else: the files are read from the checkpoint, the model is translated as often and with the
// same marks as before (refinement.h), and the text of the result is compared with that of the saved search. So a
// checkpoint that this version of the program would translate differently is rejected.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/explore/checkpoint_plan.h"
#include "engine/explore/violation_log.h"
#include "frontends/driver/execution.h"

namespace px::driver {

// Where the checkpoints of a run go, and what they contain.
struct CheckpointOptions {
  checkpoint::CheckpointFolder* folder = nullptr;  // outlives the run
  double every_seconds = 0;                        // 0: only on request, and when a limit or a signal ends the search
  const std::atomic<uint32_t>* requests = nullptr;
  std::vector<std::string> arguments;  // of the program
  std::string version;                 // of the program
  std::function<void(const explore::CheckpointReport&)> on_written;
};

// A search that had to start again: the marks of the new translation, and the errors found until then.
struct EarlierSearch {
  std::vector<uint32_t> marks;
  std::vector<explore::FoundViolation> found;
};
using GrowthHistory = std::vector<EarlierSearch>;

struct SavedRun {
  checkpoint::CheckpointEntry entry;
  checkpoint::BlockFileSummary states;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> files;
  GrowthHistory growth;
  std::string program_hash;
  std::string version;
  std::string written;  // time of writing, for the user
  uint64_t bytes = 0;
  // At the time of the checkpoint.
  uint64_t stored_states = 0;
  uint64_t transitions = 0;
  uint64_t errors = 0;
  double seconds = 0;
  // Why newer checkpoints of the folder were not used.
  std::vector<std::string> damaged;
};

// Identifies the searched program: a hash of its complete text, and of the strategy.
std::string hash_of_search(const ModelExecution& execution, const SourceMap& sources);

// For CheckpointPlan::describe.
std::optional<std::string> describe_run(const CheckpointOptions& options, const SourceMap& sources,
                                        const GrowthHistory& growth, const std::string& program_hash,
                                        checkpoint::CheckpointDraft& draft, checkpoint::CheckpointFacts& facts);

// The last complete checkpoint of the folder; reads every file of it. Fails if there is none.
Result<SavedRun> open_saved_run(const std::string& folder, const std::string& version);

}  // namespace px::driver
