#include <gtest/gtest.h>
#include <random>

#include "engine/ir/limits.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

using samples::Wrong;

// The first message for every text is exactly the given one.
class Rejects : public testing::TestWithParam<Wrong> {};

TEST_P(Rejects, WithALocatedMessage) {
  samples::expect_rejected(GetParam());
}

using enum DiagnosticKind;

INSTANTIATE_TEST_SUITE_P(Tokens, Rejects,
                         testing::Values(Wrong{"", SyntaxError, "1:1", "empty"},
                                         Wrong{"# only a comment\n", SyntaxError, "1:1", "empty"},
                                         Wrong{"var x: 0..9\nvar @: bool", LexicalError, "2:5", "'@' has no meaning"},
                                         Wrong{"var x: 0..99999999999999999999", LexicalError, "1:11", "64 bits"},
                                         Wrong{"var x: int = 9223372036854775808", LexicalError, "1:14", "64 bits"},
                                         Wrong{"var x: 0..9a", LexicalError, "1:11", "run into a name"},
                                         Wrong{"action a \"never ends", LexicalError, "1:10", "closing \" is missing"},
                                         Wrong{"action a \"\\q\"", LexicalError, "1:10", "unknown escape"},
                                         Wrong{"\xff\xfe\x80", LexicalError, "1:1", "not printable"}));

INSTANTIATE_TEST_SUITE_P(
    Syntax, Rejects,
    testing::Values(Wrong{"x := 1", SyntaxError, "1:1", "expected a declaration, found 'x'"},
                    Wrong{"var count: bool", SyntaxError, "1:5", "found the keyword 'count' | to use it as a name"},
                    Wrong{"sort User", SyntaxError, "1:10", "needs its size"},
                    Wrong{"sort U[2] process U { a b }", SyntaxError, "1:25", "expected a property of the location"},
                    Wrong{"var x bool", SyntaxError, "1:7", "expected ':'"},
                    Wrong{"var x: bool action a do x = true", SyntaxError, "1:27", "':=' assigns"},
                    Wrong{"var x: bool action a do { x := true x := false }", SyntaxError, "1:37", "expected ';'"},
                    Wrong{"var x: int action a when x < 1 < 2", SyntaxError, "1:32", "no chains"},
                    Wrong{"var x: int action a when (x > 1", SyntaxError, "1:32", "expected ')'"},
                    Wrong{"var x: int action a when forall q in U. x > 1", SyntaxError, "1:35", "expected ':'"},
                    Wrong{"var x: int action a do while x > 1 { x := 0 }", SyntaxError, "1:36", "expected 'limit'"},
                    Wrong{"var x: int action a do { let y = x x := y }", SyntaxError, "1:36", "or ';'"},
                    Wrong{"var x: int action a do x := the(x, 3)", SyntaxError, "1:32", "found '(' | a quantifier"},
                    Wrong{"acton a do x := 1", SyntaxError, "1:1", "found 'acton' | did you mean 'action'?"},
                    Wrong{"var x: bool acton a", SyntaxError, "1:13", "found 'acton' | did you mean 'action'?"},
                    Wrong{"var x: int action a do { frob x }", SyntaxError, "1:31", "expected ':='"},
                    Wrong{"action a do { 5 := 3 }", SyntaxError, "1:15", "expected a statement"},
                    Wrong{"deadlock", SyntaxError, "1:9", "expected 'off', 'strict' or 'unless'"},
                    Wrong{"action a when true when false", SyntaxError, "1:25", "already has a guard"},
                    Wrong{"var s: seq[0..1] action a when seq_at(s) = 0", SyntaxError, "1:32", "takes 2 arguments"},
                    Wrong{"action a do assert true as joke", SyntaxError, "1:28", "kind of violation"},
                    Wrong{"hidden x: bool", SyntaxError, "1:8", "expected 'var'"},
                    Wrong{"action a do { x :=", SyntaxError, "1:19", "expected an expression"}));

INSTANTIATE_TEST_SUITE_P(
    Names, Rejects,
    testing::Values(
        Wrong{"var counter: int action a do countre := 1", UnknownName, "1:30", "did you mean 'counter'?"},
        Wrong{"var x: int action a do x := abs(x)", UnknownName, "1:29", "unknown function 'abs' | functions are: len"},
        Wrong{"var x: int action a do x := lenn(x)", UnknownName, "1:29", "did you mean 'len'?"},
        Wrong{"sort User[2] var x: Usr", UnknownName, "1:21", "unknown type 'Usr' | did you mean 'User'?"},
        Wrong{"sort U[4] family f = U[0..1] var x: f", UnknownName, "1:37", "elements have the type U"},
        Wrong{"sort U[2] process U { idle } action a(p: U) at idel -> idle", UnknownName, "1:48", "'idle'"},
        Wrong{"sort U[2] process U { idle } action a(p: U) at q: idle -> idle", UnknownName, "1:48", "parameter"},
        Wrong{"var r: {left: bool} action a do r.lefd := true", UnknownName, "1:35", "did you mean 'left'?"},
        Wrong{"sort U[2] local U.k: int local U.m: int action a(p: U) do U.n[p] := 1", UnknownName, "1:61",
              "local of 'U'"},
        Wrong{"sort C {red, green} var c: C = rde", UnknownName, "1:32", "did you mean 'red'?"},
        Wrong{"define N = M", UnknownName, "1:12", "unknown constant 'M'"},
        Wrong{"automaton n { state a; a -> b }", UnknownName, "1:29", "unknown state"},
        Wrong{"sort U[4] family a = U[0..1] family b = U[2..3] process a {i} process b {i} invariant U#0 at i",
              UnknownName, "1:94", "several families have a location"},
        Wrong{"sort U[4] family a = U[0..1] family b = U[2..3] process a {i} process b {j} invariant pc(U#0) = 0",
              UnknownName, "1:87", "several families"},
        Wrong{"sort U[1] sort V[1] local U.k: int local V.k: int action a(p: U) do k[p] := 1", UnknownName, "1:69",
              "write it with its family"},
        Wrong{"sort A {x} sort B {x} var a: A action s when a = x", UnknownName, "1:50", "several sorts"},
        Wrong{"var x: bool var x: int", DuplicateName, "1:17", "already the name"},
        Wrong{"sort A[1] sort A[2]", DuplicateName, "1:16", "already the name"},
        Wrong{"sort A[1] process A {x, x}", DuplicateName, "1:25", "already the name"},
        Wrong{"sort A[1] process A {x} process A {y}", DuplicateName, "1:33", "given twice"},
        Wrong{"var r: {a: bool, a: bool}", DuplicateName, "1:18", "already the name"},
        Wrong{"action a(p: 0..1, p: 0..2)", DuplicateName, "1:19", "already the name"},
        Wrong{"sort A[1] local A.k: int local A.k: int", DuplicateName, "1:34", "declared twice"},
        Wrong{"deadlock off deadlock off", DuplicateName, "1:23", "second rule"},
        Wrong{"init {} init {}", DuplicateName, "1:9", "second 'init'"},
        Wrong{"automaton n { state a; state a }", DuplicateName, "1:30", "declared twice"}));

INSTANTIATE_TEST_SUITE_P(
    Types, Rejects,
    testing::Values(
        Wrong{"invariant none = none", TypeMismatch, "1:11", "cannot tell of which sort"},
        Wrong{"invariant {} = {}", TypeMismatch, "1:11", "cannot tell what"},
        Wrong{"var x: int invariant {x} = {x}", TypeMismatch, "1:22", "set[0..9](n)"},
        Wrong{"var q: queue[2] {a: bool} invariant q[0].a or q", TypeMismatch, "1:47", "its length is len(q)"},
        Wrong{"var x: int action a do x[0] := 1", TypeMismatch, "1:24", "only arrays and queues"},
        Wrong{"var x: int action a do x.y := 1", TypeMismatch, "1:24", "only records"},
        Wrong{"var a: [0..1] int action s do a := 1", TypeMismatch, "1:31", "whole containers are copied"},
        Wrong{"action a(p: 0..1) do p := 1", TypeMismatch, "1:22", "is a value, not a variable"},
        Wrong{"define N = 3 action a do N := 1", TypeMismatch, "1:26", "is a value, not a variable"},
        Wrong{"var x: int define N = x + 1", UnknownName, "1:23", "unknown constant"},
        Wrong{"sort U[2] var s: set[U] = 5", TypeMismatch, "1:27", "expected a constant of type set[U]"},
        Wrong{"sort U[2] sort V[2] var x: U = V#0", TypeMismatch, "1:32", "element of 'U'"},
        Wrong{"var s: seq[0..1] = seq[0..1]{1}", TypeMismatch, "1:20", "initial value of a sequence is {}"},
        Wrong{"var s: seq[0..1] invariant len(s) = 0", TypeMismatch, "1:28", "seq_len"},
        Wrong{"var x: int invariant x at L", TypeMismatch, "1:27", "only a process"},
        Wrong{"action a(n: 0..1) at x -> y", TypeMismatch, "1:22", "no parameter of this action is a process"}));

INSTANTIATE_TEST_SUITE_P(
    Values, Rejects,
    testing::Values(
        Wrong{"define N = 1 / 0", ValueOutOfRange, "1:12", "no value of 64 bits"},
        Wrong{"define N = 9223372036854775807 + 1", ValueOutOfRange, "1:12", "no value of 64 bits"},
        Wrong{"sort A[3] {x, y}", ValueOutOfRange, "1:6", "3 elements, but 2 names"},
        Wrong{"sort A[3] family f = A[1..3]", ValueOutOfRange, "1:18", "counted from 0"},
        Wrong{"var x: 5..4", ValueOutOfRange, "1:8", "has no value"},
        Wrong{"var x: [0..2] 0..9 = [1, 2]", ValueOutOfRange, "1:5", "2 initial values are given for 3"},
        Wrong{"sort U[2] var x: U = U#2", ValueOutOfRange, "1:22", "counted from 0"},
        Wrong{"sort U[2] process U {a, b} start [a]", ValueOutOfRange, "1:35", "2 elements, but 1 locations"},
        Wrong{"var s: set[0..3] = {4}", ValueOutOfRange, "1:21", "not an element"},
        Wrong{"action a do while true limit -1 {}", ValueOutOfRange, "1:13", "from 0 on"},
        Wrong{"sort A[5000]", LimitExceeded, "1:6", "0 to 4096"}, Wrong{"sort A[-1]", LimitExceeded, "1:6", "not -1"},
        Wrong{"var q: queue[5000] {a: bool}", LimitExceeded, "1:8", "0 to 4096"},
        Wrong{"var s: set[0..64]", LimitExceeded, "1:12", "at most 64 elements; 0..64 has more"},
        Wrong{"action a do choose v: subsets(0..80); print \"x\"", LimitExceeded, "1:31", "64"},
        Wrong{"var x: 0..255 action a when x in {1, 2}", LimitExceeded, "1:34", "64 elements; 0..255 has more"},
        Wrong{"var x: int action a when x in {1, 2}", LimitExceeded, "1:31", "at most 64 elements"},
        Wrong{"sort S[70] var s: set[S]", LimitExceeded, "1:23", "64 elements, not 70"},
        Wrong{"var x: 0..9 action a when x in set[0..80](x)", LimitExceeded, "1:36", "64 elements"},
        Wrong{"action a do let s: seq[{b: bool}] = s; print \"x\"", TypeMismatch, "1:20", "scalars"},
        Wrong{"var a: [0..99999999] bool", LimitExceeded, "1:9", "16777216"}));

INSTANTIATE_TEST_SUITE_P(
    Properties, Rejects,
    testing::Values(
        Wrong{"var x: bool property f always x", SyntaxError, "1:24", "expected ':' after the name of the property"},
        Wrong{"var x: bool property f: always until", SyntaxError, "1:32", "found the keyword 'until'"},
        Wrong{"var x: bool property f: x until x until x", SyntaxError, "1:35", "makes no chains"},
        Wrong{"var x: bool property f: x iff x iff x", SyntaxError, "1:33", "makes no chains"},
        Wrong{"var x: bool property f: (always x) = x", TypeMismatch, "1:26", "has no value in a state"},
        Wrong{"var x: bool property f: always y", UnknownName, "1:32", "unknown variable 'y'"},
        Wrong{"var x: 0..3 property f: always x", TypeMismatch, "1:32", "about conditions, not about 0..3"},
        Wrong{"var x: bool action a when always x", SyntaxError, "1:34", "expected the next declaration"},
        Wrong{"var x: bool property f: forall i: 0..9999. always x", LimitExceeded, "1:25", "too many cases"},
        Wrong{
            "var x: [0..20] bool property f: not (forall i: 0..20. always eventually x[i] iff eventually always x[i])",
            LimitExceeded, "1:33", "would have too many states | split the formula"}));

TEST(TextReader, ReportsSeveralErrorsAndGoesOnAtTheNextDeclaration) {
  samples::Read read = samples::read(R"(
var x: 0..
var y: bool = = true
action a do { y := }
sort 5
invariant y and
)");
  ASSERT_FALSE(read.program.ok());
  const auto& all = read.program.failure().diagnostics;
  ASSERT_EQ(all.size(), 5U);
  const uint32_t lines[] = {3, 3, 4, 5, 7};
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].span.line, lines[i]) << all[i].message;
}

TEST(TextReader, ReportsSeveralUnknownNamesButNotWhatFollowsFromABadDeclaration) {
  samples::Read read = samples::read(R"(
var x: Nothing
action a do { x := 1; x := 2 }
action b when yy = 1 do { zz := 2 }
)");
  ASSERT_FALSE(read.program.ok());
  const auto& all = read.program.failure().diagnostics;
  ASSERT_EQ(all.size(), 3U) << samples::messages(read.program.failure(), read.sources);
  EXPECT_NE(all[0].message.find("'Nothing'"), std::string::npos);
  EXPECT_NE(all[1].message.find("'yy'"), std::string::npos);
  EXPECT_NE(all[2].message.find("'zz'"), std::string::npos);
}

TEST(TextReader, RendersTheLineWithACaret) {
  samples::Read read = samples::read("var counter: int\n\taction a do { countr := 1 }\n");
  ASSERT_FALSE(read.program.ok());
  EXPECT_EQ(render(read.program.failure().diagnostics[0], read.sources),
            "test.px:2:16: error: unknown variable 'countr'\n"
            "  \taction a do { countr := 1 }\n"
            "  \t              ^~~~~~\n"
            "  hint: did you mean 'counter'?\n");
}

// ---- Definitions from outside

TEST(TextReader, DefinitionsReplaceConstants) {
  const Program p = samples::program("define N = 2 define M = N * 2 sort U[M]", {{"N", "3+4"}});
  EXPECT_EQ(p.sorts[SortId(0)].size, 14U);
}

TEST(TextReader, UnknownOrBadDefinitionsAreErrors) {
  samples::Read unknown = samples::read("define SIZE = 2 sort U[SIZE]", {{"SIZ", "3"}});
  ASSERT_FALSE(unknown.program.ok());
  EXPECT_EQ(unknown.program.failure().diagnostics[0].kind, UnknownName);
  EXPECT_EQ(unknown.program.failure().diagnostics[0].hint, "did you mean 'SIZE'?");
  samples::Read listed = samples::read("define SIZE = 2 define N = 3 sort U[SIZE]", {{"rounds", "3"}});
  EXPECT_EQ(listed.program.failure().diagnostics[0].hint, "the model defines N, SIZE");
  samples::Read none = samples::read("sort U[3]", {{"N", "3"}});
  EXPECT_EQ(none.program.failure().diagnostics[0].hint, "the model has no 'define'");
  for (const char* bad : {"", "x", "3 4", "1/0", "\"", "{"}) {
    samples::Read read = samples::read("define N = 2 sort U[N]", {{"N", bad}});
    ASSERT_FALSE(read.program.ok()) << bad;
    EXPECT_FALSE(read.program.failure().diagnostics[0].message.empty());
  }
}

// ---- Positions

TEST(TextReader, NodesHaveTheirPositions) {
  const Program p =
      samples::program("var x: int\naction a\n  when x > 1\n  do { x := x + 1; x := 2 \"m.pml\":7:3+5 }\n");
  const Action& a = p.actions[ActionId(0)];
  EXPECT_EQ(a.span.line, 2U);
  EXPECT_EQ(a.span.column, 8U);
  EXPECT_EQ(p.exprs[a.guard].span.line, 3U);
  EXPECT_EQ(p.exprs[a.guard].span.column, 8U);
  EXPECT_EQ(p.exprs[a.guard].span.length, 5U);
  const Statement& first = p.statements[a.body[0]];
  EXPECT_EQ(first.span.column, 8U);
  EXPECT_EQ(first.span.length, 10U);
  const Statement& second = p.statements[a.body[1]];
  EXPECT_EQ(second.span.line, 7U);
  EXPECT_EQ(second.span.column, 3U);
  EXPECT_EQ(second.span.length, 5U);
  EXPECT_EQ(p.exprs[second.exprs[0]].span, second.span);
  EXPECT_NE(second.span.file, first.span.file);
}

// ---- Nothing crashes it

TEST(TextReader, DeepNestingIsAnErrorNotACrash) {
  for (const char* open :
       {"(", "not ", "-(", "~", "{", "if ", "forall q: 0..1. ", "x[", "1 + (", "set[0..1](", "true implies "}) {
    std::string text = "var x: int invariant ";
    for (int i = 0; i < 100'000; ++i) text += open;
    EXPECT_FALSE(samples::read(text).program.ok());
  }
  std::string chain = "var x: int invariant x > 0";
  for (int i = 0; i < 100'000; ++i) chain += " or x > 0";
  samples::Read read = samples::read(chain);
  ASSERT_FALSE(read.program.ok());
  EXPECT_EQ(read.program.failure().diagnostics[0].kind, LimitExceeded);
  std::string blocks = "var x: int action a do ";
  for (int i = 0; i < 100'000; ++i) blocks += "if x > 1 { ";
  EXPECT_FALSE(samples::read(blocks).program.ok());
  std::string elses = "var x: int action a do if x > 1 {}";
  for (int i = 0; i < 100'000; ++i) elses += " else if x > 1 {}";
  EXPECT_FALSE(samples::read(elses).program.ok());
  std::string types = "var x: ";
  for (int i = 0; i < 100'000; ++i) types += "[0..0] ";
  EXPECT_FALSE(samples::read(types + "bool").program.ok());
  std::string lets = "action a do { ";
  for (int i = 0; i < 100'000; ++i) lets += "let x = 1; ";
  EXPECT_FALSE(samples::read(lets + "}").program.ok());
}

// The sample with random tokens removed, doubled, swapped: any result will do, but there must be one.
TEST(TextReader, DamagedTextsAreAnswered) {
  const std::string good(samples::kEverything);
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (uint32_t edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
      const size_t at = random() % text.size();
      const size_t length = std::min<size_t>(1 + random() % 12, text.size() - at);
      switch (random() % 4) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(at, text.substr(random() % text.size(), length)); break;
        case 2: text[at] = static_cast<char>(random()); break;
        default: text.resize(at + 1); break;
      }
    }
    samples::Read read = samples::read(text);
    if (!read.program.ok()) {
      EXPECT_FALSE(read.program.failure().diagnostics.empty());
      EXPECT_FALSE(samples::messages(read.program.failure(), read.sources).empty());
    }
  }
}

TEST(TextReader, RandomBytesAreAnswered) {
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    std::string text(random() % 300, '\0');
    for (char& c : text) c = static_cast<char>(random());
    EXPECT_FALSE(samples::read(text).program.ok());
  }
}

}  // namespace
}  // namespace px::ir
