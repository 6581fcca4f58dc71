// The output of --version.
#pragma once

#include <string>

namespace px::cli {

// One line; `verbose`: also the details of the build and of the machine for a bug report.
std::string version_text(bool verbose);

}  // namespace px::cli
