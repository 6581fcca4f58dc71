// The messages about invalid models: each mistake is reported once, at its location, with advice.
#include <gtest/gtest.h>

#include "frontends/promela/translate.h"

namespace px::promela {
namespace {

// "line:column: message" of each error, with "(hint)" if there is one.
std::string errors_of(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", text);
  const auto translation = translate(file, {}, sources);
  if (translation) return "";
  std::string all;
  for (const Diagnostic& item : translation.failure().diagnostics) {
    if (item.severity() != Severity::Error) continue;
    all += std::to_string(item.span.line) + ':' + std::to_string(item.span.column) + ": " + item.message;
    all += item.hint.empty() ? "\n" : " (" + item.hint + ")\n";
  }
  return all;
}

TEST(Diagnostics, WhatIsNotClosed) {
  EXPECT_EQ(errors_of("byte x;\ninit {\n  do\n  :: x < 3 -> x++\n  :: else -> break\n  x = 5\n}\n"),
            "7:1: expected 'od' or '::', but found '}' (the 'do' in line 3 is not closed)\n");
  EXPECT_EQ(errors_of("byte x;\ninit {\n  if\n  :: x < 3 -> x++\n}\n"),
            "5:1: expected 'fi' or '::', but found '}' (the 'if' in line 3 is not closed)\n");
  // The next unit is parsed independently.
  EXPECT_EQ(errors_of("active proctype P() {\n  atomic {\n    skip;\n}\nactive proctype Q() { = }\n"),
            "5:1: expected '}', but found 'active' (the '{' in line 1 is not closed)\n"
            "5:23: expected a statement, but found '=' (an assignment is written x = x + 1)\n");
  EXPECT_EQ(errors_of("init {\n  skip\n"),
            "2:7: expected '}', but found the end of the file (the '{' in line 1 is not closed)\n");
}

TEST(Diagnostics, NamesThatMayBeMeant) {
  EXPECT_EQ(
      errors_of(
          "byte count; mtype = { green };\ninit { coutn = 1; count = conut; count == gren; goto ends; end: skip }\n"),
      "2:8: 'coutn' is not declared (did you mean 'count'?)\n"
      "2:27: 'conut' is not declared (did you mean 'count'?)\n"
      "2:43: 'gren' is not declared (did you mean 'green'?)\n"
      "2:49: there is no label 'ends' to go to (did you mean 'end'?)\n");
  EXPECT_EQ(errors_of("proctype Worker() { byte local_x; skip }\ninit { run Wroker(); Worker[1]:local_y == 1 }\n"),
            "2:8: there is no proctype 'Wroker' to run (did you mean 'Worker'?)\n"
            "2:22: proctype 'Worker' has no variable 'local_y' (did you mean 'local_x'?)\n");
  EXPECT_EQ(errors_of("typedef T { byte amount }; T t; init { t.amuont = 1; q = 2 }"),
            "1:42: type 'T' has no field 'amuont' (did you mean 'amount'?)\n1:54: 'q' is not declared\n");
}

TEST(Diagnostics, WordsThatMayBeMeant) {
  EXPECT_EQ(errors_of("actve proctype P() { skip }\nactive proctyp Q() { skip }\n"),
            "1:1: expected a declaration or a proctype, but found 'actve' (did you mean 'active'?)\n"
            "2:8: expected 'proctype', but found 'proctyp' (did you mean 'proctype'?)\n");
  EXPECT_EQ(errors_of("byte x;\ninit {\n  rn P();\n  printff(\"x\");\n  while (x < 3) { x++; x = 1 }\n  x = = 2\n}\n"),
            "3:6: expected ';' or '->' after the statement, but found 'P' (did you mean 'run'?)\n"
            "4:3: there is no inline 'printff' (did you mean 'printf'?)\n"
            "5:3: there is no inline 'while' (a loop is written do :: condition -> statements :: else -> break od)\n"
            "6:7: expected an expression, but found '='\n");
  EXPECT_EQ(
      errors_of("init { for (int i = 0; i < 3; i++) { skip }; x = }"),
      "1:13: expected the variable of the loop, but found 'int' (declare it first: byte i; for (i : 0 .. 9) { ... })\n"
      "1:50: expected an expression, but found '}'\n");
}

TEST(Diagnostics, HabitsFromOtherLanguages) {
  EXPECT_EQ(errors_of("byte x;\ninit {\n  x := 3;\n  x += 2;\n  x = (x > 1) ? 1 : 2;\n  if (x > 1) -> skip fi\n}\n"),
            "3:6: expected a statement, but found '=' (an assignment is written x = x + 1)\n"
            "4:6: expected an expression, but found '=' (an assignment is written x = x + 1)\n"
            "5:15: expected ';' or '->' after the statement, but found '?'\n"
            "6:6: expected '::' before the first option, but found '(' (a choice is written if :: condition -> ... :: "
            "else -> ... fi)\n");
  EXPECT_EQ(
      errors_of("byte x;\ninit { x = x ? 1 : 2; for (x = 0; x < 3; x++) { skip } }\n"),
      "2:16: expected '[' to poll the channel, but found '1' (a choice between two values is written (condition -> "
      "value : other))\n"
      "2:30: expected ':' or 'in' after the variable of the loop, but found '=' (a loop over numbers is written for "
      "(i : 0 .. 9) { ... })\n");
}

TEST(Diagnostics, ACharacterOfManyBytesIsOne) {
  EXPECT_EQ(errors_of("byte \xC3\xBC = 1;\ninit { skip }\n"), "1:6: unexpected character '\xC3\xBC'\n");
}

TEST(Diagnostics, AssignmentsAreNoExpressions) {
  EXPECT_EQ(errors_of("byte x;\ninit {\n  if\n  :: (x = 2) -> skip\n  fi;\n  x + 1 = 2\n}\n"),
            "4:9: expected ')' after the expression, but found '=' (== compares; an assignment is a statement, not an "
            "expression)\n6:9: expected ';' or '->' after the statement, but found '=' (only a variable can be "
            "assigned to; == compares)\n");
}

TEST(Diagnostics, AMissingFirstOptionSignIsToldOnce) {
  EXPECT_EQ(errors_of("byte x;\ninit {\n  if\n    x == 1 -> x = 2\n  :: else\n  fi;\n  x = }\n"),
            "4:5: expected '::' before the first option, but found 'x' (a choice is written if :: condition -> ... :: "
            "else -> ... fi)\n7:7: expected an expression, but found '}'\n");
}

TEST(Diagnostics, EachDeclarationIsReadOnItsOwn) {
  EXPECT_EQ(
      errors_of("chan c = [2] { byte };\nchan d = 2 of { byte };\nbyte a[];\nbyte 3; unsigned u;\ninit { skip }\n"),
      "1:14: expected 'of' after the capacity of the channel, but found '{'\n"
      "2:12: expected a declaration or a proctype, but found 'of'\n"
      "3:8: expected an expression, but found ']'\n"
      "4:6: expected a name as the name of a variable, but found '3'\n"
      "4:18: the unsigned variable 'u' needs a number of bits (write unsigned u : n)\n");
}

TEST(Diagnostics, InlinesAndMacrosAreNamed) {
  EXPECT_EQ(errors_of("byte x;\ninline bump(v) {\n  v = v + 1;\n  ww = v\n}\ninit {\n  bump(x);\n  bump(x)\n}\n"),
            "4:3: 'ww' is not declared (this is in the inline 'bump' as called in line 7)\n");
  EXPECT_EQ(errors_of("byte x;\ninline bump(v) {\n  v = v + 1\n}\ninit {\n  bump(3)\n}\n"),
            "3:5: expected ';' or '->' after the statement, but found '=' (only a variable can be assigned to; == "
            "compares; "
            "this is in the inline 'bump' as called in line 6)\n");
  EXPECT_EQ(errors_of("#define inc(v) v = v + unknown\nbyte x;\ninit {\n  inc(x)\n}\n"),
            "4:3: 'unknown' is not declared ('inc' is a macro, see m.pml:1:9)\n");
}

TEST(Diagnostics, WhereItWasDeclaredFirst) {
  EXPECT_EQ(
      errors_of("byte x;\nproctype P(byte x) { skip }\nproctype P() { skip }\ninit {\nL: skip;\nL: skip }\n"),
      "2:17: 'x' is declared twice (the first declaration is in line 1; a local variable cannot hide another name)\n"
      "3:10: 'P' is declared twice (the first declaration is in line 2)\n"
      "6:1: label 'L' is defined twice (the first definition is in line 5)\n");
}

// SPIN: "invalid use of chan name", "invalid PROVIDED clause".
TEST(Diagnostics, WhereChannelsAndParametersCannotStand) {
  const std::string channels = "chan a = [1] of { byte }; chan b = [1] of { byte }; byte g; byte t[2];\n";
  const std::string refused =
      ": a channel cannot be part of a computed value (choose with if :: condition -> c = a :: else -> "
      "c = b fi, compare in a condition)\n";
  EXPECT_EQ(errors_of(channels + "init { chan c; c = (g -> a : b) }"), "2:26" + refused);
  EXPECT_EQ(errors_of(channels + "init { chan c; g = c == a }"), "2:20" + refused);
  EXPECT_EQ(errors_of(channels + "init { chan c = (g == 1 -> a : 2) }"), "2:28" + refused);
  EXPECT_EQ(errors_of(channels + "init { chan c; c = a; g = len(a) + (a?[1] -> 1 : t[c]); c == b }"), "");
  EXPECT_EQ(
      errors_of(channels + "proctype P(byte p) provided (t[p] == 0 && (g == 1 || p == 2)) { skip } init { run P(1) }"),
      "2:54: the condition of provided cannot name a parameter, except within an index (use global variables and "
      "_pid)\n");
}

}  // namespace
}  // namespace px::promela
