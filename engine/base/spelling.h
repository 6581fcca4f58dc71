// "Did you mean ...?": the known name nearest to an unknown one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace px {

// The number of single-character changes (insert, delete, replace, swap of neighbours) that turn one word into the
// other, ignoring case.
size_t edit_distance(std::string_view a, std::string_view b);

// The candidate with the fewest changes (the first of several), provided they amount to at most a third of the name
// (one is always allowed) and leave something of the candidate. Empty if no candidate is near, and for names longer
// than 64 characters.
std::string_view nearest_spelling(std::string_view name, std::span<const std::string_view> candidates);

// "did you mean 'x'?", or an empty text if no known name is near.
std::string suggestion(std::string_view unknown, const std::vector<std::string_view>& known);
std::string suggestion(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace px
