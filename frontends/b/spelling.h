// "Did you mean ...?" for names of a model.
#pragma once

#include <string_view>
#include <vector>

namespace px::b {

// The candidate with the fewest single-character changes, if they are at most a third of the name; empty if none is.
std::string_view nearest_spelling(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace px::b
