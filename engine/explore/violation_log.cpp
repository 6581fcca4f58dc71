#include "engine/explore/violation_log.h"

#include <algorithm>

namespace px {

ViolationLog::Key ViolationLog::key_of(const Event& event) {
  return {static_cast<int>(event.kind),
          static_cast<int>(event.error),
          event.index,
          event.statement.value,
          event.expr.value,
          event.place.value,
          event.location.value};
}

void ViolationLog::add(const FoundViolation& found) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = found_.try_emplace(key_of(found.event), found);
  if (is_new) {
    size_.store(found_.size(), std::memory_order_relaxed);
    return;
  }
  const uint64_t occurrences = entry->second.occurrences + found.occurrences;
  if (found.depth < entry->second.depth) entry->second = found;
  entry->second.occurrences = occurrences;
}

void ViolationLog::add_growth(uint32_t mark) {
  const std::lock_guard lock(mutex_);
  growth_.insert(mark);
}

std::vector<uint32_t> ViolationLog::take_growth() {
  const std::lock_guard lock(mutex_);
  return {growth_.begin(), growth_.end()};
}

std::vector<FoundViolation> ViolationLog::take() {
  const std::lock_guard lock(mutex_);
  std::vector<FoundViolation> all;
  for (auto& [key, found] : found_) all.push_back(found);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.depth < b.depth; });
  return all;
}

}  // namespace px
