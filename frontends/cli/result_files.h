// The folder that studies and suites leave their results in, and the line that tells how far they are.
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

// What is being done, on standard error: a line rewritten in place on a terminal, otherwise a line for each step.
class NoteLine {
 public:
  // `mode` is resolved; a line that is rewritten is cut to the width.
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
