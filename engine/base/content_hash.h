// A short hash of a file's content, used to see whether the file has changed. It does not protect against deliberate
// collisions.
#pragma once

#include <string>
#include <string_view>

namespace px {

// FNV-1a of 64 bits, as 16 hexadecimal digits. A byte order mark at the beginning is skipped, because some readers of
// sources drop it and others do not.
std::string content_hash(std::string_view content);

}  // namespace px
