// The folder for the results of studies and suites, and the line that shows their progress.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <unistd.h>

#include "engine/base/result.h"
#include "frontends/cli/options.h"
#include "frontends/cli/terminal.h"

namespace px::cli {

// A failure is a UsageError that names the path.
Result<void> make_result_folder(const std::string& path, std::string_view option = "--out");

// Shows the current step on standard error: one line rewritten in place on a terminal, otherwise a line per step.
class NoteLine {
 public:
  // `mode` is already resolved; a rewritten line is cut to the width.
  NoteLine(ProgressMode mode, std::ostream& out, size_t width = terminal_width(STDERR_FILENO))
      : mode_(mode), out_(out), width_(width) {}
  void show(const std::string& text);
  void clear();

 private:
  ProgressMode mode_;
  std::ostream& out_;
  size_t width_;
};

}  // namespace px::cli
