// "Did you mean ...?": the candidate nearest to the typed word.
#pragma once

#include <span>
#include <string_view>

namespace px::cli {

// The candidate that `typed` most likely stands for: the only one it is a prefix of, or the one with the nearest
// spelling. Empty if none is near.
std::string_view nearest(std::string_view typed, std::span<const std::string_view> candidates);

}  // namespace px::cli
