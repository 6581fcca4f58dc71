// The one way in which commands leave a text behind.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace px::cli {

// The text becomes the content of the file. A failure is a UsageError with the reason of the system; it begins with
// `option`, if there is one that named the path.
Result<void> write_file(std::string_view option, const std::string& path, const std::string& text);
// The same at one stroke: readers find what was there before or all of it, never a part.
Result<void> replace_file(const std::string& path, const std::string& text);
// As write_file; the path "-" is standard output.
Result<void> write_file_or_output(std::string_view option, const std::string& path, const std::string& text);

}  // namespace px::cli
