// Syntax accepted beyond Fig. 8 of the paper, and error messages.
#include <gtest/gtest.h>

#include "tests/unit/frontends/promela_lite/support.h"

namespace px::promela_lite {
namespace {

constexpr const char* kSmallest = "proctype p() { do :: atomic { 1 == 1 -> skip } od } init { atomic { run p() } }";

TEST(ParserTest, AcceptsTheSmallestSpecification) {
  EXPECT_EQ(error_of(kSmallest), "accepted");
  EXPECT_EQ(error_of(std::string("/* a\ncomment */ // another\n") + kSmallest), "accepted");
}

TEST(ParserTest, ListsMayEndWithASemicolon) {
  EXPECT_EQ(error_of("proctype p() { do :: atomic { 1 == 1 -> skip; } od } init { atomic { run p(); } }"), "accepted");
}

TEST(ParserTest, TypesMayBeWrittenInFrontOfChannels) {
  EXPECT_EQ(
      error_of(std::string("chan{int} c = [1] of {int}; rec X . chan{X} d = [1] of {rec Y . chan{Y}};") + kSmallest),
      "accepted");
}

TEST(ParserTest, SaysWhatIsMissingAndWhere) {
  EXPECT_EQ(error_of(""),
            "1:1 SyntaxError expected a channel, a global variable or a proctype, found the end of the file");
  EXPECT_EQ(error_of("init { atomic { run p() } }"),
            "1:1 SyntaxError a specification has at least one proctype before init");
  EXPECT_EQ(error_of("chan c [1] of {int};"), "1:8 SyntaxError expected '=' after the name, found '['");
  EXPECT_EQ(error_of("int x = 0; chan c = [1] of {int};"),
            "1:21 SyntaxError channels are declared before all global variables");
  EXPECT_EQ(error_of("proctype p(chan c) { do"), "1:17 SyntaxError expected '{' after 'chan', found 'c'");
  EXPECT_EQ(error_of("proctype p() { skip }"),
            "1:16 SyntaxError expected 'do' at the beginning of the body, found 'skip'");
  EXPECT_EQ(error_of("proctype p() { do od }"), "1:19 SyntaxError expected '::' and a statement, found 'od'");
  EXPECT_EQ(error_of(with_statement("n = 0 -> skip")), "4:3 SyntaxError expected '->' after the guard, found '='");
  EXPECT_EQ(error_of(with_statement("n == 0 -> n++")),
            "4:12 SyntaxError expected '=', '!' or '?' after 'n', found '+'");
  EXPECT_EQ(error_of(with_statement("n == 0 -> _pid = 1")),
            "4:11 SyntaxError expected an update (skip, x = e, c!e or c?x), found the reserved word '_pid'");
  EXPECT_EQ(error_of("proctype p() { do :: atomic { 1 == 1 -> skip } od } init { run p() }"),
            "1:60 SyntaxError expected 'atomic' in init, found 'run'");
  EXPECT_EQ(error_of(std::string(kSmallest) + " int x"),
            "1:81 SyntaxError nothing but formulas may follow init: ltl name { [] (x < 3) }");
}

TEST(ParserTest, ReportsWhatIsNoToken) {
  EXPECT_EQ(error_of("#define N 3"), "1:1 LexicalError '#' does not belong to Promela-Lite");
  EXPECT_EQ(error_of("/* endless"), "1:1 LexicalError this comment does not end");
  EXPECT_EQ(error_of("int x = 99999999999999999999;"), "1:9 LexicalError this number is too large");
}

TEST(ParserTest, DeepNestingIsRefusedNotFollowed) {
  const std::string deep(100000, '(');
  EXPECT_EQ(error_of(with_statement(deep + "n == 0")).substr(0, 35), "4:201 LimitExceeded nested more tha");
  std::string sum = "n";
  for (int i = 0; i < 1000; ++i) sum += " + n";
  EXPECT_NE(error_of(with_statement(sum + " == 0 -> skip")).find("LimitExceeded"), std::string::npos);
  std::string type = "int";
  for (int i = 0; i < 1000; ++i) type = "chan{" + type + '}';
  EXPECT_NE(error_of("proctype p(" + type + " x)").find("LimitExceeded"), std::string::npos);
}

}  // namespace
}  // namespace px::promela_lite
