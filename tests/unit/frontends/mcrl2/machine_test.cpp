#include "frontends/mcrl2/machine.h"

#include <gtest/gtest.h>

#include "tests/unit/frontends/mcrl2/support.h"

namespace px::mcrl2 {
namespace {

using test::value;

TEST(Machine, Numbers) {
  EXPECT_EQ(value("exp(2, 100) + 1", "Nat"), "1267650600228229401496703205377");
  EXPECT_EQ(value("-7 div 2", "Int"), "-4");
  EXPECT_EQ(value("-7 mod 2", "Nat"), "1");
  EXPECT_EQ(value("1 / 2 + 1 / 3", "Real"), "5 / 6");
  EXPECT_EQ(value("floor(-7 / 2)", "Int"), "-4");
  EXPECT_EQ(value("round(-1 / 2)", "Int"), "0");
  EXPECT_EQ(value("exp(2, -2)", "Real"), "1 / 4");
  EXPECT_EQ(value("sqrt(17)", "Nat"), "4");
}

TEST(Machine, WhatHasNoValueStays) {
  EXPECT_EQ(value("head([])", "Nat"), "head([])");
  EXPECT_EQ(value("Int2Nat(-1)", "Nat"), "Int2Nat(-1)");
  EXPECT_EQ(value("[1] . 5", "Nat"), "[1] . 5");
  EXPECT_EQ(value("u + 1", "Nat", "map u: Nat;"), "u + 1");
}

TEST(Machine, SetsAndBags) {
  EXPECT_EQ(value("{3, 1, 2, 1}", "FSet(Nat)"), "{1, 2, 3}");
  EXPECT_EQ(value("{1, 2, 3} * {n: Nat | n > 1}", "FSet(Nat)"), "{2, 3}");
  EXPECT_EQ(value("4 in !{n: Nat | n mod 2 == 0}", "Bool"), "false");
  EXPECT_EQ(value("{e: Bool | e} == {true}", "Bool"), "true");
  EXPECT_EQ(value("count(1, {1: 2} - {1: 3})", "Nat"), "0");
  EXPECT_EQ(value("{1: 1, 1: 1} == {1: 2}", "Bool"), "true");
  EXPECT_EQ(value("count(2, {x: Nat | x * 3})", "Nat"), "6");
}

TEST(Machine, Functions) {
  const std::string f = "map f: Nat -> Nat; var x: Nat; eqn f(x) = x * x;";
  EXPECT_EQ(value("f[1 -> 7][2 -> 8] == f[2 -> 8][1 -> 7]", "Bool", f), "true");
  EXPECT_EQ(value("f[1 -> 7][1 -> 1] == f", "Bool", f), "true");
  EXPECT_EQ(value("f[1 -> 7] == f", "Bool", f), "false");
  EXPECT_EQ(value("(lambda x, y: Nat. x + y)(1, 2)", "Nat"), "3");
}

TEST(Machine, Quantifiers) {
  EXPECT_EQ(value("exists m: Nat. m <= 18 && m * m == 18", "Bool"), "false");
  EXPECT_EQ(value("forall m: Nat. m < 100 => m * m < 10000", "Bool"), "true");
  EXPECT_EQ(value("exists m: Nat. m * m == 144", "Bool"), "true");
  EXPECT_EQ(value("exists m: Nat. m * m == 145", "Bool"),
            "error: 'm' has no bound, and the first 10000 values do not decide '(m * m) == 145'");
}

TEST(Machine, EndlessEquationsEnd) {
  const std::string up = "map f: Nat -> Nat; var n: Nat; eqn f(n) = f(n + 1);";
  EXPECT_EQ(value("f(0)", "Nat", up), "error: the evaluation of 'f' (equation in line 1) needs too deep a recursion");
  const std::string wide = "map f: Nat -> Nat; var n: Nat; eqn n > 0 -> f(n) = f(Int2Nat(n - 1)) + f(Int2Nat(n - 1));";
  EXPECT_NE(value("f(100)", "Nat", wide).find("does not end within"), std::string::npos);
  EXPECT_NE(value("exp(2, exp(2, 60))", "Nat").find("bits"), std::string::npos);
}

TEST(Machine, EquationsOnConstructors) {
  const std::string modulo = "sort M; cons o: M; n: M -> M; eqn n(n(n(o))) = o;";
  EXPECT_EQ(value("n(n(n(n(o))))", "M", modulo), "n(o)");
}

}  // namespace
}  // namespace px::mcrl2
