#include "symmetry/perm/big_number.h"

#include <algorithm>

namespace px::symmetry {

BigNumber::BigNumber(uint32_t value) : digits_{value % kDigitBase} {
  if (value >= kDigitBase) digits_.push_back(value / kDigitBase);
}

BigNumber BigNumber::factorial(uint32_t n) {
  BigNumber result;
  for (uint32_t factor = 2; factor <= n; ++factor) result *= factor;
  return result;
}

BigNumber& BigNumber::operator*=(uint32_t factor) {
  return *this *= BigNumber(factor);
}

BigNumber& BigNumber::operator*=(const BigNumber& factor) {
  std::vector<uint32_t> product(digits_.size() + factor.digits_.size(), 0);
  for (size_t i = 0; i < digits_.size(); ++i) {
    uint64_t carry = 0;
    for (size_t k = 0; k < factor.digits_.size() || carry != 0; ++k) {
      carry += product[i + k];
      if (k < factor.digits_.size()) carry += uint64_t{digits_[i]} * factor.digits_[k];
      product[i + k] = static_cast<uint32_t>(carry % kDigitBase);
      carry /= kDigitBase;
    }
  }
  while (product.size() > 1 && product.back() == 0) product.pop_back();
  digits_ = std::move(product);
  return *this;
}

bool BigNumber::operator<(const BigNumber& other) const {
  if (digits_.size() != other.digits_.size()) return digits_.size() < other.digits_.size();
  return std::lexicographical_compare(digits_.rbegin(), digits_.rend(), other.digits_.rbegin(), other.digits_.rend());
}

std::string BigNumber::decimal() const {
  std::string text = std::to_string(digits_.back());
  for (size_t i = digits_.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(digits_[i]);
    text += std::string(9 - part.size(), '0') + part;
  }
  return text;
}

uint64_t BigNumber::value_or_max() const {
  uint64_t value = 0;
  for (size_t i = digits_.size(); i-- > 0;) {
    if (__builtin_mul_overflow(value, uint64_t{kDigitBase}, &value)) return UINT64_MAX;
    if (__builtin_add_overflow(value, uint64_t{digits_[i]}, &value)) return UINT64_MAX;
  }
  return value;
}

}  // namespace px::symmetry
