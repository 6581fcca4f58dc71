// Natural numbers of any size, for group orders: multiplied, compared and printed exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace px::symmetry {

class BigNumber {
 public:
  explicit BigNumber(uint32_t value = 1);
  static BigNumber factorial(uint32_t n);

  BigNumber& operator*=(uint32_t factor);
  BigNumber& operator*=(const BigNumber& factor);
  bool operator==(const BigNumber&) const = default;
  bool operator<(const BigNumber& other) const;
  std::string decimal() const;
  // The number, or UINT64_MAX if it is larger than that.
  uint64_t value_or_max() const;

 private:
  // A digit holds nine decimal digits; least significant digit first, no leading zeros.
  static constexpr uint32_t kDigitBase = 1'000'000'000;
  std::vector<uint32_t> digits_;
};

}  // namespace px::symmetry
