#include "engine/base/spelling.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace px {
namespace {

constexpr size_t kLongestName = 64;

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

// The restricted Damerau-Levenshtein distance, computed row by row; a transposition looks back two rows.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

std::string_view nearest_spelling(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.size() > kLongestName) return {};
  std::string_view best;
  size_t fewest = std::max<size_t>(name.size() / 3, 1) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName) continue;
    const size_t changes = edit_distance(name, candidate);
    if (changes >= fewest || changes >= candidate.size()) continue;
    best = candidate;
    fewest = changes;
  }
  return best;
}

std::string suggestion(std::string_view unknown, const std::vector<std::string_view>& known) {
  const std::string_view best = nearest_spelling(unknown, known);
  return best.empty() ? std::string() : "did you mean '" + std::string(best) + "'?";
}

std::string suggestion(std::string_view unknown, const std::vector<std::string>& known) {
  return suggestion(unknown, std::vector<std::string_view>(known.begin(), known.end()));
}

}  // namespace px
