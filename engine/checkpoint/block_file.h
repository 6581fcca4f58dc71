// Files of blocks: what checkpoints are made of.
//
//   file    magic: 8 bytes | block | block | ...
//   block   head: 32 bytes | payload
//   head    kind: 4 | number: 4 | bytes: 8 | stored bytes: 8 | hash: 8           little endian
//
// A block is compressed (zstd, level 1) and hashed (XXH3, over the rest of its head and the payload as stored) by the
// thread that writes it, so that several threads share the work; only handing it to the system is done one at a time.
// Blocks are numbered in the order of the file. A reader checks magic, numbers and hashes, so a file that was torn, cut
// off or changed is noticed at the block where it happened; that none is missing at the end is for the manifest to say
// (checkpoint_folder.h), which has the number of blocks and a hash over all of them.
//
// Threads: write() and next() may be called by any number at a time.
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

namespace px {

// What the manifest says of a file.
struct BlockFileSummary {
  uint64_t blocks = 0;
  uint64_t bytes = 0;
  uint64_t hash = 0;  // over the hashes of the blocks, in their order
  bool operator==(const BlockFileSummary&) const = default;
};

class BlockWriter {
 public:
  // Makes the file, which must not exist.
  static Result<std::unique_ptr<BlockWriter>> create(const std::string& path);
  ~BlockWriter();
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;

  // False: the system refuses (see problem()), now or at an earlier block.
  bool write(uint32_t kind, std::span<const uint64_t> words);
  // After the last block: what was written is on the disk when this returns true.
  bool finish();

  BlockFileSummary summary() const;
  // Why writing failed; empty if it has not.
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

  // The next block; nothing at the end of the file, and after a problem.
  std::optional<StoredBlock> next();
  // All blocks of a kind, wherever next() stands; those that are damaged are left out, and next() will say so.
  std::vector<StoredBlock> peek(uint32_t kind) const;
  // Of the blocks handed out so far.
  BlockFileSummary summary() const;
  // What is wrong with the file; empty if nothing was found.
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

}  // namespace px
