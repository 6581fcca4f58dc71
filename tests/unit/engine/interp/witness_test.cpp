#include "engine/interp/witness.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "tests/support/program_of.h"

namespace px::interp {
namespace {

// The reasons of the first error in an initial state of the program, as (kind, value) pairs.
std::vector<std::pair<Observation::Kind, int64_t>> because(const std::string& text) {
  auto interpreter = std::move(*Interpreter::make(std::make_shared<const ir::Program>(test::program_of(text))));
  SuccessorBatch initial(interpreter->words());
  interpreter->initial_states(initial);
  const Explanation explanation = interpreter->explain(initial.state(0));
  EXPECT_FALSE(explanation.events.empty()) << text;
  std::vector<std::pair<Observation::Kind, int64_t>> found;
  if (explanation.events.empty()) return found;
  for (const Observation& seen : explanation.events.front().because) found.emplace_back(seen.kind, seen.value);
  return found;
}

using Found = std::vector<std::pair<Observation::Kind, int64_t>>;
constexpr auto kValue = Observation::Kind::Value;
constexpr auto kBound = Observation::Kind::Bound;
constexpr auto kLocation = Observation::Kind::Location;

TEST(Witness, OfAConjunctionTheFalsePart) {
  const std::string head = "var x: 0..9 = 1\nvar y: 0..9 = 2\n";
  EXPECT_EQ(because(head + "invariant i: x = 1 and y = 3\n"), (Found{{kValue, 2}}));
  EXPECT_EQ(because(head + "invariant i: x = 5 and y = 3\n"), (Found{{kValue, 1}}));
  EXPECT_EQ(because(head + "invariant i: x = 5 or y = 3\n"), (Found{{kValue, 1}, {kValue, 2}}));
  EXPECT_EQ(because(head + "invariant i: not (x = 1 and y = 2)\n"), (Found{{kValue, 1}, {kValue, 2}}));
}

TEST(Witness, OfAForallTheElement) {
  EXPECT_EQ(because("var a: [0..3] 0..9 = [1, 1, 7, 8]\ninvariant i: forall k: 0..3. a[k] < 5\n"),
            (Found{{kBound, 2}, {kValue, 7}}));
}

TEST(Witness, OfATrueForallAllElements) {
  EXPECT_EQ(because("var a: [0..2] 0..9 = [5, 6, 7]\ninvariant i: not (forall k: 0..2. a[k] > 4)\n"),
            (Found{{kValue, 5}, {kValue, 6}, {kValue, 7}}));
  EXPECT_LE(because("var a: [0..999] 0..9 = 5\ninvariant i: exists k: 0..999. a[k] = k + 100\n").size(), 17U);
}

TEST(Witness, OfASumWhatIsAdded) {
  EXPECT_EQ(because("var a: [0..1] 0..9 = [5, 6]\ninvariant i: (sum k: 0..1. a[k]) < 9\n"),
            (Found{{kValue, 5}, {kValue, 6}}));
}

TEST(Witness, OfAFullQueueItsLength) {
  EXPECT_EQ(because("var q: queue[1] { n: 0..7 }\ninit { push q (3) }\naction put do push q (4)\n"),
            (Found{{Observation::Kind::Length, 1}}));
}

TEST(Witness, OfACountWhatIsCounted) {
  const Found found =
      because("sort P[3]\nprocess P { a, b } start [b, a, b]\ninvariant i: (count p: P. p at b) <= 1\n");
  EXPECT_EQ(std::count(found.begin(), found.end(), std::pair(kLocation, int64_t{1})), 2);
}

TEST(Witness, OfAnAssertionInTheMiddleOfABody) {
  EXPECT_EQ(because("var x: 0..9 = 1\naction go do { x := 4; assert x < 3, \"small\"; x := 0 }\n"),
            (Found{{kValue, 4}}));
  EXPECT_EQ(because("var x: 0..9 = 4\nvar a: [0..3] 0..9\naction go do a[x] := 1\n"), (Found{{kValue, 4}}));
}

}  // namespace
}  // namespace px::interp
