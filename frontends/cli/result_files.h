// The folder that studies and suites leave their results in, and the line that tells how far they are.
#pragma once

#include <ostream>
#include <string>

#include "engine/base/result.h"
#include "frontends/cli/options.h"

namespace px::cli {

// A failure is a UsageError that names the path.
Result<bool> make_result_folder(const std::string& path);

// What is being done, on standard error: a line rewritten in place on a terminal, otherwise a line for each step.
class NoteLine {
 public:
  // `mode` is resolved.
  NoteLine(ProgressMode mode, std::ostream& out) : mode_(mode), out_(out) {}
  void show(const std::string& text);
  void clear();

 private:
  ProgressMode mode_;
  std::ostream& out_;
};

}  // namespace px::cli
