// The progress of a suite, recorded after every run: an interrupted suite continues where it stopped.
//
// One JSON object per line: the run, the version of pexplore, the files and the memory, and the result. A line counts
// only as long as nothing of this has changed.
#pragma once

#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/result.h"
#include "frontends/batch/run_record.h"
#include "frontends/batch/suite.h"

namespace px::batch {

// Locks a folder against other suites until the object is destroyed or the process ends, however it ends. If the file
// system does not support locks, there is no mutual exclusion.
class FolderLock {
 public:
  // A failure is a UsageError: another suite holds the folder, or it does not exist.
  static Result<FolderLock> take(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// Not thread-safe, except for find().
class Journal {
 public:
  // `program` identifies this pexplore.
  Journal(std::string path, std::string program) : path_(std::move(path)), program_(std::move(program)) {}

  // Reads the existing journal and prepares for appending. A failure is a UsageError that names the file.
  Result<void> open();

  // The result of an earlier call, if a run would find the same now. `share` is the run's share of the suite's memory,
  // 0 if its options set a limit.
  std::optional<RunRecord> find(const SuiteRun& run, uint64_t share) const;
  Result<void> add(const SuiteRun& run, uint64_t share, const RunRecord& record);

 private:
  struct Entry {
    RunRecord record;
    uint64_t share = 0;
  };

  const std::string path_;
  const std::string program_;
  std::map<std::string, Entry> earlier_;  // by the identity of the run
  std::ofstream file_;
};

// The content_hash() of a regular, readable file.
std::optional<std::string> hash_of_file(const std::string& path);

}  // namespace px::batch
