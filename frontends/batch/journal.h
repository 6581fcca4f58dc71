// The progress of a suite, recorded after every run: a suite that was interrupted continues where it stopped.
//
// One JSON object per line: what was run, by which pexplore, on which files and with how much memory, and what came
// out. A line counts only as long as nothing of this has changed.
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

// Keeps every other suite out of a folder until it is destroyed or the process ends, however it ends. Where the file
// system has no locks, nothing is kept out.
class FolderLock {
 public:
  // A failure is a UsageError: there is another suite, or no such folder.
  static Result<FolderLock> take(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// Not safe for use by several threads at once, except for find().
class Journal {
 public:
  // `program` identifies this pexplore.
  Journal(std::string path, std::string program) : path_(std::move(path)), program_(std::move(program)) {}

  // Reads what there is and gets ready for more. A failure is a UsageError that names the file.
  Result<void> open();

  // What an earlier call found, if a run would find the same now. `share` is what the run gets of the suite's memory,
  // 0 if it says itself how much it may use.
  std::optional<RunRecord> find(const SuiteRun& run, uint64_t share) const;
  Result<void> add(const SuiteRun& run, uint64_t share, const RunRecord& record);

 private:
  struct Entry {
    RunRecord record;
    uint64_t share = 0;
  };

  const std::string path_;
  const std::string program_;
  std::map<std::string, Entry> earlier_;  // by what was run
  std::ofstream file_;
};

// The content_hash() of a regular file that can be read.
std::optional<std::string> hash_of_file(const std::string& path);

}  // namespace px::batch
