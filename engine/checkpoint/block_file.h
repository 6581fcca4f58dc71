// Files of blocks, the components of checkpoints.
//
//   file    magic: 8 bytes | block | block | ...
//   block   head: 32 bytes | payload
//   head    kind: 4 | number: 4 | bytes: 8 | stored bytes: 8 | hash: 8           little endian
//
// A block is compressed (zstd, level 1) and hashed (XXH3, over the rest of its head and the payload as stored) by the
// thread that writes it, so that several threads share the work; only the write to the file is serialised. Blocks are
// numbered in the order of the file. A reader checks magic, numbers and hashes, so a torn, truncated or modified file
// is detected at the damaged block; blocks missing at the end are detected with the manifest (checkpoint_folder.h),
// which has the number of blocks and a hash over all of them.
//
// Threads: write() and next() may be called concurrently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace px::checkpoint {

// What the manifest records about a file.
struct BlockFileSummary {
  uint64_t blocks = 0;
  uint64_t bytes = 0;
  uint64_t hash = 0;  // over the hashes of the blocks, in order
  bool operator==(const BlockFileSummary&) const = default;
};

class BlockWriter {
 public:
  // Creates the file, which must not exist.
  static Result<std::unique_ptr<BlockWriter>> create(const std::string& path);
  ~BlockWriter();
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;

  // Returns false if a write failed (see problem()), for this or an earlier block.
  bool write(uint32_t kind, std::span<const uint64_t> words);
  // Called after the last block: if this returns true, everything written is on disk.
  bool finish();

  BlockFileSummary summary() const;
  // Why writing failed; empty if it did not.
  std::string problem() const;

 private:
  BlockWriter(int file, std::string path) : file_(file), path_(std::move(path)) {}
  bool append(const void* data, size_t bytes);

  const int file_;
  const std::string path_;
  mutable std::mutex mutex_;
  BlockFileSummary summary_;  // these two: guarded by mutex_
  std::string problem_;
};

struct StoredBlock {
  uint32_t kind = 0;
  std::vector<uint64_t> words;
};

class BlockReader {
 public:
  static Result<std::unique_ptr<BlockReader>> open(const std::string& path);
  ~BlockReader();
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;

  // The next block; nullopt at the end of the file and after a problem.
  std::optional<StoredBlock> next();
  // All blocks of a kind, independently of the position of next(); damaged blocks are skipped and will be reported by
  // next().
  std::vector<StoredBlock> peek(uint32_t kind) const;
  // Summary of the blocks returned so far.
  BlockFileSummary summary() const;
  // What is wrong with the file; empty if no problem was found.
  std::string problem() const;

 private:
  BlockReader(int file, std::string path, uint64_t bytes) : file_(file), path_(std::move(path)), bytes_(bytes) {}
  bool take(std::vector<std::byte>& stored, struct BlockHead& head);
  std::optional<StoredBlock> fail(const std::string& what);

  const int file_;
  const std::string path_;
  const uint64_t bytes_;
  mutable std::mutex mutex_;
  BlockFileSummary summary_;  // these two: guarded by mutex_
  std::string problem_;
};

}  // namespace px::checkpoint
