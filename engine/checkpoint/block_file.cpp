#include "engine/checkpoint/block_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

namespace px::checkpoint {

struct BlockHead {
  uint32_t kind = 0;
  uint32_t number = 0;
  uint64_t bytes = 0;
  uint64_t stored = 0;
  uint64_t hash = 0;
};
static_assert(sizeof(BlockHead) == 32);

namespace {

constexpr char kMagic[8] = {'P', 'X', 'B', 'L', 'O', 'C', 'K', '1'};
constexpr int kCompressionLevel = 1;
// No block is larger; a header that claims more was not written by this program.
constexpr uint64_t kLargestBlock = uint64_t{1} << 32;

uint64_t hash_of(const BlockHead& head, const std::vector<std::byte>& stored, size_t bytes) {
  const uint64_t of_head = XXH3_64bits(&head, offsetof(BlockHead, hash));
  return XXH3_64bits_withSeed(stored.data(), bytes, of_head);
}

uint64_t chained(uint64_t before, uint64_t hash) {
  return XXH3_64bits_withSeed(&hash, sizeof(hash), before);
}

// One compressor per thread: creating one per block would cost more than compressing a small block.
ZSTD_CCtx* compressor() {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  thread_local std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  return context.get();
}

bool read_whole(int file, void* to, uint64_t bytes, uint64_t from) {
  for (uint64_t done = 0; done < bytes;) {
    const ssize_t got = ::pread(file, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(from + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<uint64_t>(got);
  }
  return true;
}

// nullopt if the block cannot be compressed.
std::optional<StoredBlock> decompressed(const BlockHead& head, const std::vector<std::byte>& stored) {
  StoredBlock block;
  block.kind = head.kind;
  block.words.resize(head.bytes / sizeof(uint64_t));
  const size_t bytes = ZSTD_decompress(block.words.data(), head.bytes, stored.data(), head.stored);
  if (ZSTD_isError(bytes) || bytes != head.bytes) return {};
  return block;
}

std::string system_problem(const std::string& path) {
  return path + ": " + std::strerror(errno);
}

}  // namespace

// ---- Writing

Result<std::unique_ptr<BlockWriter>> BlockWriter::create(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return Failure(DiagnosticKind::UsageError, "cannot write " + system_problem(path), "");
  std::unique_ptr<BlockWriter> writer(new BlockWriter(file, path));
  if (!writer->append(kMagic, sizeof(kMagic))) {
    return Failure(DiagnosticKind::UsageError, "cannot write " + writer->problem_, "");
  }
  return writer;
}

BlockWriter::~BlockWriter() {
  ::close(file_);
}

bool BlockWriter::write(uint32_t kind, std::span<const uint64_t> words) {
  BlockHead head;
  head.kind = kind;
  head.bytes = words.size_bytes();
  std::vector<std::byte> stored(ZSTD_compressBound(head.bytes));
  const size_t size = ZSTD_compressCCtx(compressor(), stored.data(), stored.size(), words.data(), words.size_bytes(),
                                        kCompressionLevel);
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) return false;
  if (ZSTD_isError(size)) {
    problem_ = path_ + ": " + ZSTD_getErrorName(size);
    return false;
  }
  head.stored = size;
  head.number = static_cast<uint32_t>(summary_.blocks);
  head.hash = hash_of(head, stored, size);
  if (!append(&head, sizeof(head)) || !append(stored.data(), size)) return false;
  ++summary_.blocks;
  summary_.hash = chained(summary_.hash, head.hash);
  return true;
}

// Requires the mutex, unless no other thread knows of the file yet.
bool BlockWriter::append(const void* data, size_t bytes) {
  const char* next = static_cast<const char*>(data);
  for (size_t left = bytes; left != 0;) {
    const ssize_t done = ::write(file_, next, left);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      problem_ = system_problem(path_);
      return false;
    }
    next += done;
    left -= static_cast<size_t>(done);
  }
  summary_.bytes += bytes;
  return true;
}

bool BlockWriter::finish() {
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) return false;
  if (::fsync(file_) != 0) problem_ = system_problem(path_);
  return problem_.empty();
}

BlockFileSummary BlockWriter::summary() const {
  const std::lock_guard lock(mutex_);
  return summary_;
}

std::string BlockWriter::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

// ---- Reading

Result<std::unique_ptr<BlockReader>> BlockReader::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Failure(DiagnosticKind::UsageError, "cannot read " + system_problem(path), "");
  struct stat status {};
  const uint64_t bytes = ::fstat(file, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
  std::unique_ptr<BlockReader> reader(new BlockReader(file, path, bytes));
  char magic[sizeof(kMagic)] = {};
  const ssize_t got = ::pread(file, magic, sizeof(magic), 0);
  if (got != sizeof(magic) || std::memcmp(magic, kMagic, sizeof(magic)) != 0) {
    return Failure(DiagnosticKind::UsageError, path + " is no file of a checkpoint, or its beginning is damaged", "");
  }
  reader->summary_.bytes = sizeof(magic);
  return reader;
}

BlockReader::~BlockReader() {
  ::close(file_);
}

std::optional<StoredBlock> BlockReader::next() {
  BlockHead head;
  std::vector<std::byte> stored;
  if (!take(stored, head)) return {};
  const std::string which = "block " + std::to_string(head.number);
  if (hash_of(head, stored, head.stored) != head.hash) return fail(which + " is damaged: its hash is another");
  std::optional<StoredBlock> block = decompressed(head, stored);
  return block ? std::move(block) : fail(which + " is damaged: it cannot be decompressed");
}

std::vector<StoredBlock> BlockReader::peek(uint32_t kind) const {
  std::vector<StoredBlock> found;
  uint64_t at = sizeof(kMagic);
  for (BlockHead head; at < bytes_ && read_whole(file_, &head, sizeof(head), at); at += sizeof(head) + head.stored) {
    if (head.stored > bytes_ - at) break;
    if (head.kind != kind) continue;
    std::vector<std::byte> stored(head.stored);
    if (!read_whole(file_, stored.data(), stored.size(), at + sizeof(head))) break;
    if (hash_of(head, stored, head.stored) != head.hash) break;
    if (std::optional<StoredBlock> block = decompressed(head, stored)) found.push_back(std::move(*block));
  }
  return found;
}

// Reads one block as stored. Returns false if there is none or it is damaged.
bool BlockReader::take(std::vector<std::byte>& stored, BlockHead& head) {
  const std::lock_guard lock(mutex_);
  const auto stop = [&](const std::string& what) {
    problem_ = path_ + ": " + what;
    return false;
  };
  if (!problem_.empty() || summary_.bytes == bytes_) return false;
  const std::string which = "block " + std::to_string(summary_.blocks);
  if (bytes_ - summary_.bytes < sizeof(head) || !read_whole(file_, &head, sizeof(head), summary_.bytes)) {
    return stop("the file ends in the middle of " + which);
  }
  const bool possible = head.number == summary_.blocks && head.bytes % sizeof(uint64_t) == 0 &&
                        head.bytes <= kLargestBlock && head.stored <= ZSTD_compressBound(kLargestBlock);
  if (!possible) return stop("the head of " + which + " is damaged");
  if (bytes_ - summary_.bytes - sizeof(head) < head.stored) return stop("the file ends in the middle of " + which);
  stored.resize(head.stored);
  if (!read_whole(file_, stored.data(), head.stored, summary_.bytes + sizeof(head)))
    return stop("cannot read " + which);
  summary_.bytes += sizeof(head) + head.stored;
  ++summary_.blocks;
  summary_.hash = chained(summary_.hash, head.hash);
  return true;
}

std::optional<StoredBlock> BlockReader::fail(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (problem_.empty()) problem_ = path_ + ": " + what;
  return {};
}

BlockFileSummary BlockReader::summary() const {
  const std::lock_guard lock(mutex_);
  return summary_;
}

std::string BlockReader::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

}  // namespace px::checkpoint
