#include "frontends/cli/suggest.h"

#include <algorithm>
#include <vector>

namespace px::cli {

size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table: swaps look back two rows.
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> previous(b.size() + 1);
  std::vector<size_t> current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::string_view nearest(std::string_view typed, std::span<const std::string_view> candidates) {
  const auto starts = [&](std::string_view candidate) { return candidate.starts_with(typed); };
  if (typed.size() >= 2 && std::count_if(candidates.begin(), candidates.end(), starts) == 1) {
    return *std::find_if(candidates.begin(), candidates.end(), starts);
  }
  std::string_view best;
  size_t best_distance = std::max<size_t>(1, typed.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const size_t distance = edit_distance(typed, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace px::cli
