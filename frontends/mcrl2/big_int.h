// Integers of any size: sign and magnitude, base 2^32, least significant digit first. Schoolbook arithmetic: most
// numbers in specifications are small.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace px::mcrl2 {

class BigInt {
 public:
  BigInt() = default;
  BigInt(int64_t value);
  static BigInt parse(std::string_view decimal);
  // The inverse of digits().
  static BigInt from_digits(bool negative, std::vector<uint32_t> digits);

  bool negative() const { return negative_; }
  bool zero() const { return digits_.empty(); }
  const std::vector<uint32_t>& digits() const { return digits_; }
  std::optional<int64_t> small() const;  // unset if it does not fit
  std::string text() const;

  BigInt operator-() const;
  BigInt operator+(const BigInt& b) const;
  BigInt operator-(const BigInt& b) const { return *this + -b; }
  BigInt operator*(const BigInt& b) const;
  // Division rounding down, with the remainder in 0..b-1; b > 0.
  void divide(const BigInt& b, BigInt& quotient, BigInt& rest) const;

  std::strong_ordering operator<=>(const BigInt& b) const;
  bool operator==(const BigInt& b) const = default;

 private:
  static int compare_digits(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b);
  void trim();
  uint32_t divide_small(uint32_t by);  // in place; returns the remainder

  bool negative_ = false;
  std::vector<uint32_t> digits_;
};

BigInt gcd(BigInt a, BigInt b);

}  // namespace px::mcrl2
