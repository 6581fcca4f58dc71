#include <gtest/gtest.h>

#include "tests/unit/frontends/b/support.h"

namespace px::b {
namespace {

// Sets S and T = {t1, t2}; the variable v with the invariant.
Loaded invariant(const std::string& text) {
  return load_text("MACHINE M SETS S; T = {t1, t2} VARIABLES v\nINVARIANT " + text + "\nINITIALISATION v :: {}\nEND");
}
std::string type_of_v(const std::string& text) {
  return invariant(text).type_of("v");
}
std::string message(const std::string& text) {
  const Loaded loaded = invariant(text);
  return loaded.diagnostics.empty() ? "none" : loaded.messages().front() + ' ' + loaded.diagnostics.front().message;
}

TEST(Types, OfVariables) {
  EXPECT_EQ(type_of_v("v : S"), "S");
  EXPECT_EQ(type_of_v("v : S --> T * INT"), "POW(S*(T*INTEGER))");
  EXPECT_EQ(type_of_v("v = (t1, 1, TRUE)"), "T*INTEGER*BOOL");
  EXPECT_EQ(type_of_v("v : seq(POW(S))"), "POW(INTEGER*POW(S))");
  EXPECT_EQ(type_of_v("v : struct(b : NAT, a : POW(T))"), "struct(a:POW(T),b:INTEGER)");
  EXPECT_EQ(type_of_v("v'b = 1 & v : struct(b : NAT, a : STRING)"), "struct(a:STRING,b:INTEGER)");
  EXPECT_EQ(type_of_v("v = {x, y | x : T & y = bool(x = t1)}"), "POW(T*BOOL)");
  EXPECT_EQ(type_of_v("v = %(x, y).(x : S & y : T | {x |-> y})"), "POW(S*T*POW(S*T))");
}

TEST(Types, OfOperators) {
  EXPECT_EQ(type_of_v("v = (id(S) || prj1(T, S))"), "POW(S*(T*S)*(S*T))");
  EXPECT_EQ(type_of_v("v = (%x.(x : S | t1) ; {t1} * {1})"), "POW(S*INTEGER)");
  EXPECT_EQ(type_of_v("v = fnc({t1 |-> 1}) & rel(v) = {t2 |-> 2}"), "POW(T*POW(INTEGER))");
  EXPECT_EQ(type_of_v("v = id(S) >< (S * {1})"), "POW(S*(S*INTEGER))");
  EXPECT_EQ(type_of_v("v = closure1({1 |-> 2})~[{3}]"), "POW(INTEGER)");
  EXPECT_EQ(type_of_v("v = conc([[t1], []]) <- t2"), "POW(INTEGER*T)");
  EXPECT_EQ(type_of_v("v = union({{t1}, {}}) \\/ inter({T}) - {t2}"), "POW(T)");
  EXPECT_EQ(type_of_v("v = SIGMA(x).(x : T | card({x})) * 2"), "INTEGER");
  EXPECT_EQ(type_of_v("v = UNION(x).(x : T | {x} * S)"), "POW(T*S)");
  EXPECT_EQ(type_of_v("v = IF 1 = 1 THEN {} ELSE {t1} END"), "POW(T)");
  EXPECT_EQ(type_of_v("v = LET x, y BE y = t1 & x = y IN {x} END"), "POW(T)");
  EXPECT_EQ(type_of_v("IF card(T) = 2 THEN v = 1 ELSE v = 2 END"), "INTEGER");
}

// `-` and `*` remain open until the context decides between numbers and sets.
TEST(Types, OverloadedOperators) {
  EXPECT_EQ(type_of_v("#(a, b).(v = a - b & a <: T)"), "POW(T)");
  EXPECT_EQ(type_of_v("#(a, b).(v = a * b & v : POW(T * S))"), "POW(T*S)");
  EXPECT_EQ(type_of_v("#(a, b).(v = a - b)"), "INTEGER");
  EXPECT_EQ(type_of_v("#(a, b, c).(v = a - b * c & c = 2)"), "INTEGER");
  const Loaded loaded = invariant("v = S * T - {}");
  ASSERT_TRUE(loaded.machine.has_value());
  EXPECT_EQ(text_of(*loaded.machine, loaded.machine->invariants[0].predicate), "v = S * T \\ {}");
}

TEST(Types, MismatchesNameBothTypesAndPlaces) {
  EXPECT_EQ(message("v = t1 & v = 1"),
            "TypeMismatch M.mch:2:24 `1` is INTEGER, but T is expected by '=' because `v` "
            "is T (at M.mch:2:20)");
  EXPECT_EQ(invariant("v = t1 & 1 = v").diagnostics.at(0).hint, "'v' got its type at M.mch:2:15");
  EXPECT_EQ(message("v : T & v : S"),
            "TypeMismatch M.mch:2:23 `S` is POW(S), but POW(T) is expected by ':' because "
            "`v` is T (at M.mch:2:19)");
  EXPECT_EQ(message("v : T & v + 1 = 2"), "TypeMismatch M.mch:2:19 `v` is T, but INTEGER is expected by '+'");
  EXPECT_EQ(message("v : T & T"),
            "TypeMismatch M.mch:2:19 `T` is an expression of type POW(T), but a predicate is expected by 'INVARIANT'");
  EXPECT_EQ(message("v : BOOL & (v => 1 = 1)"),
            "TypeMismatch M.mch:2:23 `v` is an expression of type BOOL, but a predicate is expected by '=>'");
  EXPECT_EQ(message("v = (1 = 1)"),
            "TypeMismatch M.mch:2:15 `(1 = 1)` is a predicate, but an expression is expected "
            "by '='");
  EXPECT_EQ(message("v : NAT & v'a = 1"), "TypeMismatch M.mch:2:21 `v` is INTEGER, not a record with a field 'a'");
  EXPECT_EQ(message("v : struct(b : NAT) & v'a = 1"),
            "UnknownName M.mch:2:33 the record has no field 'a'; it is struct(b:INTEGER)");
  EXPECT_EQ(message("v = rec(a : 1, a : 2)"), "DuplicateName M.mch:2:26 the record has two fields 'a'");
}

TEST(Types, MustBeFound) {
  EXPECT_EQ(message("v = v"), "TypeUnknown M.mch:1:42 the type of 'v' cannot be found");
  EXPECT_EQ(message("v = {}"), "TypeUnknown M.mch:1:42 of the type of 'v' nothing but POW(_) is known");
  EXPECT_EQ(message("v'a = v'b"), "TypeUnknown M.mch:2:11 the type of the record `v` cannot be found");
  EXPECT_EQ(message("v : v").substr(0, 24), "TypeMismatch M.mch:2:15 ");
  EXPECT_EQ(message("v = 1 & {} = {} & size([]) = 0"), "none");
}

TEST(Types, UnknownNames) {
  EXPECT_EQ(message("v : Tt"), "UnknownName M.mch:2:15 unknown name 'Tt'");
  EXPECT_EQ(invariant("v = t3").diagnostics.at(0).hint, "did you mean 't1'?");
  EXPECT_EQ(message("v = floor(v)"),
            "Unsupported M.mch:2:15 'floor' is not supported: pexplore has no reals and no trees");
  EXPECT_EQ(message("#(x, x).(x = v & v = 1)"), "DuplicateName M.mch:2:16 'x' is bound twice here");
}

TEST(Types, OfSubstitutions) {
  const auto body = [](const std::string& text) {
    const Loaded loaded = load_text(
        "MACHINE M SETS T = {t1, t2} VARIABLES v, f INVARIANT v : NAT & f : T --> NAT\n"
        "INITIALISATION v := 0 || f := T * {0}\nOPERATIONS r <-- o(p) =\n" +
        text + "\nEND");
    return loaded.diagnostics.empty() ? loaded.type_of("p") + ", " + loaded.type_of("r")
                                      : loaded.messages().front() + ' ' + loaded.diagnostics.front().message;
  };
  EXPECT_EQ(body("PRE p : T THEN f(p) := 1 || r := p END"), "T, T");
  EXPECT_EQ(body("ANY x WHERE x = p THEN v := x || r := {x} END"), "INTEGER, POW(INTEGER)");
  EXPECT_EQ(body("CASE p OF EITHER t1 THEN r := 1 OR t2 THEN r := 2 END END"), "T, INTEGER");
  EXPECT_EQ(body("v, r :: NAT * T || f(t1) := p"), "INTEGER, T");
  EXPECT_EQ(body("BEGIN v, r :: NAT * T; f(t1) := p END"), "INTEGER, T");
  EXPECT_EQ(body("r :(r > v$0 & p = r)"), "INTEGER, INTEGER");
  EXPECT_EQ(body("LET x BE x = p IN r := x + 1 END"), "INTEGER, INTEGER");
  EXPECT_EQ(body("VAR i IN i := p; r := i + 1 END"), "INTEGER, INTEGER");
  EXPECT_EQ(body("PRE p : T THEN f(p) := TRUE || r := p END").substr(0, 22), "TypeMismatch M.mch:4:2");
  EXPECT_EQ(body("p := 1 || r := 1"),
            "NotAssignable M.mch:4:1 'p' is not a variable, so nothing can be assigned to it");
  EXPECT_EQ(body("f(t1) :: NAT || r := p").substr(0, 20), "SyntaxError M.mch:4:");
  EXPECT_EQ(body("v := p || v, r := 1, 2").substr(0, 24), "AssignedTwice M.mch:4:11");
  EXPECT_EQ(body("1 := p").substr(0, 22), "SyntaxError M.mch:4:1 ");
  EXPECT_EQ(body("o2(p)"), "UnknownName M.mch:4:1 unknown operation 'o2'");
  EXPECT_EQ(body("r <-- o(p)").substr(0, 24), "CallNotAllowed M.mch:4:1");
}

}  // namespace
}  // namespace px::b
