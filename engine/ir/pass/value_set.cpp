#include "engine/ir/pass/value_set.h"

#include <algorithm>

namespace px::ir {

ValueSet::ValueSet(std::vector<int64_t> values) : values_(std::move(values)) {
  if (!values_.empty()) range_ = {values_.front(), values_.back()};
}

ValueSet ValueSet::between(int64_t lo, int64_t hi) {
  ValueSet set;
  if (lo > hi) return set;
  set.range_ = {lo, hi};
  // As an unsigned number, the distance between any two fits.
  if (static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) >= kMaxListed) return set;
  for (int64_t value = lo;; ++value) {
    set.values_.push_back(value);
    if (value == hi) return set;
  }
}

ValueSet ValueSet::truth(bool may_be_false, bool may_be_true) {
  ValueSet set;
  if (may_be_false) set.add(0);
  if (may_be_true) set.add(1);
  return set;
}

bool ValueSet::may_be(int64_t value) const {
  if (empty() || value < range_.lo || value > range_.hi) return false;
  return values_.empty() || std::binary_search(values_.begin(), values_.end(), value);
}

bool ValueSet::may_be_true() const {
  return !empty() && !must_be(0);
}

void ValueSet::add(int64_t value) {
  if (may_be(value)) return;
  const bool lists = listed();
  range_ = range_.join(Interval::of(value));
  if (!lists) return;
  values_.insert(std::lower_bound(values_.begin(), values_.end(), value), value);
  if (values_.size() > kMaxListed) values_.clear();
}

void ValueSet::add(const ValueSet& other) {
  if (other.empty()) return;
  if (other.listed()) {
    for (const int64_t value : other.values_) add(value);
    return;
  }
  range_ = range_.join(other.range_);
  values_.clear();
}

ValueSet ValueSet::within(int64_t lo, int64_t hi) const {
  if (!listed()) return between(std::max(lo, range_.lo), std::min(hi, range_.hi));
  ValueSet result;
  for (const int64_t value : values_) {
    if (lo <= value && value <= hi) result.add(value);
  }
  return result;
}

}  // namespace px::ir
