#include "symmetry/detect/lift_locations.h"

#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "engine/ir/verifier.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

SearchResult search_all(const ir::Program& program, const std::string& strategy = "none") {
  const auto shared = std::make_shared<const ir::Program>(program);
  const auto system = std::move(*interp::Interpreter::make(shared));
  if (strategy == "none") return search(*system, IdentityReducer());
  const symmetry::DetectedSymmetry found = symmetry::detect_symmetry(*shared, system->layout());
  const auto reducer = std::move(*make_reducer(strategy, *shared, system->layout(), found.group, {}));
  return search(*system, *reducer);
}

// Between checking a plate and taking from it, a guest stands at a location that exists only for this plate. Guests at
// the plates may not be where the last one is, who speaks up; a visitor moves with a guest.
constexpr const char* kPlates = R"(
sort Guest[2]  sort Plate { red, green, blue }  sort Visitor[1]
process Guest { away, at_red, at_green, at_blue, done }
process Visitor { outside, inside }
var full: [Plate] bool = true
action to_red(g: Guest) at away -> at_red when full[red]
action to_green(g: Guest) at away -> at_green when full[green]
action to_blue(g: Guest) at away -> at_blue when full[blue]
action from_red(g: Guest) at at_red -> done when full[red] do full[red] := false
action from_green(g: Guest) at at_green -> done when full[green] do full[green] := false
action from_blue(g: Guest) at at_blue -> done when full[blue] do full[blue] := false
action again(g: Guest) at done -> away
action change(g: Guest) at at_red -> at_green when not full[red]
action change2(g: Guest) at at_green -> at_blue when not full[green]
action change3(g: Guest) at at_blue -> at_red when not full[blue]
action join(g: Guest, v: Visitor) at g: at_red, v: outside -> inside
action join2(g: Guest, v: Visitor) at g: at_green, v: outside -> inside
action join3(g: Guest, v: Visitor) at g: at_blue, v: outside -> inside
action refill(v: Visitor, p: Plate) at inside -> outside when not full[p] do full[p] := true
invariant apart: not ((exists g: Guest. g at at_red) and (exists g: Guest. g at at_green) and (exists g: Guest. g at at_blue))
)";

TEST(LiftLocations, CandidatesLookAlike) {
  const ir::Program program = program_of(kPlates);
  const std::vector<symmetry::LocationGroup> groups = symmetry::liftable_locations(program);
  ASSERT_EQ(groups.size(), 1u);
  ASSERT_EQ(groups[0].size(), 3u);
  EXPECT_EQ(program.locations[groups[0][0]].name, "at_red");
}

TEST(LiftLocations, LiftedProgramsAreValidAndHaveTheSameStates) {
  const ir::Program program = program_of(kPlates);
  const ir::Program lifted = symmetry::lift_locations(program, symmetry::liftable_locations(program));
  for (const Diagnostic& problem : ir::verify(lifted)) ADD_FAILURE() << problem.message;
  const SearchResult before = search_all(program);
  const SearchResult after = search_all(lifted);
  EXPECT_EQ(before.states, after.states);
  EXPECT_EQ(before.edges, after.edges);
  EXPECT_EQ(before.events, after.events);
}

TEST(LiftLocations, PlatesAreExchangedTogetherWithTheirPlaces) {
  const ir::Program program = program_of(kPlates);
  const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(program);
  ASSERT_TRUE(lifted.has_value());
  EXPECT_TRUE(ir::verify(lifted->program).empty());
  EXPECT_EQ(symmetry::detect_symmetry(program, *ir::Layout::make(program)).group.order(), "2");  // the guests
  EXPECT_EQ(symmetry::detect_symmetry(lifted->program, *ir::Layout::make(lifted->program)).group.order(),
            "6");  // and rotations of the plates
  EXPECT_EQ(search_all(lifted->program).states, search_all(program).states);
  const SearchResult reduced = search_all(lifted->program, "canonical");
  EXPECT_EQ(reduced.states, search_all(lifted->program, "enumerate").states);
  EXPECT_LT(reduced.states, search_all(program, "canonical").states);
}

TEST(LiftLocations, WhatIsUsedInOtherWaysStays) {
  const std::string start = "sort P[2] process P { a, b, c, d ";
  const std::string steps =
      "} action x(p: P) at a -> b action y(p: P) at a -> c action u(p: P) at b -> d action v(p: P) at c -> d ";
  EXPECT_EQ(symmetry::liftable_locations(program_of(start + steps)).size(), 1u);
  EXPECT_TRUE(symmetry::liftable_locations(program_of(start + steps + "invariant pc(P#0) < 4")).empty());
  EXPECT_TRUE(
      symmetry::liftable_locations(program_of(start + steps + "action w when P#0 at d do goto P#0 -> b")).empty());
  const std::string marked = "sort P[2] process P { a, b deterministic, c deterministic, d ";
  EXPECT_TRUE(symmetry::liftable_locations(program_of(marked + steps)).empty());
  EXPECT_TRUE(symmetry::liftable_locations(program_of("sort P[2] process P { a, b, c end, d " + steps)).empty());
}

TEST(LiftLocations, WhoIsSentAwayIsNoLongerThere) {
  const ir::Program program = program_of(R"(
    sort P[2] process P { a, b, c, d }
    action x(p: P) at a -> b action y(p: P) at a -> c
    action u(p: P) at b -> d action v(p: P) at c -> d
    action w(p: P) when p at b or p at c do goto p -> a)");
  const std::vector<symmetry::LocationGroup> groups = symmetry::liftable_locations(program);
  ASSERT_EQ(groups.size(), 1u);
  const ir::Program lifted = symmetry::lift_locations(program, groups);
  EXPECT_TRUE(ir::verify(lifted).empty());
  EXPECT_EQ(search_all(lifted).states, search_all(program).states);
}

}  // namespace
}  // namespace px::test
