#include "frontends/driver/run_checkpoints.h"

namespace px::driver {

RunCheckpoints::RunCheckpoints(const CheckpointOptions* options, const SourceMap& sources, const GrowthHistory& growth,
                               const ModelExecution& execution)
    : options_(options), sources_(sources), growth_(growth), execution_(execution) {
  if (options_ == nullptr) return;
  program_hash_ = hash_of_search(execution, sources);
  plan_.folder = options_->folder;
  plan_.interval_seconds = options_->every_seconds;
  plan_.requests = options_->requests;
  plan_.sequences = &execution.interpreter->sequences();
  plan_.describe = [this](checkpoint::CheckpointDraft& draft, checkpoint::CheckpointFacts& facts) {
    return describe_run(*options_, sources_, growth_, program_hash_, draft, facts);
  };
  plan_.extra = [this] { return save_coverage(); };
  plan_.on_written = options_->on_written;
}

Result<const explore::CheckpointSource*> RunCheckpoints::open(const SavedRun& saved) {
  if (hash_of_search(execution_, sources_) != saved.program_hash) {
    return Failure(DiagnosticKind::UsageError,
                   saved.entry.path + ": the model is now translated differently from when the checkpoint was written",
                   "resume with the version and the options that wrote it");
  }
  Result<std::unique_ptr<checkpoint::BlockReader>> blocks = open_states(saved.entry);
  if (!blocks) return blocks.failure();
  blocks_ = std::move(*blocks);
  source_ = {blocks_.get(), saved.states, &execution_.interpreter->sequences(),
             [this](std::span<const uint64_t> words) { restore_coverage(words); }};
  return &source_;
}

// One bit per action.
std::vector<uint64_t> RunCheckpoints::save_coverage() const {
  if (!execution_.coverage) return {};
  std::vector<uint64_t> words((execution_.coverage->size() + 63) / 64);
  for (uint32_t a = 0; a < execution_.coverage->size(); ++a) {
    if (execution_.coverage->taken(ir::ActionId(a))) words[a / 64] |= uint64_t{1} << a % 64;
  }
  return words;
}

void RunCheckpoints::restore_coverage(std::span<const uint64_t> words) const {
  if (!execution_.coverage) return;
  for (uint32_t a = 0; a < execution_.coverage->size() && a / 64 < words.size(); ++a) {
    if ((words[a / 64] >> a % 64 & 1) != 0) execution_.coverage->mark(ir::ActionId(a));
  }
}

}  // namespace px::driver
