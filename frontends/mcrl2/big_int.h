// Integers of any size: sign and magnitude, base 2^32, least digit first. Schoolbook arithmetic: numbers of
// specifications are small, and those that are not are few.
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
  // What digits() gave.
  static BigInt from_digits(bool negative, std::vector<uint32_t> digits);

  bool negative() const { return negative_; }
  bool zero() const { return digits_.empty(); }
  const std::vector<uint32_t>& digits() const { return digits_; }
  std::optional<int64_t> small() const;  // if it fits
  std::string text() const;

  BigInt operator-() const;
  BigInt operator+(const BigInt& b) const;
  BigInt operator-(const BigInt& b) const { return *this + -b; }
  BigInt operator*(const BigInt& b) const;
  // Rounded down, and what remains, in 0..b-1; b > 0.
  void divide(const BigInt& b, BigInt& quotient, BigInt& rest) const;

  std::strong_ordering operator<=>(const BigInt& b) const;
  bool operator==(const BigInt& b) const = default;

 private:
  static int compare_digits(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b);
  void trim();
  uint32_t divide_small(uint32_t by);  // in place; the rest

  bool negative_ = false;
  std::vector<uint32_t> digits_;
};

BigInt gcd(BigInt a, BigInt b);

}  // namespace px::mcrl2
