// A short mark of the content of a file, by which one sees whether it has changed. Not for files that somebody means to
// mistake for others.
#pragma once

#include <string>
#include <string_view>

namespace px {

// FNV-1a of 64 bits, as 16 hexadecimal digits. A byte order mark at the beginning is left out: some who read sources
// drop it, others do not.
std::string content_hash(std::string_view content);

}  // namespace px
