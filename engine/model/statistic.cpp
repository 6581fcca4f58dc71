#include "engine/model/statistic.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px {

void combine_statistics(const std::vector<Statistic>& more, std::vector<Statistic>& all) {
  for (const Statistic& item : more) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Statistic& s) { return s.name == item.name; });
    if (same == all.end()) {
      all.push_back(item);
      continue;
    }
    PX_CHECK(same->combine == item.combine);
    same->value =
        item.combine == Statistic::Combine::Max ? std::max(same->value, item.value) : same->value + item.value;
  }
}

}  // namespace px
