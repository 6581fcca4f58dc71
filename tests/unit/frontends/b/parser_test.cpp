#include "frontends/b/parser.h"

#include <gtest/gtest.h>

#include "frontends/b/text.h"

namespace px::b {
namespace {

struct Parsed {
  SourceMap sources;
  Diagnostics diagnostics;
  ParsedMachine machine;

  explicit Parsed(std::string text) {
    machine = parse_machine(sources.add("m.mch", std::move(text)), sources, diagnostics);
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const Diagnostic& item : diagnostics.items()) {
      texts.push_back(std::string(diagnostic_name(item.kind)) + ' ' + std::to_string(item.span.line) + ':' +
                      std::to_string(item.span.column));
    }
    return texts;
  }
  std::string error() const {
    return diagnostics.items().empty() ? "none" : messages().front() + ' ' + diagnostics.items().front().message;
  }
};

using Messages = std::vector<std::string>;

// The parse of a formula, shown with all parentheses.
std::string formula(const std::string& text) {
  const Parsed parsed("MACHINE M INVARIANT " + text + " END");
  if (parsed.diagnostics.has_errors()) return parsed.error();
  return Writer(parsed.machine.nodes, nullptr, Parentheses::All).formula(parsed.machine.invariants[0]);
}

std::string substitution(const std::string& text) {
  const Parsed parsed("MACHINE M INITIALISATION " + text + " END");
  if (parsed.diagnostics.has_errors()) return parsed.error();
  std::string out = Writer(parsed.machine.nodes, nullptr).substitution(parsed.machine.initialisation, 0);
  for (char& c : out) c = c == '\n' ? ' ' : c;
  return out;
}

TEST(Parser, Connectives) {
  EXPECT_EQ(formula("a = 1 & b = 2 or c = 3 => d = 4"), "((((a = 1) & (b = 2)) or (c = 3)) => (d = 4))");
  EXPECT_EQ(formula("a = 1 <=> b = 2 & c = 3"), "(((a = 1) <=> (b = 2)) & (c = 3))");
  EXPECT_EQ(formula("a = 1 => b = 2 => c = 3"), "(((a = 1) => (b = 2)) => (c = 3))");
  EXPECT_EQ(formula("not(a = 1) & not b = 2"), "((not((a = 1))) & (not((b = 2))))");
}

TEST(Parser, Priorities) {
  EXPECT_EQ(formula("x = a + b * c - d mod e"), "(x = ((a + (b * c)) - (d mod e)))");
  EXPECT_EQ(formula("x = -a ** b ** c"), "(x = ((-a) ** (b ** c)))");
  EXPECT_EQ(formula("x : a .. b + 1"), "(x : (a .. (b + 1)))");
  EXPECT_EQ(formula("x : A \\/ B /\\ C - D"), "(x : ((A \\/ B) /\\ (C - D)))");
  EXPECT_EQ(formula("f : A \\/ B --> C * D"), "(f : ((A \\/ B) --> (C * D)))");
  EXPECT_EQ(formula("f : A --> B +-> C"), "(f : ((A --> B) +-> C))");
  EXPECT_EQ(formula("x |-> y : r <+ s"), "((x |-> y) : (r <+ s))");
  EXPECT_EQ(formula("r = a <| s |> b"), "(r = ((a <| s) |> b))");
  EXPECT_EQ(formula("x = 1 .. 2 |-> 3"), "(x = ((1 .. 2) |-> 3))");
  EXPECT_EQ(formula("x - y - z = a / b / c"), "(((x - y) - z) = ((a / b) / c))");
  EXPECT_EQ(formula("r~ = s~[A]~"), "((r~) = ((s~)[A]~))");
}

TEST(Parser, CommasSemicolonsAndBars) {
  EXPECT_EQ(formula("(a, b, c) : r"), "(((a |-> b) |-> c) : r)");
  EXPECT_EQ(formula("(a, b + 1) : (r ; s || t)"), "((a |-> (b + 1)) : ((r ; s) || t))");
  EXPECT_EQ(formula("dom(r ; s) = {a, b}"), "(dom((r ; s)) = {a, b})");
  EXPECT_EQ(formula("f(a, b)(c) = g[{a}]"), "(f(a, b)(c) = g[{a}])");
  EXPECT_EQ(formula("(f <+ g)(a, b) = 1"), "((f <+ g)((a |-> b)) = 1)");
  EXPECT_EQ(formula("{x, y | x < y} = {}"), "({x,y | (x < y)} = {})");
  EXPECT_EQ(formula("{x |-> y | x < y} = {x |-> y}"), "({x,y | (x < y)} = {(x |-> y)})");
  EXPECT_EQ(formula("[1, 2] ^ [] ^ <> = s"), "((([1, 2] ^ []) ^ []) = s)");
}

TEST(Parser, Binders) {
  EXPECT_EQ(formula("!x.(x : S => #(y, z).(y = z))"), "!x.(((x : S) => #(y,z).((y = z))))");
  EXPECT_EQ(formula("f = %x.(x : S | x + 1)"), "(f = %x.((x : S) | (x + 1)))");
  EXPECT_EQ(formula("SIGMA(x).(x : S | x) = PI(x, y).(x < y | 2)"), "(SIGMA(x).((x : S) | x) = PI(x,y).((x < y) | 2))");
  EXPECT_EQ(formula("UNION(x).(x : S | f[{x}]) = INTER(x).(x : S | {x})"),
            "(UNION(x).((x : S) | f[{x}]) = INTER(x).((x : S) | {x}))");
}

TEST(Parser, OtherForms) {
  EXPECT_EQ(formula("r = rec(a : 1, b : x + 1) & r'a : struct(c : INT)'d"),
            "((r = rec(a : 1, b : (x + 1))) & (r'a : struct(c : INT)'d))");
  EXPECT_EQ(formula("x = IF a = 1 THEN b ELSIF a = 2 THEN c ELSE d END"),
            "(x = IF (a = 1) THEN b ELSE IF (a = 2) THEN c ELSE d END END)");
  EXPECT_EQ(formula("x = (LET y, z BE z = 1 & y = z IN y + z END)"), "(x = LET z,y BE z = 1 & y = z IN (y + z) END)");
  EXPECT_EQ(formula("b = bool(x = y) & x$0 = y & p.x = q.r.y"), "(((b = bool((x = y))) & (x$0 = y)) & (p.x = q.r.y))");
  EXPECT_EQ(formula("succ(x) = pred(y) & succ[{1}] = {2}"),
            "((succ(x) = pred(y)) & (%i.((i : INTEGER) | (i + 1))[{1}] = {2}))");
  EXPECT_EQ(formula("iterate(r, 2) = closure1(r) & prj1(A, B)(x) = \"s\\\"\""),
            "((iterate(r, 2) = closure1(r)) & (prj1(A, B)(x) = \"s\\\"\"))");
}

TEST(Parser, Substitutions) {
  EXPECT_EQ(substitution("x := 1 || y :: S ; f(a)(b) := 2"), "BEGIN   x := 1 ||   y :: S END; f(a)(b) := 2");
  EXPECT_EQ(substitution("x, r'a := (f ; g), {y | y > 1} || z :(z < x$0)"),
            "x, r'a := (f ; g), {y | y > 1} || z : (z < x$0)");
  EXPECT_EQ(substitution("r <-- op(a, b); q"), "r <-- op(a, b); q");
  EXPECT_EQ(substitution("IF a = 1 THEN skip ELSIF b THEN skip; END"), "IF a = 1 THEN   skip ELSIF b THEN   skip END");
  EXPECT_EQ(substitution("SELECT a THEN skip WHEN b THEN x := 1 ELSE skip END"),
            "SELECT a THEN   skip WHEN b THEN   x := 1 ELSE   skip END");
  EXPECT_EQ(substitution("CASE x OF EITHER 1, 2 THEN skip OR 3 THEN y := 1 ELSE skip END END"),
            "CASE x OF EITHER 1, 2 THEN   skip OR 3 THEN   y := 1 ELSE   skip END END");
  EXPECT_EQ(substitution("ANY x, y WHERE x < y THEN LET z BE z = x IN v := z END END"),
            "ANY x,y WHERE x < y THEN   LET z BE z = x IN     v := z   END END");
  EXPECT_EQ(substitution("VAR i IN i := 0; WHILE i < 3 DO i := i + 1 VARIANT 3 - i INVARIANT i : NAT END END"),
            "VAR i IN   i := 0;   WHILE i < 3 DO     i := i + 1   INVARIANT i : NAT   VARIANT 3 - i   END END");
  EXPECT_EQ(substitution("BEGIN CHOICE skip OR ASSERT a = 1 THEN skip END END END"),
            "CHOICE   skip OR   ASSERT a = 1 THEN     skip   END END");
}

TEST(Parser, ClausesInAnyOrder) {
  const Parsed parsed(
      "REFINEMENT R(S, n) OPERATIONS a, b <-- op(x) = PRE x = 1 THEN skip END; r <-- q = r := 1; p = BEGIN skip END;\n"
      "INCLUDES A, p.B(S, 1) PROMOTES p.o VARIABLES x, y SETS T; U = {u1, u2} CONCRETE_CONSTANTS c REFINES A0\n"
      "ASSERTIONS x = 1; y = 2 CONSTRAINTS n : NAT VALUES c = 1 INITIALISATION x := 1 ; y := 2 SEES C END");
  EXPECT_EQ(parsed.error(), "none");
  EXPECT_EQ(parsed.machine.operations.size(), 3U);
  EXPECT_EQ(parsed.machine.operations[0].results.size(), 2U);
  EXPECT_EQ(parsed.machine.uses.size(), 3U);
  EXPECT_EQ(parsed.machine.uses[1].prefix, "p");
  EXPECT_EQ(parsed.machine.uses[1].arguments.size(), 2U);
  EXPECT_EQ(parsed.machine.sets[1].elements.size(), 2U);
  EXPECT_EQ(parsed.machine.assertions.size(), 2U);
  EXPECT_EQ(parsed.machine.refines.text, "A0");
}

TEST(Parser, Definitions) {
  const Parsed parsed(
      "MACHINE M DEFINITIONS \"f.def\"; A == 1 + 2; S(x, y) == BEGIN x := y; y := 1 END; W == WHILE a DO b INVARIANT "
      "c\n"
      "VARIANT d END; ASSERT_LTL_1 == \"G {x = 1}\"; R == f ; g; T == x :: S; VARIABLES x END");
  EXPECT_EQ(parsed.error(), "none");
  ASSERT_EQ(parsed.machine.definitions.size(), 6U);
  EXPECT_EQ(parsed.machine.definition_files.at(0).text, "f.def");
  EXPECT_EQ(parsed.machine.definitions[0].text, "1 + 2");
  EXPECT_TRUE(parsed.machine.definitions[1].subst.valid());
  EXPECT_EQ(parsed.machine.definitions[1].parameters.size(), 2U);
  EXPECT_TRUE(parsed.machine.definitions[2].subst.valid());
  EXPECT_EQ(parsed.machine.definitions[3].text, "G {x = 1}");
  EXPECT_EQ(parsed.machine.definitions[4].text, "f ; g");
  EXPECT_EQ(parsed.machine.variables.size(), 1U);
}

TEST(Parser, GoesOnAfterErrors) {
  EXPECT_EQ(Parsed("MACHINE M\nINVARIANT x = \nVARIABLES x, 1\nOPERATIONS\n a = x := ;\n b = skip;\n c = IF x END\nEND")
                .messages(),
            (Messages{"SyntaxError 3:1", "SyntaxError 3:14", "SyntaxError 5:11", "SyntaxError 7:11"}));
  EXPECT_EQ(Parsed("MACHINE M DEFINITIONS A == ; B == 1 +; C == 2 VARIABLES x END").messages(),
            (Messages{"SyntaxError 1:28", "SyntaxError 1:38"}));
}

TEST(Parser, Errors) {
  EXPECT_EQ(formula("a < b < c"), "SyntaxError 1:27 '<' cannot follow another comparison");
  EXPECT_EQ(formula("x = 1.5"), "Unsupported 1:25 REAL numbers are not supported");
  EXPECT_EQ(formula("card(a, b) = 1"), "SyntaxError 1:21 'card' has 1 operand, not 2");
  EXPECT_EQ(formula("dom = 1"), "SyntaxError 1:25 '(' after 'dom' is expected, not '='");
  EXPECT_EQ(formula("{1, x | x = 1} = {}"), "SyntaxError 1:22 a name to bind is expected before '|'");
  EXPECT_EQ(substitution("x, y := 1"), "SyntaxError 1:26 1 values are assigned to 2 variables");
  EXPECT_EQ(substitution("x, y"), "SyntaxError 1:31 ':=', '::', ':(' or '<--' is expected, not END");
  EXPECT_EQ(substitution("LET x BE x > 1 IN skip END"),
            "SyntaxError 1:35 LET needs one equation `name = value` for each of its names");
  EXPECT_EQ(substitution("LET x, y BE x = 1 IN skip END"), "SyntaxError 1:33 LET has no equation for 'y'");
  EXPECT_EQ(substitution("WHILE a DO skip VARIANT 1 END"),
            "SyntaxError 1:52 the INVARIANT of WHILE is expected, not END");
  EXPECT_EQ(Parsed("MACHINE M FREETYPES F = a END").messages(), Messages{"Unsupported 1:11"});
  EXPECT_EQ(Parsed("MACHINE M VARIABLES x VARIABLES y END").messages(), Messages{"SyntaxError 1:23"});
  EXPECT_EQ(Parsed("MACHINE M END x").messages(), Messages{"SyntaxError 1:15"});
  EXPECT_EQ(Parsed("MACHINE M").messages(), Messages{"SyntaxError 1:10"});
  EXPECT_EQ(Parsed("MACHINE M OPERATIONS o = PRE 1 = 1 THEN skip END").messages().front(), "SyntaxError 1:46");
  EXPECT_EQ(formula("x : REAL"), "Unsupported 1:25 'REAL' is not supported: numbers are integers");
  EXPECT_EQ(Parsed("x").messages().front(), "SyntaxError 1:1");
  const std::string deep(500, '(');
  EXPECT_EQ(formula(deep).substr(0, 13), "LimitExceeded");
}

}  // namespace
}  // namespace px::b
