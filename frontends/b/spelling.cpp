#include "frontends/b/spelling.h"

#include <algorithm>
#include <cctype>

namespace px::b {
namespace {

// Upper and lower case count as the same letter.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same =
          std::tolower(static_cast<unsigned char>(a[i - 1])) == std::tolower(static_cast<unsigned char>(b[j - 1]));
      const size_t replaced = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_spelling(std::string_view name, const std::vector<std::string_view>& candidates) {
  constexpr size_t kLongestName = 64;
  if (name.size() > kLongestName) return {};
  std::string_view best;
  size_t least = std::max<size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName) continue;
    const size_t changes = distance(name, candidate);
    if (changes < least && changes < candidate.size()) {
      best = candidate;
      least = changes;
    }
  }
  return best;
}

}  // namespace px::b
