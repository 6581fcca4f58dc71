// Every rule of the type system, each with a text to which it does not apply. (T-SKIP, T-_PID, T-ENV-0 and the rules
// for parentheses and init always apply, or fail only by one of their parts.)
#include <gtest/gtest.h>

#include "tests/unit/frontends/promela_lite/support.h"

namespace px::promela_lite {
namespace {

std::string in_statement(const std::string& statement) {
  return error_of(with_statement(statement));
}

std::string in_front(const std::string& declaration) {
  return error_of(declaration + " proctype p() { do :: atomic { 1 == 1 -> skip } od } init { atomic { run p() } }");
}

std::string in_run(const std::string& run) {
  return error_of(
      "chan c = [1] of {int}; int g = 0; proctype p(int n; pid q; chan{int} x) {\n"
      "do :: atomic { 1 == 1 -> skip } od } init { atomic {\n" +
      run + "} }");
}

TEST(TypeCheckTest, WellTypedStatements) {
  for (const char* statement : {
           "n == 0 -> n = n * 2 - (g + len(x)); who = _pid; q = 2; x = null; x = c; y = d",
           "who == 2 && who != q && _pid != 0 || 1 == 2 -> skip",
           "x == null && null != y && null == null && x != c -> skip",
           "!(n < 0) && (!nfull(x) || nempty(y)) -> skip",
           "nfull(x) -> x!n,who",
           "n > 0 && nfull(x) && g <= 1 -> x!1,1; n = 0",
           "nempty(x) -> x?n,who",
           "nempty(y) && n >= 1 -> y?x; skip",
           "nfull(d) -> d!null",
       }) {
    EXPECT_EQ(in_statement(statement), "accepted") << statement;
  }
}

TEST(TypeCheckTest, Names) {
  EXPECT_EQ(in_statement("m == 0 -> skip"), "4:1 UnknownName 'm' is not declared (rule T-VAR)");
  EXPECT_EQ(in_statement("n == 0 -> m = 1"), "4:11 UnknownName 'm' is not declared (rule T-VAR)");
  EXPECT_EQ(in_statement("len(m) == 0 -> skip"), "4:5 UnknownName 'm' is not declared (rule T-VAR)");
}

TEST(TypeCheckTest, Literals) {
  EXPECT_EQ(in_statement("n == 3000000000 -> skip"),
            "4:6 ValueOutOfRange this number is too large (rule T-INT-LITERAL)");
  EXPECT_EQ(in_statement("n == 0 -> who = 3"), "4:17 ValueOutOfRange 3 is not a pid (rule T-PID-LITERAL)");
  EXPECT_EQ(in_statement("n == 0 -> who = -1"), "4:17 ValueOutOfRange -1 is not a pid (rule T-PID-LITERAL)");
  EXPECT_EQ(in_statement("n == 0 -> n = null"), "4:15 TypeMismatch 'n' is an int, this is a channel (rule T-NULL)");
}

TEST(TypeCheckTest, Arithmetic) {
  EXPECT_EQ(in_statement("who + 1 == 2 -> skip"),
            "4:1 TypeMismatch only ints are added, subtracted and multiplied, this is a pid (rule T-ARITH)");
  EXPECT_EQ(in_statement("len(n) == 0 -> skip"), "4:5 TypeMismatch 'n' is an int, not a channel (rule T-LEN)");
  EXPECT_EQ(in_statement("nfull(who) -> skip"), "4:7 TypeMismatch 'who' is a pid, not a channel (rule T-LEN)");
}

TEST(TypeCheckTest, Guards) {
  EXPECT_EQ(in_statement("who < 2 -> skip"), "4:1 TypeMismatch only ints are ordered, this is a pid (rule T-REL)");
  EXPECT_EQ(in_statement("who == n -> skip"), "4:1 TypeMismatch a pid is compared with an int (rule T-EQ)");
  EXPECT_EQ(in_statement("p == p -> skip"), "4:1 TypeMismatch a proctype is compared with a proctype (rule T-EQ)");
  EXPECT_EQ(in_statement("x == y -> skip"),
            "4:1 TypeMismatch a chan{int,pid} is compared with a chan{chan{int,pid}} (rule T-EQ)");
  EXPECT_EQ(in_statement("!n -> skip"), "4:2 TypeMismatch a condition is expected here, this is an int (rule T-NOT)");
  EXPECT_EQ(in_statement("n == 0 && n -> skip"),
            "4:11 TypeMismatch a condition is expected here, this is an int (rule T-AND)");
  EXPECT_EQ(in_statement("who || n == 0 -> skip"),
            "4:1 TypeMismatch a condition is expected here, this is a pid (rule T-OR)");
  EXPECT_EQ(in_statement("n -> skip"), "4:1 TypeMismatch a condition is expected here, this is an int (rule T-UPDATE)");
}

TEST(TypeCheckTest, Updates) {
  EXPECT_EQ(in_statement("n == 0 -> n = who"), "4:15 TypeMismatch 'n' is an int, this is a pid (rule T-ASSIGN)");
  EXPECT_EQ(in_statement("n == 0 -> n = (n == 1)"),
            "4:15 TypeMismatch 'n' is an int, this is a condition (rule T-ASSIGN)");
  EXPECT_EQ(in_statement("n == 0 -> c = null"),
            "4:11 TypeMismatch 'c' is a static channel and cannot be changed (rule T-ASSIGN)");
  EXPECT_EQ(in_statement("n == 0 -> p = 0"),
            "4:11 TypeMismatch 'p' is a proctype and cannot be changed (rule T-ASSIGN)");
  EXPECT_EQ(in_statement("nfull(x) -> skip; x!1,1"),
            "4:19 TypeMismatch a statement sends or receives once, and first (rule T-UPDATE)");
}

TEST(TypeCheckTest, Sending) {
  EXPECT_EQ(in_statement("n == 0 -> x!1,1"),
            "4:11 TypeMismatch sending to 'x' asks for nfull(x) in the guard (rule T-SEND)");
  EXPECT_EQ(in_statement("n == 0 || nfull(x) -> x!1,1"),
            "4:23 TypeMismatch sending to 'x' asks for nfull(x) in the guard (rule T-SEND)");
  EXPECT_EQ(in_statement("nfull(x) -> x!1"), "4:13 WrongArity messages of 'x' have 2 fields, not 1 (rule T-SEND)");
  EXPECT_EQ(in_statement("nfull(x) -> x!who,1"),
            "4:15 TypeMismatch field 1 of 'x' is an int, this is a pid (rule T-SEND)");
  EXPECT_EQ(in_statement("nfull(x) -> n!1,1"), "4:13 TypeMismatch 'n' is an int, not a channel (rule T-SEND)");
}

TEST(TypeCheckTest, Receiving) {
  EXPECT_EQ(in_statement("nfull(x) -> x?n,who"),
            "4:13 TypeMismatch receiving from 'x' asks for nempty(x) in the guard (rule T-RECV)");
  EXPECT_EQ(in_statement("nempty(x) -> x?n,g"),
            "4:18 TypeMismatch 'g' has type int, field 2 of 'x' is pid (rule T-RECV)");
  EXPECT_EQ(in_statement("nempty(x) -> x?n"), "4:14 WrongArity messages of 'x' have 2 fields, not 1 (rule T-RECV)");
  EXPECT_EQ(in_statement("nempty(y) -> y?c"),
            "4:16 TypeMismatch 'c' is a static channel and cannot be changed (rule T-RECV)");
  EXPECT_EQ(error_of("chan c = [1] of {int,int}; proctype p(int a) { do :: atomic { nempty(c) -> c?a,a } od }\n"
                     "init { atomic { run p(1) } }"),
            "1:80 DuplicateName 'a' would receive two fields (rule T-RECV)");
}

TEST(TypeCheckTest, Declarations) {
  EXPECT_EQ(in_front("chan c = [0] of {int};"),
            "1:11 ValueOutOfRange a channel has room for at least one message (rule T-SC)");
  EXPECT_EQ(in_front("chan c = [1] of {X};"), "1:18 UnknownName the type variable 'X' is not bound (rule T-SC)");
  EXPECT_EQ(in_front("chan{pid} c = [1] of {int};"),
            "1:1 TypeMismatch 'c' is declared as chan{pid}, but its messages make it chan{int} (rule T-SC)");
  EXPECT_EQ(in_front("chan c = [1] of {int}; chan c = [1] of {int};"),
            "1:29 DuplicateName 'c' is declared already (rule T-SC)");
  EXPECT_EQ(in_front("chan{int} c = null;"), "1:1 TypeMismatch a global variable is an int or a pid (rule T-GLOBAL)");
  EXPECT_EQ(in_front("int x = 0; pid x = 0;"), "1:16 DuplicateName 'x' is declared already (rule T-GLOBAL)");
  EXPECT_EQ(in_front("pid q = 2;"), "1:9 ValueOutOfRange 2 is not a pid (rule T-PID-LITERAL)");
  EXPECT_EQ(in_front("chan c = [1] of {int}; int x = c;"),
            "1:32 TypeMismatch the initial value of 'x' is an int, this is a chan{int} (rule T-GLOBAL)");
  EXPECT_EQ(
      error_of("int g = 0; proctype p(int g) { do :: atomic { 1 == 1 -> skip } od } init { atomic { run p(0) } }"),
      "1:27 DuplicateName 'g' is declared already (rule T-PROCTYPE)");
  EXPECT_EQ(error_of("proctype p(int p) { do :: atomic { 1 == 1 -> skip } od } init { atomic { run p(0) } }"),
            "1:16 DuplicateName 'p' is declared already (rule T-PROCTYPE)");
}

TEST(TypeCheckTest, Runs) {
  EXPECT_EQ(in_run("run p(-7,1,null); run p(1,0,c)"), "accepted");
  EXPECT_EQ(in_run("run r(1)"), "3:5 UnknownName 'r' is not declared (rule T-RUN)");
  EXPECT_EQ(in_run("run c(1)"), "3:5 TypeMismatch 'c' is not a proctype (rule T-RUN)");
  EXPECT_EQ(in_run("run p(1,1)"), "3:1 WrongArity 'p' has 3 parameters, not 2 (rule T-RUN)");
  EXPECT_EQ(in_run("run p(c,1,c)"), "3:7 TypeMismatch parameter 'n' is an int, this is a chan{int} (rule T-RUN)");
  EXPECT_EQ(in_run("run p(g,1,c)"),
            "3:7 TypeMismatch processes start with literals: a number, null or a channel (rule T-RUN)");
}

// rec X . chan{X} and its unfoldings are one type; a type variable goes out of scope at the end of its type.
TEST(TypeCheckTest, RecursiveTypes) {
  EXPECT_EQ(in_front("chan c = [1] of {rec X . chan{X}}; chan{rec Y . chan{chan{Y}}} d = [1] of {rec X . chan{X}};"),
            "accepted");
  EXPECT_EQ(in_front("chan c = [1] of {rec X . chan{X}, X};"),
            "1:35 UnknownName the type variable 'X' is not bound (rule T-SC)");
}

}  // namespace
}  // namespace px::promela_lite
