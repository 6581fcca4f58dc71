// The name a user may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace px::ir::text {

// "did you mean 'x'?" for the known name that is nearest in edits, or nothing if none is near.
std::string suggestion(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace px::ir::text
