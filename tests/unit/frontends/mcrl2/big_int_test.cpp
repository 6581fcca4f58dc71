#include "frontends/mcrl2/big_int.h"

#include <gtest/gtest.h>
#include <random>

namespace px::mcrl2 {
namespace {

TEST(BigInt, AgreesWithMachineArithmetic) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto a = static_cast<int64_t>(random()) >> (random() % 40 + 22);
    const auto b = static_cast<int64_t>(random()) >> (random() % 40 + 24);
    EXPECT_EQ((BigInt(a) + BigInt(b)).small(), a + b);
    EXPECT_EQ((BigInt(a) - BigInt(b)).small(), a - b);
    EXPECT_EQ(BigInt(a) < BigInt(b), a < b);
    const __int128 product = static_cast<__int128>(a) * b;
    if (product < (__int128{1} << 62) && -product < (__int128{1} << 62)) {
      EXPECT_EQ((BigInt(a) * BigInt(b)).small(), a * b);
    }
    if (b <= 0) continue;
    BigInt quotient;
    BigInt rest;
    BigInt(a).divide(BigInt(b), quotient, rest);
    EXPECT_EQ(quotient.small(), a / b - (a % b < 0 ? 1 : 0));
    EXPECT_EQ(rest.small(), (a % b + b) % b);
  }
}

TEST(BigInt, DivisionUndoesMultiplication) {
  std::mt19937_64 random(2);
  const auto any = [&](int digits) {
    BigInt n(0);
    for (int i = 0; i < digits; ++i) n = n * BigInt(int64_t{1} << 40) + BigInt(static_cast<int64_t>(random() >> 24));
    return n + BigInt(1);
  };
  for (int i = 0; i < 300; ++i) {
    const BigInt a = any(6);
    const BigInt b = any(3);
    const BigInt c = any(2);
    BigInt quotient;
    BigInt rest;
    (a * b + c).divide(a, quotient, rest);
    EXPECT_EQ(quotient, b);
    EXPECT_EQ(rest, c);
  }
}

TEST(BigInt, TextAndBack) {
  EXPECT_EQ(BigInt::parse("0").text(), "0");
  EXPECT_EQ(BigInt::parse("123456789012345678901234567890").text(), "123456789012345678901234567890");
  EXPECT_EQ((-BigInt::parse("1000000000000000000000")).text(), "-1000000000000000000000");
  EXPECT_EQ(gcd(BigInt(-12), BigInt(18)), BigInt(6));
}

}  // namespace
}  // namespace px::mcrl2
