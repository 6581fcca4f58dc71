// A folder of checkpoints, and how one comes to be in it as a whole or not at all.
//
//   DIR/lock                        held by the process that writes here
//   DIR/checkpoint-000017/          the last one, complete
//       manifest.json               what is in it: format, version, files with their sizes and hashes, and what the
//                                   caller adds; ends with a hash over all of that
//       states.pxb ...              files of blocks (block_file.h)
//   DIR/checkpoint-000016/          the one before: used if the last one turns out to be damaged
//   DIR/checkpoint-000018.part/     being written, or left behind by a process that ended
//
// A checkpoint is written under a name that is never read. When all files are on the disk, the manifest is written and
// synchronised, then the folder is renamed and DIR synchronised. So a name without ".part" is a complete checkpoint
// whatever happened when, as far as the file system keeps the order of what was synchronised. Only then the third last
// one is removed. A disk that is full leaves those that are there untouched.
//
// Threads: one at a time; the writer of a draft's file as block_file.h.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/checkpoint/block_file.h"

namespace px {

inline constexpr int kCheckpointFormat = 1;

// One complete checkpoint as its manifest tells.
struct CheckpointEntry {
  uint64_t number = 0;
  std::string path;  // of its folder
};

// What a manifest says besides what every manifest has.
using CheckpointFacts = nlohmann::ordered_json;

// A checkpoint being written. Removed with its content unless it is completed.
class CheckpointDraft {
 public:
  ~CheckpointDraft();
  CheckpointDraft(const CheckpointDraft&) = delete;
  CheckpointDraft& operator=(const CheckpointDraft&) = delete;

  BlockWriter& states() { return *states_; }
  uint64_t number() const { return number_; }
  // A further file, such as the text of the model. What is wrong; nothing if it was written.
  std::optional<std::string> add_file(const std::string& name, const std::string& content);
  // Makes it one of the folder's. What is wrong; nothing if it is on the disk.
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
  // To write: makes the folder if need be, and fails if another process writes there.
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

// Complete checkpoints of a folder, the last one first. Fails if it cannot be read or has none.
Result<std::vector<CheckpointEntry>> list_checkpoints(const std::string& folder);
// The manifest, when its own hash and format are right.
Result<CheckpointFacts> read_manifest(const CheckpointEntry& entry);
// A file beside the states, compared with the manifest.
Result<std::string> read_checkpoint_file(const CheckpointEntry& entry, const CheckpointFacts& manifest,
                                         const std::string& name);
// The states; the reader of all blocks compares them with what the manifest says (states_summary).
Result<std::unique_ptr<BlockReader>> open_states(const CheckpointEntry& entry);
BlockFileSummary states_summary(const CheckpointFacts& manifest);
// Reads everything. What is wrong; nothing if the checkpoint is whole.
std::optional<std::string> find_damage(const CheckpointEntry& entry, const CheckpointFacts& manifest);

}  // namespace px
