#include "frontends/cli/output_files.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace px::cli {
namespace {

namespace fs = std::filesystem;

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    options_.model = folder_ + "/m.px";
    std::ofstream(options_.model) << "the model";
  }

  // The error; empty if there is none.
  std::string problem() const {
    const Result<void> checked = check_output_files(options_);
    if (checked) return "";
    EXPECT_EQ(checked.failure().diagnostics.front().kind, DiagnosticKind::UsageError);
    return checked.failure().diagnostics.front().message;
  }

  const test::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  Options options_;
};

TEST_F(OutputFiles, CheckingLeavesNothingBehind) {
  options_.report = folder_ + "/r.json";
  EXPECT_EQ(problem(), "");
  EXPECT_FALSE(fs::exists(options_.report));
  std::ofstream(options_.report) << "old";
  EXPECT_EQ(problem(), "");
  EXPECT_EQ(fs::file_size(options_.report), 3U);
  options_.report = "-";
  EXPECT_EQ(problem(), "");
}

TEST_F(OutputFiles, EarlierResultsAreEmptied) {
  options_.report = folder_ + "/r.json";
  options_.trace_svg = "-";
  empty_earlier_results(options_);
  EXPECT_FALSE(fs::exists(options_.report)) << "nothing was there";
  std::ofstream(options_.report) << "old";
  empty_earlier_results(options_);
  EXPECT_EQ(fs::file_size(options_.report), 0U);
  EXPECT_EQ(fs::file_size(options_.model), 9U);
}

TEST_F(OutputFiles, PathsThatCannotBeWritten) {
  options_.trace_svg = "/nonexistent/folder/t.svg";
  EXPECT_EQ(problem(), "--trace-svg: cannot write '/nonexistent/folder/t.svg': No such file or directory");
  options_.trace_svg = folder_;
  EXPECT_EQ(problem(), "--trace-svg: cannot write '" + folder_ + "': it is a directory");
}

TEST_F(OutputFiles, InputsAreNotOverwritten) {
  options_.report = folder_ + "/../" + fs::path(folder_).filename().string() + "/m.px";
  EXPECT_EQ(problem(), "--report: '" + options_.report + "' would overwrite the model");
  options_.report = folder_ + "/link";
  fs::create_symlink(options_.model, options_.report);
  EXPECT_EQ(problem(), "--report: '" + options_.report + "' would overwrite the model");
  options_.report.clear();
  options_.command = Command::Graph;
  options_.output = options_.model;
  EXPECT_EQ(problem(), "--output: '" + options_.model + "' would overwrite the model");
}

TEST_F(OutputFiles, ResultsDoNotShareAPlace) {
  options_.report = options_.trace_itf = "-";
  EXPECT_EQ(problem(), "--report and --trace-itf cannot both be written to standard output");
  options_.report = folder_ + "/a";
  options_.trace_itf = folder_ + "/./a";
  EXPECT_EQ(problem(), "--report and --trace-itf cannot both be written to '" + options_.trace_itf + "'");
  options_.report = options_.trace_itf = "/dev/null";
  EXPECT_EQ(problem(), "");
}

}  // namespace
}  // namespace px::cli
