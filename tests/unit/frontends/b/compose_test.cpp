#include <gtest/gtest.h>

#include "tests/unit/frontends/b/support.h"

namespace px::b {
namespace {

using Messages = std::vector<std::string>;

const char* const kCounter =
    "MACHINE Counter(ITEM, most) CONSTRAINTS most : NAT1 SETS Mode = {up, down} VARIABLES n, who\n"
    "INVARIANT n : 0..most & who <: ITEM INITIALISATION n := 0 || who := {}\n"
    "OPERATIONS inc(i) = PRE i : ITEM & n < most THEN n := n + 1 || who := who \\/ {i} END; r <-- get = r := n END";
const char* const kBase =
    "MACHINE Base SETS B = {b1, b2} CONSTANTS c PROPERTIES c : B VARIABLES x INVARIANT x : B INITIALISATION x := b1\n"
    "OPERATIONS set(y) = PRE y : B THEN x := y END END";
const Files kFiles = {{"Counter.mch", kCounter}, {"Base.mch", kBase}};

std::string names(const Machine& machine, const std::vector<SymbolId>& ids) {
  std::string text;
  for (const SymbolId id : ids) text += (text.empty() ? "" : " ") + machine.symbols[id].name;
  return text;
}

std::string exported(const Machine& machine) {
  std::string text;
  for (const Operation& operation : machine.operations) {
    if (operation.exported) text += (text.empty() ? "" : " ") + operation.name;
  }
  return text;
}

std::string first(const std::string& text, const Files& files = kFiles) {
  const Loaded loaded = load_text(text, files);
  return loaded.diagnostics.empty() ? "none" : loaded.messages().front() + ' ' + loaded.diagnostics.front().message;
}

TEST(Compose, IncludesUnderTwoNames) {
  const Loaded loaded = load_text(
      "MACHINE M INCLUDES l.Counter(T, 2), r.Counter(T, k) PROMOTES r.get SETS T CONSTANTS k PROPERTIES k = 3\n"
      "INVARIANT l.n <= r.n + 2 & l.who <: T OPERATIONS both(t) = PRE t : T THEN l.inc(t) || r.inc(t) END END",
      kFiles);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  const Machine& machine = *loaded.machine;
  EXPECT_EQ(names(machine, machine.variables), "l.n l.who r.n r.who");
  EXPECT_EQ(machine.sets.size(), 2U);  // Mode occurs once
  EXPECT_EQ(exported(machine), "r.get both");
  EXPECT_EQ(loaded.type_of("l.who"), "POW(T)");
  EXPECT_EQ(text_of(machine, machine.invariants[2].predicate), "r.n : 0 .. k");
  EXPECT_EQ(machine.invariants[2].machine, "r.Counter");
  EXPECT_EQ(text_of(machine, machine.properties[0].predicate), "2 : NAT1");
  EXPECT_EQ(text_of(machine, machine.initialisation),
            "BEGIN\n  l.n := 0 ||\n  l.who := {}\nEND;\n"
            "BEGIN\n  r.n := 0 ||\n  r.who := {}\nEND");
}

TEST(Compose, ExtendsPromotesEverything) {
  const Loaded loaded = load_text("MACHINE M EXTENDS Base OPERATIONS o = set(c) END", kFiles);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  EXPECT_EQ(exported(*loaded.machine), "set o");
}

TEST(Compose, SeesOnlyLooks) {
  const Loaded loaded = load_text(
      "MACHINE M SEES Base VARIABLES z INVARIANT z : B INITIALISATION z := x OPERATIONS o = z := c END", kFiles);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  EXPECT_EQ(names(*loaded.machine, loaded.machine->variables), "x z");
  EXPECT_FALSE(loaded.machine->symbols[loaded.machine->variables[0]].changeable);
  EXPECT_EQ(exported(*loaded.machine), "set o");
  EXPECT_EQ(first("MACHINE M SEES Base OPERATIONS o = x := b1 END"),
            "NotAssignable M.mch:1:36 the variable 'x' belongs to another machine and is changed by the operations of "
            "that machine only");
  EXPECT_EQ(first("MACHINE M SEES Base OPERATIONS o = set(b1) END").substr(0, 25), "CallNotAllowed M.mch:1:36");
}

TEST(Compose, WhatIsSeenIsWhatIsIncluded) {
  const Files files = {{"Base.mch", kBase}, {"User.mch", "MACHINE User SEES Base OPERATIONS r <-- look = r := x END"}};
  const Loaded loaded = load_text("MACHINE M INCLUDES Base, User PROMOTES set, look END", files);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  EXPECT_EQ(names(*loaded.machine, loaded.machine->variables), "x");
  EXPECT_TRUE(loaded.machine->symbols[loaded.machine->variables[0]].changeable);
}

TEST(Compose, SeeingIsNotPassedOn) {
  const Files files = {{"Base.mch", kBase}, {"User.mch", "MACHINE User SEES Base END"}};
  EXPECT_EQ(first("MACHINE M SEES User ASSERTIONS c = b1 END", files), "UnknownName M.mch:1:32 unknown name 'c'");
}

TEST(Compose, Refinement) {
  const Files files = {{"A.mch",
                        "MACHINE A SETS S = {s1, s2} CONSTANTS k PROPERTIES k : S VARIABLES u, kept\n"
                        "INVARIANT u <: S & kept : S INITIALISATION u := {} || kept := k\n"
                        "OPERATIONS add(e) = PRE e : S & e /: u THEN u := u \\/ {e} END END"}};
  const Loaded loaded = load_text(
      "REFINEMENT R REFINES A VARIABLES list, kept INVARIANT list : iseq(S) & ran(list) = u\n"
      "INITIALISATION list := [] || kept := k OPERATIONS add(e) = list := list <- e END",
      files);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  const Machine& machine = *loaded.machine;
  EXPECT_EQ(names(machine, machine.variables), "list kept");
  EXPECT_EQ(machine.invariants.size(), 2U);  // list : iseq(S), kept : S
  EXPECT_EQ(machine.linking.size(), 2U);     // u <: S, ran(list) = u
  EXPECT_EQ(machine.properties.size(), 1U);
  EXPECT_EQ(text_of(machine, machine.operations[OperationId(0)].body), "PRE e : S THEN\n  list := list <- e\nEND");
}

TEST(Compose, ImplementationWithValuesAndLocalOperations) {
  const Files files = {{"A.mch", "MACHINE A CONSTANTS k PROPERTIES k : NAT OPERATIONS r <-- o = r :: NAT END"},
                       {"Base.mch", kBase}};
  const Loaded loaded = load_text(
      "IMPLEMENTATION I REFINES A IMPORTS Base VALUES k = 4 LOCAL_OPERATIONS r <-- help(a) = PRE a : NAT THEN\n"
      "r := a END OPERATIONS r <-- o = VAR v IN v <-- help(k); r := v END; r <-- help(a) = r := a + 0 END",
      files);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  EXPECT_EQ(exported(*loaded.machine), "o");
  EXPECT_EQ(text_of(*loaded.machine, loaded.machine->properties.back().predicate), "k = 4");
  EXPECT_EQ(first("IMPLEMENTATION I REFINES A VALUES S = 1..2 END", {{"A.mch", "MACHINE A SETS S END"}}),
            "Unsupported M.mch:1:35 values of deferred sets are not supported");
  EXPECT_EQ(first("IMPLEMENTATION I REFINES A VALUES q = 1 END", {{"A.mch", "MACHINE A END"}}).substr(0, 21),
            "UnknownName M.mch:1:3");
}

TEST(Compose, ParametersOfTheMainMachine) {
  const Loaded loaded = load_text(kCounter);
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  EXPECT_TRUE(loaded.machine->sets[GivenSetId(0)].parameter || loaded.machine->sets[GivenSetId(1)].parameter);
  EXPECT_EQ(names(*loaded.machine, loaded.machine->constants), "most");
}

TEST(Compose, Errors) {
  EXPECT_EQ(first("MACHINE M SEES Nowhere END"),
            "FileUnreadable M.mch:1:16 the machine 'Nowhere' that is used here cannot be read");
  EXPECT_EQ(first("MACHINE M SEES N END", {{"N.mch", "MACHINE Q END"}}),
            "UnknownName M.mch:1:16 'N.mch' holds the machine 'Q', not 'N'");
  EXPECT_EQ(first("MACHINE M SEES N END", {{"N.mch", "MACHINE N INCLUDES M END"}}),
            "DuplicateName N.mch:1:20 the machines refer to each other in a cycle: M -> N -> M");
  EXPECT_EQ(first("MACHINE M INCLUDES Base, Base END").substr(0, 24), "DuplicateName M.mch:1:26");
  EXPECT_EQ(first("MACHINE M INCLUDES Base VARIABLES x INVARIANT x : B INITIALISATION x := b1 END").substr(0, 24),
            "DuplicateName M.mch:1:35");
  EXPECT_EQ(first("MACHINE M SETS S = {a, a} END").substr(0, 24), "DuplicateName M.mch:1:24");
  EXPECT_EQ(first("MACHINE M INCLUDES Counter(BOOL) END").substr(0, 21), "WrongArity M.mch:1:20");
  EXPECT_EQ(first("MACHINE M SEES Counter END").substr(0, 22), "Unsupported M.mch:1:16");
  EXPECT_EQ(first("MACHINE M INCLUDES Base OPERATIONS o = set END").substr(0, 21), "WrongArity M.mch:1:40");
  EXPECT_EQ(first("MACHINE M INCLUDES Base PROMOTES get END").substr(0, 22), "UnknownName M.mch:1:34");
  EXPECT_EQ(first("MACHINE M OPERATIONS o = skip; o = skip END").substr(0, 24), "DuplicateName M.mch:1:32");
  EXPECT_EQ(first("MACHINE M INCLUDES Base OPERATIONS o = BEGIN set(b1) || set(b2) END END").substr(0, 24),
            "AssignedTwice M.mch:1:57");
  EXPECT_EQ(first("REFINEMENT R REFINES Base OPERATIONS set(a, b) = skip END").substr(0, 21), "WrongArity M.mch:1:38");
  EXPECT_EQ(first("IMPLEMENTATION I REFINES A LOCAL_OPERATIONS p = q; q = p OPERATIONS o = p END",
                  {{"A.mch", "MACHINE A OPERATIONS o = skip END"}})
                .substr(0, 24),
            "CallNotAllowed M.mch:1:5");
}

}  // namespace
}  // namespace px::b
