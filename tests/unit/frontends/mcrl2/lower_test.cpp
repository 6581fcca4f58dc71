// Specifications of a few states, counted by hand; searched by the interpreter.
#include <gtest/gtest.h>

#include "tests/unit/frontends/mcrl2/support.h"

namespace px::mcrl2 {
namespace {

using Labels = std::set<std::string>;
using test::explore;

TEST(Lower, CommunicationFixesTheVariableOfASum) {
  const auto space = explore(
      "act s, r, c: Nat; proc S(n: Nat) = (n < 2) -> s(n) . S(n + 1); R = sum n: Nat. r(n) . R;"
      "init allow({c}, comm({s|r -> c}, S(0) || R));");
  EXPECT_EQ(space.labels, (Labels{"c(0)", "c(1)"}));
  EXPECT_EQ(space.states.size(), 3u);
}

TEST(Lower, MembersOfAFamilyMeet) {
  const auto space = explore("act a, b; proc P(n: Nat) = a . P(n); init comm({a|a -> b}, P(1) || P(2) || P(3));");
  EXPECT_EQ(space.labels, (Labels{"a", "b", "a|b"}));
}

TEST(Lower, SumsByTheRewriter) {
  const auto space =
      explore("act a: Nat; proc P(l: List(Nat)) = sum n: Nat. (n in l) -> a(n) . P(tail(l)); init P([4, 1]);");
  EXPECT_EQ(space.labels, (Labels{"a(1)", "a(4)"}));
  EXPECT_EQ(space.states.size(), 3u);
}

TEST(Lower, DeadValuesMakeNoStates) {
  EXPECT_EQ(explore("act r: Nat; x; proc P = sum n: Nat. (n < 3) -> r(n) . x . P; init P;").states.size(), 2u);
}

TEST(Lower, TerminationIsJoint) {
  EXPECT_EQ(explore("act a, b; init a || b;").labels, (Labels{"a", "b", "a|b", "Terminate"}));
  EXPECT_EQ(explore("act a, b; proc P = a . P; init P || b;").labels, (Labels{"a", "b", "a|b"}));
}

TEST(Lower, UndecidedConditionsAreErrors) {
  const auto space = explore("act a; proc P(l: List(Nat)) = (head(l) == 1) -> a . P(l); init P([]);");
  EXPECT_EQ(space.error, "'head(l) == 1' is neither true nor false: no equation applies to head([]) == 1");
}

TEST(Lower, TooManyCombinationsAreRefused) {
  // Without data, leftover actions that could communicate make all combinations depend on each other.
  std::string init = "P";
  std::string actions = "act a, c";
  std::string rules = "a|a -> c";
  std::string processes = "; proc P = a . P;";
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    init += " || Q" + n + " || Q" + n;
    actions += ", b" + n;
    processes += "Q" + n + " = (a|b" + n + ") . Q" + n + ";";
  }
  const std::string text = actions + processes + "init comm({" + rules + "}, " + init + ");";
  EXPECT_NE(test::first_error(text).find("combinations of actions at once"), std::string::npos);
}

}  // namespace
}  // namespace px::mcrl2
