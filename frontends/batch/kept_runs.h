// --keep of a suite: what runs leave that are not as expected.
//
//   DIR/peterson.pml N=3 none/report.json    its report, if it left one
//                             output.txt     what it said: errors and the runs to them
//                             command.txt    how it was called
//
// Threads: keep() and of_earlier() by one at a time for the same run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/batch/suite.h"

namespace px::batch {

class KeptRuns {
 public:
  explicit KeptRuns(std::string folder) : folder_(std::move(folder)) {}

  bool wanted() const { return !folder_.empty(); }
  // Writes what is to be kept of a run, and says where in the result. What is there of an earlier one goes, also if
  // this one came out as expected.
  std::optional<Failure> keep(const SuiteRun& run, const std::vector<std::string>& options, SuiteResult& result) const;
  // Says in the result where an earlier call has kept it, if it has.
  void find_earlier(const SuiteRun& run, SuiteResult& result) const;

 private:
  static std::string excerpt(const std::string& output);
  std::string folder_of(const SuiteRun& run) const;

  const std::string folder_;
};

}  // namespace px::batch
