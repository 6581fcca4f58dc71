#include "frontends/mcrl2/big_int.h"

#include <algorithm>

namespace px::mcrl2 {

BigInt::BigInt(int64_t value) : negative_(value < 0) {
  uint64_t magnitude = negative_ ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
  for (; magnitude != 0; magnitude >>= 32) digits_.push_back(static_cast<uint32_t>(magnitude));
}

BigInt BigInt::parse(std::string_view decimal) {
  BigInt result;
  for (const char c : decimal) {
    uint64_t carry = static_cast<uint64_t>(c - '0');
    for (uint32_t& digit : result.digits_) {
      carry += uint64_t{digit} * 10;
      digit = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) result.digits_.push_back(static_cast<uint32_t>(carry));
  }
  return result;
}

BigInt BigInt::from_digits(bool negative, std::vector<uint32_t> digits) {
  BigInt result;
  result.negative_ = negative;
  result.digits_ = std::move(digits);
  result.trim();
  return result;
}

void BigInt::trim() {
  while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
  if (digits_.empty()) negative_ = false;
}

std::optional<int64_t> BigInt::small() const {
  if (digits_.size() > 2) return {};
  uint64_t magnitude = 0;
  for (size_t i = digits_.size(); i-- > 0;) magnitude = magnitude << 32 | digits_[i];
  if (magnitude > uint64_t{1} << 62) return {};
  const auto value = static_cast<int64_t>(magnitude);
  return negative_ ? -value : value;
}

std::string BigInt::text() const {
  if (zero()) return "0";
  std::string out;
  for (BigInt rest = *this; !rest.zero();) {
    uint32_t nine = rest.divide_small(1'000'000'000);
    for (int i = 0; i < 9 && (nine != 0 || !rest.zero()); ++i, nine /= 10) out += static_cast<char>('0' + nine % 10);
  }
  if (negative_) out += '-';
  std::reverse(out.begin(), out.end());
  return out;
}

uint32_t BigInt::divide_small(uint32_t by) {
  uint64_t rest = 0;
  for (size_t i = digits_.size(); i-- > 0;) {
    rest = rest << 32 | digits_[i];
    digits_[i] = static_cast<uint32_t>(rest / by);
    rest %= by;
  }
  trim();
  return static_cast<uint32_t>(rest);
}

BigInt BigInt::operator-() const {
  BigInt result = *this;
  result.negative_ = !negative_ && !zero();
  return result;
}

int BigInt::compare_digits(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

std::strong_ordering BigInt::operator<=>(const BigInt& b) const {
  if (negative_ != b.negative_) return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  const int order = compare_digits(digits_, b.digits_);
  return (negative_ ? -order : order) <=> 0;
}

BigInt BigInt::operator+(const BigInt& b) const {
  const bool same = negative_ == b.negative_;
  const bool swap = compare_digits(digits_, b.digits_) < 0;
  const BigInt& large = swap ? b : *this;
  const BigInt& small = swap ? *this : b;
  BigInt result = large;
  int64_t carry = 0;
  for (size_t i = 0; i < result.digits_.size(); ++i) {
    const int64_t other = i < small.digits_.size() ? small.digits_[i] : 0;
    carry += int64_t{result.digits_[i]} + (same ? other : -other);
    result.digits_[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry > 0) result.digits_.push_back(static_cast<uint32_t>(carry));
  result.trim();
  return result;
}

BigInt BigInt::operator*(const BigInt& b) const {
  BigInt result;
  result.digits_.assign(digits_.size() + b.digits_.size(), 0);
  for (size_t i = 0; i < digits_.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.digits_.size(); ++j) {
      carry += uint64_t{digits_[i]} * b.digits_[j] + result.digits_[i + j];
      result.digits_[i + j] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    result.digits_[i + b.digits_.size()] = static_cast<uint32_t>(carry);
  }
  result.negative_ = negative_ != b.negative_;
  result.trim();
  return result;
}

// Bit by bit; for a single-digit divisor, digit by digit.
void BigInt::divide(const BigInt& b, BigInt& quotient, BigInt& rest) const {
  BigInt q;
  BigInt r;
  if (b.digits_.size() == 1) {
    q = *this;
    q.negative_ = false;
    r = BigInt(static_cast<int64_t>(q.divide_small(b.digits_[0])));
  } else {
    q.digits_.assign(digits_.size(), 0);
    for (size_t bit = digits_.size() * 32; bit-- > 0;) {
      uint32_t carry = digits_[bit / 32] >> bit % 32 & 1;
      for (uint32_t& digit : r.digits_) {
        const uint32_t next = digit >> 31;
        digit = digit << 1 | carry;
        carry = next;
      }
      if (carry != 0) r.digits_.push_back(carry);
      if (compare_digits(r.digits_, b.digits_) < 0) continue;
      r = r - b;
      q.digits_[bit / 32] |= uint32_t{1} << bit % 32;
    }
    q.trim();
  }
  if (negative_) {
    q = -q;
    if (!r.zero()) {
      q = q - BigInt(1);
      r = b - r;
    }
  }
  quotient = std::move(q);
  rest = std::move(r);
}

BigInt gcd(BigInt a, BigInt b) {
  if (a.negative()) a = -a;
  if (b.negative()) b = -b;
  while (!b.zero()) {
    BigInt quotient;
    BigInt rest;
    a.divide(b, quotient, rest);
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}

}  // namespace px::mcrl2
