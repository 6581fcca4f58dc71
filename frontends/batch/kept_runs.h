// --keep of a suite: the output of runs with unexpected results.
//
//   DIR/peterson.pml N=3 none/report.json    its report, if it left one
//                             output.txt     its output: errors and the runs to them
//                             command.txt    its command line
//                             run.html       the run to its first error as a page, if there is one
//
// Threads: one at a time may call keep() and find_earlier() for the same run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/batch/suite.h"

namespace px::batch {

// A page that a run writes before it is known whether to keep it; removed at the end unless it was moved.
class UnfinishedPage {
 public:
  explicit UnfinishedPage(std::string path) : path_(std::move(path)) {}
  ~UnfinishedPage();
  UnfinishedPage(const UnfinishedPage&) = delete;
  UnfinishedPage& operator=(const UnfinishedPage&) = delete;
  const std::string& path() const { return path_; }  // empty: the run writes none

 private:
  std::string path_;
};

class KeptRuns {
 public:
  explicit KeptRuns(std::string folder) : folder_(std::move(folder)) {}

  bool wanted() const { return !folder_.empty(); }
  // Saves the output of an unexpected run, and records the place in the result. Removes the output of an earlier run,
  // even if this one was as expected.
  std::optional<Failure> keep(const SuiteRun& run, const std::vector<std::string>& options, const UnfinishedPage& page,
                              SuiteResult& result) const;
  // The path of the page for run number `index` of this process; empty: none, because nothing is kept or the run's
  // options already determine the output of its errors.
  std::string page_of(const SuiteRun& run, size_t index) const;
  // Records in the result where an earlier call has kept it, if it did.
  void find_earlier(const SuiteRun& run, SuiteResult& result) const;

 private:
  static std::string excerpt(const std::string& output);
  std::string folder_of(const SuiteRun& run) const;

  const std::string folder_;
};

}  // namespace px::batch
