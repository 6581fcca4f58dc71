// --keep of a suite: what runs leave that are not as expected.
//
//   DIR/peterson.pml N=3 none/report.json    its report, if it left one
//                             output.txt     what it said: errors and the runs to them
//                             command.txt    how it was called
//                             run.html       the run to its first error, as a page; if there is one
//
// Threads: keep() and find_earlier() by one at a time for the same run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/batch/suite.h"

namespace px::batch {

// A page that a run writes before it is known whether it is kept; removed at the end, unless it has been moved.
class UnfinishedPage {
 public:
  explicit UnfinishedPage(std::string path) : path_(std::move(path)) {}
  ~UnfinishedPage();
  UnfinishedPage(const UnfinishedPage&) = delete;
  UnfinishedPage& operator=(const UnfinishedPage&) = delete;
  const std::string& path() const { return path_; }  // empty: the run makes none

 private:
  std::string path_;
};

class KeptRuns {
 public:
  explicit KeptRuns(std::string folder) : folder_(std::move(folder)) {}

  bool wanted() const { return !folder_.empty(); }
  // Writes what is to be kept of a run, and says where in the result. What is there of an earlier one goes, also if
  // this one came out as expected.
  std::optional<Failure> keep(const SuiteRun& run, const std::vector<std::string>& options, const UnfinishedPage& page,
                              SuiteResult& result) const;
  // Where run number `index` of this process is to write its page; empty: nowhere, since nothing is kept or the run
  // says itself what becomes of its errors.
  std::string page_of(const SuiteRun& run, size_t index) const;
  // Says in the result where an earlier call has kept it, if it has.
  void find_earlier(const SuiteRun& run, SuiteResult& result) const;

 private:
  static std::string excerpt(const std::string& output);
  std::string folder_of(const SuiteRun& run) const;

  const std::string folder_;
};

}  // namespace px::batch
