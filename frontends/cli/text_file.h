// The only functions by which commands write text files.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace px::cli {

// Makes the text the content of the file. A failure is a UsageError with the system's reason; it begins with `option`,
// the option that named the path, if there was one.
Result<void> write_file(std::string_view option, const std::string& path, const std::string& text);
// The same, atomically: readers see either the old content or all of the new one.
Result<void> replace_file(const std::string& path, const std::string& text);
// Like write_file, but the path "-" means standard output.
Result<void> write_file_or_output(std::string_view option, const std::string& path, const std::string& text);

}  // namespace px::cli
