// "Did you mean ...?": of the names that are known, the one that is nearest to a name that is not.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace px {

// The number of single-character changes (insert, delete, replace, swap of neighbours) that turn one word into the
// other. Upper and lower case count as the same letter.
size_t edit_distance(std::string_view a, std::string_view b);

// The candidate with the fewest changes, if they are at most a third of the name (one is always allowed) and leave
// something of the candidate; the first of several. Empty if none is near, and for names of more than 64 characters.
std::string_view nearest_spelling(std::string_view name, std::span<const std::string_view> candidates);

// "did you mean 'x'?", or nothing if no known name is near.
std::string suggestion(std::string_view unknown, const std::vector<std::string_view>& known);
std::string suggestion(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace px
