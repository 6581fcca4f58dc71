#include "symmetry/detect/straight_sequences.h"

#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "engine/ir/verifier.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/lift.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

SearchResult search_by(const ir::Program& program, const std::string& strategy) {
  const auto system = std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(program)));
  const symmetry::DetectedSymmetry found = symmetry::detect_symmetry(program, system->layout());
  return search(*system, **make_reducer(strategy, program, system->layout(), found.group));
}

// The program with its sequences straightened has the same states, edges and errors; returns the order of its group.
std::string order_after(const std::string& text) {
  const ir::Program before = program_of(text);
  const std::optional<ir::Program> after = symmetry::with_straight_sequences(before);
  if (!after) return "nothing to straighten";
  EXPECT_TRUE(ir::verify(*after).empty());
  const SearchResult old_search = search_by(before, "none");
  const SearchResult new_search = search_by(*after, "none");
  EXPECT_EQ(old_search.states, new_search.states);
  EXPECT_EQ(old_search.edges, new_search.edges);
  EXPECT_EQ(old_search.events, new_search.events);
  const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(before);
  const ir::Program& searched = lifted ? lifted->program : before;
  EXPECT_EQ(search_by(searched, "canonical").states, search_by(searched, "enumerate").states);
  return symmetry::detect_symmetry(searched, *ir::Layout::make(searched)).group.order();
}

// Three processes that are numbered through a local; `more`: actions that go through deterministic or atomic locations.
std::string three(const std::string& locations, const std::string& more) {
  return "sort P[3]\nprocess P { out, in, " + locations +
         " }\nvar a: [0..2] 0..2  var n: 0..3\nlocal P.k: 0..255\n"
         "action set(p: P) at out -> in when a[index(p)] = 0 do a[index(p)] := 1\n"
         "action back(p: P) at in -> out when a[index(p)] = 2 do a[index(p)] := 0\n" +
         more + "deadlock off\n";
}

TEST(StraightSequences, WritesThatCommuteHaveNoOrder) {
  EXPECT_EQ(order_after(three("d1 deterministic, d2 deterministic",
                              "action one(p: P) at in -> d1 deterministic when a[index(p)] = 1 do a[0] := 2\n"
                              "action two(p: P) at d1 -> d2 deterministic do a[1] := 2\n"
                              "action last(p: P) at d2 -> out do a[2] := 2\n")),
            "6");
}

constexpr const char* kCountingLoop =
    "action start(p: P) at in -> head deterministic when a[index(p)] = 1 do k[p] := 0\n"
    "action round(p: P) at head -> step deterministic when k[p] < 3 do a[k[p]] := 2\n"
    "action count(p: P) at step -> head deterministic do k[p] := wrap(k[p] + 1, 0..255)\n";

TEST(StraightSequences, CountingLoopsTreatTheirCellsAlike) {
  const std::string locations = "head deterministic, step deterministic";
  EXPECT_EQ(order_after(three(locations, kCountingLoop + std::string("action done(p: P) at head -> out\n"))), "6");
  EXPECT_EQ(order_after(
                three(locations, kCountingLoop + std::string("action done(p: P) at head -> out when not k[p] < 3\n"))),
            "6");
}

TEST(StraightSequences, AtomicLoopsAsWell) {
  EXPECT_EQ(order_after(three("head",
                              "action start(p: P) at in -> head atomic when a[index(p)] = 1 do k[p] := 0\n"
                              "action round(p: P) at head -> head atomic when k[p] < 3 do {\n"
                              "  if a[k[p]] = 1 { a[k[p]] := 2 }  k[p] := wrap(k[p] + 1, 0..255) }\n"
                              "action done(p: P) at head -> out when not k[p] < 3\n")),
            "6");
}

TEST(StraightSequences, ChoicesWithinAreConditions) {
  EXPECT_EQ(order_after(three("d1 deterministic, yes deterministic, no deterministic",
                              "action test(p: P) at in -> d1 deterministic when a[index(p)] = 1 do a[index(p)] := 0\n"
                              "action large(p: P) at d1 -> yes deterministic when n = 3 do n := 0\n"
                              "action small(p: P) at d1 -> no deterministic do n := n + 1\n"
                              "action after_large(p: P) at yes -> out\n"
                              "action after_small(p: P) at no -> out\n")),
            "6");
}

// One cell is treated differently.
TEST(StraightSequences, OrderThatMattersStays) {
  const std::string locations = "head deterministic, step deterministic";
  EXPECT_EQ(order_after(three(locations,
                              "action start(p: P) at in -> head deterministic when a[index(p)] = 1 do k[p] := 1\n"
                              "action round(p: P) at head -> step deterministic when k[p] < 3 do a[k[p]] := 2\n"
                              "action count(p: P) at step -> head deterministic do k[p] := wrap(k[p] + 1, 0..255)\n"
                              "action done(p: P) at head -> out\n")),
            "2");
  EXPECT_EQ(order_after(three(locations,
                              "action start(p: P) at in -> head deterministic when a[index(p)] = 1 do k[p] := 0\n"
                              "action round(p: P) at head -> step deterministic when k[p] < 3 do { n := a[k[p]]; "
                              "a[k[p]] := 2 }\n"
                              "action count(p: P) at step -> head deterministic do k[p] := wrap(k[p] + 1, 0..255)\n"
                              "action done(p: P) at head -> out\n")),
            "1");
}

TEST(StraightSequences, WhatMayStopOrIsLookedAtStays) {
  EXPECT_EQ(order_after(three("d1 atomic",
                              "action one(p: P) at in -> d1 atomic do n := 0\n"
                              "action two(p: P) at d1 -> out when n < 2\n")),
            "nothing to straighten");
  EXPECT_EQ(order_after(three("d1 deterministic",
                              "action one(p: P) at in -> d1 deterministic do n := 0\n"
                              "action two(p: P) at d1 -> out do n := 1\n"
                              "invariant never: forall p: P. not p at d1\n")),
            "nothing to straighten");
}

}  // namespace
}  // namespace px::test
