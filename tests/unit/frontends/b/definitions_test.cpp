#include <gtest/gtest.h>

#include "tests/unit/frontends/b/support.h"

namespace px::b {
namespace {

// The conjuncts of the invariant of a machine with these definitions, expanded.
std::string expanded(const std::string& definitions, const std::string& invariant, const Files& files = {}) {
  const Loaded loaded = load_text("MACHINE M SETS S\nDEFINITIONS " + definitions +
                                      "\nVARIABLES x, y INVARIANT x : NAT & y : NAT\nASSERTIONS " + invariant +
                                      "\nINITIALISATION x, y := 0, 0 END",
                                  files);
  if (!loaded.machine) return loaded.messages().front() + ' ' + loaded.diagnostics.front().message;
  return text_of(*loaded.machine, loaded.machine->assertions[0].predicate);
}

std::string operation(const std::string& definitions, const std::string& body) {
  const Loaded loaded = load_text("MACHINE M DEFINITIONS " + definitions +
                                  "\nVARIABLES x, y INVARIANT x : NAT & y : NAT INITIALISATION x, y := 0, 0\n"
                                  "OPERATIONS o =\n" +
                                  body + " END");
  if (!loaded.machine) return loaded.messages().front() + ' ' + loaded.diagnostics.front().message;
  return text_of(*loaded.machine, loaded.machine->operations[OperationId(0)].body);
}

TEST(Definitions, AreTreesNotText) {
  EXPECT_EQ(expanded("A == x + 1", "A * 2 = 0"), "(x + 1) * 2 = 0");
  EXPECT_EQ(expanded("twice(a) == a * 2", "twice(x + y) = 0"), "(x + y) * 2 = 0");
  EXPECT_EQ(expanded("P(a, b) == a < b; Q == P(x, y)", "not(Q)"), "not(x < y)");
  EXPECT_EQ(expanded("f == {1 |-> 2}", "f(1) = x"), "{1 |-> 2}(1) = x");
}

TEST(Definitions, ArgumentsKeepTheirMeaning) {
  // The argument x is the variable, not the name that the body binds.
  const Loaded loaded = load_text(
      "MACHINE M DEFINITIONS D(a) == #x.(x : NAT & x > a) VARIABLES x INVARIANT x : NAT & D(x) INITIALISATION x := 0 "
      "END");
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  const Machine& m = *loaded.machine;
  const Expr& exists = m.exprs[m.invariants[1].predicate];
  const Expr& greater = m.exprs[m.exprs[exists.operands[0]].operands[1]];
  EXPECT_EQ(m.exprs[greater.operands[0]].symbol, exists.bound[0]);
  EXPECT_EQ(m.exprs[greater.operands[1]].symbol, m.variables[0]);
  // Free names of a body are resolved where it is used.
  EXPECT_EQ(expanded("above == z > x", "!z.(z : NAT => above)"), "!z.(z : NAT => z > x)");
}

TEST(Definitions, OpenConjunctions) {
  const Loaded loaded = load_text(
      "MACHINE M DEFINITIONS D == x : NAT & x < 3 VARIABLES x INVARIANT D & x /= 1 INITIALISATION x := 0 END");
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  EXPECT_EQ(loaded.machine->invariants.size(), 3U);
}

TEST(Definitions, OfSubstitutions) {
  EXPECT_EQ(operation("SET(v, e) == v := e", "SET(x, y + 1)"), "x := y + 1");
  EXPECT_EQ(operation("BOTH == BEGIN x := 1 || y := 2 END", "IF x = 1 THEN BOTH END"),
            "IF x = 1 THEN\n  x := 1 ||\n  y := 2\nEND");
  EXPECT_EQ(operation("PICK(v) == v : (v : NAT & v < 3)", "PICK(x)"), "x : (x : NAT & x < 3)");
  EXPECT_EQ(operation("AGAIN == OTHER; OTHER == skip", "AGAIN"), "skip");
}

TEST(Definitions, FromFiles) {
  const Files files = {{"a.def", "DEFINITIONS \"b.def\"; A == B + 1"}, {"b.def", "DEFINITIONS B == 5; x3 == x * 3"}};
  EXPECT_EQ(expanded("\"a.def\"", "A = x3", files), "5 + 1 = x * 3");
  EXPECT_EQ(expanded("\"a.def\"; B == 7", "B = x", files), "7 = x");
  EXPECT_EQ(expanded("\"c.def\"", "x = 1"), "FileUnreadable M.mch:2:13 the definition file 'c.def' cannot be read");
  EXPECT_EQ(expanded("\"d.def\"", "x = 1", {{"d.def", "MACHINE D END"}}).substr(0, 22), "SyntaxError d.def:1:1 ");
  EXPECT_EQ(expanded("\"LibraryStrings.def\"", "x = 1"), "x = 1");
  EXPECT_EQ(expanded("\"LibraryStrings.def\"", "STRING_LENGTH(\"a\") = 1"),
            "Unsupported M.mch:4:12 unknown name 'STRING_LENGTH'; if it is an external function of "
            "'LibraryStrings.def', it is not supported");
}

TEST(Definitions, Errors) {
  EXPECT_EQ(expanded("A == A + 1", "A = 1"), "DuplicateName M.mch:2:13 the definition of 'A' uses itself");
  EXPECT_EQ(expanded("A == B; B == A", "A = 1"), "DuplicateName M.mch:2:13 the definition of 'A' uses itself");
  EXPECT_EQ(expanded("A == 1; A == 2", "A = 1"),
            "DuplicateName M.mch:2:21 'A' is defined a second time; the first definition is at M.mch:2:13");
  EXPECT_EQ(expanded("A(b) == b", "A(1, 2) = 1"),
            "WrongArity M.mch:4:12 'A' is defined with 1 parameters (at M.mch:2:13), and used with 2");
  EXPECT_EQ(expanded("A == x := 1", "A = 1"),
            "TypeMismatch M.mch:4:12 'A' is defined as a substitution, but a formula is expected here");
  EXPECT_EQ(operation("A == x = 1", "A"),
            "TypeMismatch M.mch:4:1 'A' is defined as a formula (at M.mch:1:23), but a substitution is expected here");
  EXPECT_EQ(expanded("A == x + TRUE", "A = 1"),
            "TypeMismatch M.mch:2:22 `TRUE` is BOOL, but INTEGER is expected by '+', in the expansion of 'A' at "
            "M.mch:4:12");
}

TEST(Definitions, ThatGrowWithoutBoundAreRefused) {
  std::string definitions = "D0 == x";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "D" + std::to_string(i - 1);
    definitions += "; D" + std::to_string(i) + " == " + before + " + " + before;
  }
  EXPECT_EQ(expanded(definitions, "D39 = 1").substr(0, 14), "LimitExceeded ");
}

TEST(Definitions, SpeakToTheTool) {
  const Loaded loaded = load_text(
      "MACHINE M SETS S DEFINITIONS GOAL == x = 2; SET_PREF_MAXINT == 5; scope_S == 1..3; MAX_OPERATIONS == 10;\n"
      "ASSERT_LTL_1 == \"G {x < 3}\"; ASSERT_CTL == \"AG {x < 3}\"; ANIMATION_STR == nothing(1); SET_PREF_TIME_OUT == "
      "\"5\"\n"
      "VARIABLES x INVARIANT x : NAT INITIALISATION x := 0 END");
  ASSERT_TRUE(loaded.machine.has_value()) << loaded.first_text();
  const Machine& machine = *loaded.machine;
  EXPECT_EQ(text_of(machine, machine.goal), "x = 2");
  ASSERT_EQ(machine.settings.size(), 4U);
  EXPECT_EQ(machine.settings[0].name, "SET_PREF_MAXINT");
  EXPECT_EQ(machine.exprs[machine.settings[0].value].value, 5);
  EXPECT_EQ(text_of(machine, machine.settings[1].value), "1 .. 3");
  EXPECT_EQ(machine.settings[3].text, "5");
  EXPECT_EQ(machine.temporal.at(1).text, "G {x < 3}");
  EXPECT_EQ(machine.temporal.at(1).nodes.size(), 2U);
  EXPECT_TRUE(machine.temporal.at(0).nodes.empty());
  EXPECT_EQ(loaded.messages(), std::vector<std::string>{"NotChecked M.mch:2:30"});
}

// The formula begins at M.mch:1:38.
std::string formula_messages(const std::string& formula) {
  const Loaded loaded = load_text("MACHINE M DEFINITIONS ASSERT_LTL == \"" + formula +
                                  "\"\nVARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0\n"
                                  "OPERATIONS Inc(n) = SELECT x + n < 4 & n : 1..2 THEN x := x + n END END");
  std::string all;
  for (const std::string& message : loaded.messages()) all += (all.empty() ? "" : ", ") + message;
  return all;
}

TEST(Definitions, AreTemporalFormulas) {
  const auto messages = formula_messages;
  for (const std::string right :
       {"G {x < 3}", "GF{x:{1,2}}", "not (F [Inc]) or [Inc(_)] & e(Inc(1))", "SF(Inc) => G F {x = 1}",
        "WEF & SEF => (O {x=1} S Y {x=2}) T (H deadlock)", "det(Inc) & controller(Inc)",
        "G ({x=1} => X ([Inc(2)] W sink)) <=> deadlock(Inc)", "true U (false R true)",
        "G (changed({x}) => increasing({x + 1}))", "unchanged(x) or decreasing({x})", "G BA({x > x$0 & x$0 < 3})"}) {
    EXPECT_EQ(messages(right), "") << right;
  }
  EXPECT_EQ(messages("G {y < 3}"), "UnknownName M.mch:1:41");
  EXPECT_EQ(messages("G {x = TRUE}"), "TypeMismatch M.mch:1:45");
  EXPECT_EQ(messages("G {x = }"), "SyntaxError M.mch:1:45");
  EXPECT_EQ(messages("G {x = 1"), "SyntaxError M.mch:1:40");
  EXPECT_EQ(messages("G {x} x"), "SyntaxError M.mch:1:44");
  EXPECT_EQ(messages("[Dec]"), "UnknownName M.mch:1:39");
  EXPECT_EQ(messages("[Inc(1, 2)]"), "TypeMismatch M.mch:1:39");
  EXPECT_EQ(messages("[Inc(TRUE)]"), "TypeMismatch M.mch:1:43");
  EXPECT_EQ(messages("{x=1} U {x=2} U {x=3}"), "SyntaxError M.mch:1:52");
  EXPECT_EQ(messages("G current"), "NotChecked M.mch:1:40");
  EXPECT_EQ(messages("changed"), "SyntaxError M.mch:1:45");
  EXPECT_EQ(messages("changed({x}"), "SyntaxError M.mch:1:45");
  EXPECT_EQ(messages("G changed({y})"), "UnknownName M.mch:1:49");
  EXPECT_EQ(messages("increasing({{x}})"), "TypeMismatch M.mch:1:50, TypeMismatch M.mch:1:50");  // before and after
  EXPECT_EQ(messages("BA({x + 1})"), "TypeMismatch M.mch:1:42");
  EXPECT_EQ(messages("{x$0 = 1}"), "SyntaxError M.mch:1:39");
  EXPECT_EQ(messages("changed({x$0})"), "SyntaxError M.mch:1:47");
  EXPECT_EQ(messages(std::string(500, '(')), "LimitExceeded M.mch:1:138");
  EXPECT_EQ(messages("G (AF {x=1})"), "SyntaxError M.mch:1:41");
}

TEST(Definitions, AreTemporalFormulasWithQuantifiers) {
  for (const std::string right :
       {"!k.({k : 1..2} => G ([Inc(k)] => BA({x = x$0 + k})))", "G (#k.({k : 0..3} & {x = k}))",
        "! k . ( {k : BOOL} => {k = TRUE} or X {x = 1} )", "!(k, l).({k : 1..2 & l : 1..2 & k < l} => F {x = k + l})",
        "!k, l.({k : 1..2 & l = k} => e(Inc(l)))", "!k.({k : 1..2} => #l.({l : k..2} & not [Inc(l)] U {x = k}))",
        "!{x = 1} or !(F {x = 2})", "!x.({x : 1..2} => [Inc(x)]) or {x = 0}"}) {
    EXPECT_EQ(formula_messages(right), "") << right;
  }
  EXPECT_EQ(formula_messages("#k {k = 1}"), "SyntaxError M.mch:1:41");
  EXPECT_EQ(formula_messages("#.({k = 1} & true)"), "SyntaxError M.mch:1:39");
  EXPECT_EQ(formula_messages("!k.{k = 1}"), "SyntaxError M.mch:1:41");
  EXPECT_EQ(formula_messages("!k.(k : 1..2 => {x = k})"), "SyntaxError M.mch:1:42");
  EXPECT_EQ(formula_messages("!k.({k : 1..2} & {x = k})"), "SyntaxError M.mch:1:53");
  EXPECT_EQ(formula_messages("#k.({k : 1..2} => {x = k})"), "SyntaxError M.mch:1:53");
  EXPECT_EQ(formula_messages("!k.({k : 1..2} => {x = k}"), "SyntaxError M.mch:1:63");
  EXPECT_EQ(formula_messages("!(k, k).({k : 1..2} => {x = k})"), "DuplicateName M.mch:1:43");
  EXPECT_EQ(formula_messages("!k.({k : 1..2} => {x = k}) & {x = k}"), "UnknownName M.mch:1:72");
  EXPECT_EQ(formula_messages("!k.({k : BOOL} => {x = k})"), "TypeMismatch M.mch:1:47");
  EXPECT_EQ(formula_messages("!k.({k = x$0} => {x = k})"), "SyntaxError M.mch:1:47");
}

}  // namespace
}  // namespace px::b
