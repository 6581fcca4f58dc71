// The contents of a file.
#pragma once

#include <optional>
#include <string>

namespace px {

// All bytes of a regular file; nullopt if there is none at this path or it cannot be read.
std::optional<std::string> text_of_file(const std::string& path);

}  // namespace px
