#include "engine/ir/text_suggest.h"

#include <algorithm>
#include <numeric>

namespace px::ir::text {
namespace {

// Insertions, deletions and replacements that turn one word into the other (Levenshtein), row by row.
size_t edits(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
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
