#include "engine/explore/violation_log.h"

#include <algorithm>

namespace px::explore {

ViolationLog::Key ViolationLog::key_of(const Event& event) {
  return {static_cast<int>(event.kind),
          static_cast<int>(event.error),
          event.index,
          event.statement.value,
          event.expr.value,
          event.place.value,
          event.location.value};
}

bool ViolationLog::add(const FoundViolation& found) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = found_.try_emplace(key_of(found.event), found);
  if (is_new) {
    size_.store(found_.size(), std::memory_order_relaxed);
    return true;
  }
  const uint64_t occurrences = entry->second.occurrences + found.occurrences;
  if (found.depth < entry->second.depth) entry->second = found;
  entry->second.occurrences = occurrences;
  return false;
}

bool ViolationLog::has_all(const std::vector<Key>& keys) {
  const std::lock_guard lock(mutex_);
  return std::all_of(keys.begin(), keys.end(), [this](const Key& key) { return found_.contains(key); });
}

void ViolationLog::take_back(const Event& event) {
  const std::lock_guard lock(mutex_);
  ++taken_back_[key_of(event)];
}

std::vector<FoundViolation> ViolationLog::saved() {
  const std::lock_guard lock(mutex_);
  std::vector<FoundViolation> all;
  for (const auto& [key, found] : found_) {
    all.push_back(found);
    const auto again = taken_back_.find(key);
    if (again != taken_back_.end()) all.back().occurrences -= std::min(all.back().occurrences, again->second);
  }
  return all;
}

void ViolationLog::restore(const std::vector<FoundViolation>& saved) {
  const std::lock_guard lock(mutex_);
  for (const FoundViolation& found : saved) found_.emplace(key_of(found.event), found);
  size_.store(found_.size(), std::memory_order_relaxed);
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

}  // namespace px::explore
