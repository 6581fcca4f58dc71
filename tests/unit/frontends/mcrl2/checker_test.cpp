#include "frontends/mcrl2/checker.h"

#include <gtest/gtest.h>

#include "tests/unit/frontends/mcrl2/support.h"

namespace px::mcrl2 {
namespace {

using test::first_error;

TEST(Checker, OverloadsAreChosenByArguments) {
  const std::string maps =
      "map f: Nat -> Nat; f: Bool -> Nat; f: List(Nat) -> Nat; var n: Nat; b: Bool; l: List(Nat);"
      "eqn f(n) = 1; f(b) = 2; f(l) = 3;";
  EXPECT_EQ(test::value("f(0)", "Nat", maps), "1");
  EXPECT_EQ(test::value("f(true)", "Nat", maps), "2");
  EXPECT_EQ(test::value("f([])", "Nat", maps), "3");
}

TEST(Checker, NumbersAreNotLoweredSilently) {
  EXPECT_EQ(first_error("act a: Nat; init a(3 - 1);"), "1:20 this is Int, but Nat is needed");
  EXPECT_EQ(first_error("act a: Nat; proc P(l: List(Pos)) = delta; Q(l: List(Nat)) = P(l); init delta;"),
            "1:63 this is List(Nat), but List(Pos) is needed");
}

TEST(Checker, NamesAreSuggested) {
  SourceMap sources;
  const Result<Model> model = read_model(sources, sources.add("m.mcrl2", "act send; init sent;"));
  ASSERT_FALSE(model);
  EXPECT_EQ(model.failure().diagnostics[0].hint, "did you mean 'send'?");
}

TEST(Checker, SortsWithoutValues) {
  EXPECT_EQ(first_error("sort T = struct n(T); init delta;"),
            "1:10 the sort 'T' has no value: all its constructors are recursive");
  EXPECT_EQ(first_error("sort A = List(A); init delta;"), "1:15 the sort 'A' is defined in terms of itself");
}

TEST(Checker, RedeclaredFunctionsOfTheLanguage) {
  EXPECT_EQ(first_error("map head: Nat -> Nat; init delta;"), "1:5 'head' is a function of the language");
}

}  // namespace
}  // namespace px::mcrl2
