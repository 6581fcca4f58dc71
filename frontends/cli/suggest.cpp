#include "frontends/cli/suggest.h"

#include <algorithm>

#include "engine/base/spelling.h"

namespace px::cli {

std::string_view nearest(std::string_view typed, std::span<const std::string_view> candidates) {
  const auto starts = [&](std::string_view candidate) { return candidate.starts_with(typed); };
  if (typed.size() >= 2 && std::count_if(candidates.begin(), candidates.end(), starts) == 1) {
    return *std::find_if(candidates.begin(), candidates.end(), starts);
  }
  return nearest_spelling(typed, candidates);
}

}  // namespace px::cli
