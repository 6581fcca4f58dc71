// A folder of checkpoints; checkpoints are added atomically.
//
//   DIR/lock                        held by the process that writes here
//   DIR/checkpoint-000017/          the last one, complete
//       manifest.json               what is in it: format, version, files with their sizes and hashes, and what the
//                                   caller adds; ends with a hash over all of that
//       states.pxb ...              files of blocks (block_file.h)
//   DIR/checkpoint-000016/          the one before: used if the last one turns out to be damaged
//   DIR/checkpoint-000018.part/     being written, or left behind by a process that ended
//
// A checkpoint is written under a name that is never read. When all files are on disk, the manifest is written and
// synced, then the folder is renamed and DIR is synced. So a name without ".part" is a complete checkpoint, whenever a
// crash happens, provided that the file system honours the order of syncs. Only then is the third-last one removed. If
// the disk is full, existing checkpoints remain untouched.
//
// Threads: one at a time, except for a draft's file, for which see block_file.h.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/checkpoint/block_file.h"

namespace px::checkpoint {

inline constexpr int kCheckpointFormat = 1;

// One complete checkpoint, as described by its manifest.
struct CheckpointEntry {
  uint64_t number = 0;
  std::string path;  // number of its folder
};

// The caller's additions to a manifest.
using CheckpointFacts = nlohmann::ordered_json;

// A checkpoint being written. Removed together with its content unless completed.
class CheckpointDraft {
 public:
  ~CheckpointDraft();
  CheckpointDraft(const CheckpointDraft&) = delete;
  CheckpointDraft& operator=(const CheckpointDraft&) = delete;

  BlockWriter& states() { return *states_; }
  uint64_t number() const { return number_; }
  // Adds a file, such as the text of the model. Returns the problem, or nullopt if it was written.
  std::optional<std::string> add_file(const std::string& name, const std::string& content);
  // Adds the checkpoint to the folder. Returns the problem, or nullopt if it is on disk.
  std::optional<std::string> complete(const CheckpointFacts& facts);

 private:
  friend class CheckpointFolder;
  CheckpointDraft(std::string folder, uint64_t number);
  std::optional<std::string> write_manifest(const CheckpointFacts& facts);

  const std::string folder_;
  const uint64_t number_;
  const std::string part_;
  std::unique_ptr<BlockWriter> states_;
  std::vector<std::string> files_;  // further ones
  bool completed_ = false;
};

class CheckpointFolder {
 public:
  // For writing: creates the folder if necessary, and fails if another process is writing there.
  static Result<std::unique_ptr<CheckpointFolder>> own(const std::string& path);
  ~CheckpointFolder();
  CheckpointFolder(const CheckpointFolder&) = delete;
  CheckpointFolder& operator=(const CheckpointFolder&) = delete;

  const std::string& path() const { return path_; }
  Result<std::unique_ptr<CheckpointDraft>> begin();

 private:
  CheckpointFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  const std::string path_;
  const int lock_;
};

// The complete checkpoints of a folder, the latest first. Fails if it cannot be read or has none.
Result<std::vector<CheckpointEntry>> list_checkpoints(const std::string& folder);
// The manifest, if its own hash and format are valid.
Result<CheckpointFacts> read_manifest(const CheckpointEntry& entry);
// A file other than the states, verified against the manifest.
Result<std::string> read_checkpoint_file(const CheckpointEntry& entry, const CheckpointFacts& manifest,
                                         const std::string& name);
// The states; whoever reads all blocks must compare them with the manifest (states_summary).
Result<std::unique_ptr<BlockReader>> open_states(const CheckpointEntry& entry);
BlockFileSummary states_summary(const CheckpointFacts& manifest);
// Reads everything. Returns the problem, or nullopt if the checkpoint is intact.
std::optional<std::string> find_damage(const CheckpointEntry& entry, const CheckpointFacts& manifest);

}  // namespace px::checkpoint
