// What --version prints.
#pragma once

#include <string>

namespace px::cli {

// One line; `verbose`: also what a report of a defect should say of the build and of the machine.
std::string version_text(bool verbose);

}  // namespace px::cli
