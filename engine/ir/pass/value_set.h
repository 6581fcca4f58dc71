// The possible values of an expression, as precisely as the dependency analysis tracks them: a few numbers, or a range.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/interval.h"

namespace px::ir {

class ValueSet {
 public:
  static constexpr size_t kMaxListed = 64;

  ValueSet() = default;  // the empty set
  static ValueSet of(int64_t value) { return ValueSet({value}); }
  static ValueSet between(int64_t lo, int64_t hi);
  static ValueSet truth(bool may_be_false, bool may_be_true);

  bool empty() const { return range_.empty(); }
  // Whether the values are listed one by one; if not, every value in range() is possible.
  bool listed() const { return empty() || !values_.empty(); }
  const std::vector<int64_t>& values() const { return values_; }  // ascending; only if listed()
  Interval range() const { return range_; }
  bool single() const { return values_.size() == 1; }
  int64_t value() const { return values_.front(); }  // only if there is exactly one

  bool may_be(int64_t value) const;
  bool may_be_true() const;  // something other than 0
  bool must_be(int64_t value) const { return single() && values_.front() == value; }
  bool must_be_true() const { return !empty() && !may_be(0); }

  void add(int64_t value);
  void add(const ValueSet& other);
  // The values between the bounds, both included.
  ValueSet within(int64_t lo, int64_t hi) const;
  bool operator==(const ValueSet&) const = default;

  template <class Operation>
  static ValueSet combine(const ValueSet& a, const ValueSet& b, Interval otherwise, Operation&& operation);

 private:
  explicit ValueSet(std::vector<int64_t> values);

  Interval range_ = Interval::none();
  std::vector<int64_t> values_;
};

// The results of an operation on all pairs of values; `operation` returns an optional, nullopt for errors. If the
// results cannot be listed, returns `otherwise`.
template <class Operation>
ValueSet ValueSet::combine(const ValueSet& a, const ValueSet& b, Interval otherwise, Operation&& operation) {
  ValueSet result;
  if (!a.listed() || !b.listed()) return between(otherwise.lo, otherwise.hi);
  for (const int64_t x : a.values_) {
    for (const int64_t y : b.values_) {
      if (const auto value = operation(x, y)) result.add(*value);
    }
  }
  return result;
}

}  // namespace px::ir
