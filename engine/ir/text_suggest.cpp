#include "engine/ir/text_suggest.h"

#include <algorithm>
#include <numeric>

namespace px::ir::text {
namespace {

// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other, row by row (the
// restricted distance of Damerau and Levenshtein).
size_t edits(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view unknown, const std::vector<std::string>& known) {
  constexpr size_t kLongest = 64;
  if (unknown.size() > kLongest) return {};
  const std::string* best = nullptr;
  size_t fewest = std::max<size_t>(unknown.size() / 3, 1) + 1;
  for (const std::string& name : known) {
    if (name.size() > kLongest) continue;
    const size_t distance = edits(unknown, name);
    if (distance < fewest) {
      fewest = distance;
      best = &name;
    }
  }
  return best == nullptr ? std::string() : "did you mean '" + *best + "'?";
}

}  // namespace px::ir::text
