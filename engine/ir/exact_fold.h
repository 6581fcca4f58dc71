// Exact sums and products of 64-bit numbers, independent of their order.
//
// `sum` and `product` fail only if the result does not fit into 64 bits. If they failed on an intermediate overflow,
// the order of the elements would determine whether there is an error, and a symmetry of the model could map a state
// with an error to one without.
//
//   Sum      128 bits: fewer than 2^63 numbers of 64 bits stay within 2^126.
//   Product  sign, a flag "zero seen", and the magnitude, which never shrinks while no factor is zero. Once it exceeds
//            2^63 it is too large for good, unless a zero follows, so nothing beyond that needs to be kept.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace px::ir {

__extension__ typedef __int128 WideNumber;

class ExactSum {
 public:
  void add(int64_t item) { sum_ += item; }
  // nullopt if the sum does not fit.
  std::optional<int64_t> value() const {
    const auto narrow = static_cast<int64_t>(sum_);
    return narrow == sum_ ? std::optional(narrow) : std::nullopt;
  }

 private:
  WideNumber sum_ = 0;
};

class ExactProduct {
 public:
  void multiply(int64_t factor) {
    if (factor == 0) zero_ = true;
    if (factor < 0) negative_ = !negative_;
    const uint64_t size = factor < 0 ? -static_cast<uint64_t>(factor) : static_cast<uint64_t>(factor);
    if (size != 0 && __builtin_mul_overflow(magnitude_, size, &magnitude_)) too_large_ = true;
    if (too_large_) magnitude_ = 1;  // its value no longer matters
  }
  // nullopt if the product does not fit.
  std::optional<int64_t> value() const {
    if (zero_) return 0;
    constexpr auto kMax = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    if (too_large_ || magnitude_ > kMax + (negative_ ? 1 : 0)) return {};
    return static_cast<int64_t>(negative_ ? -magnitude_ : magnitude_);
  }

 private:
  uint64_t magnitude_ = 1;  // of the factors that are not zero
  bool negative_ = false;
  bool zero_ = false;
  bool too_large_ = false;
};

}  // namespace px::ir
