#include "frontends/mcrl2/parser.h"

#include <gtest/gtest.h>

#include "tests/unit/frontends/mcrl2/support.h"

namespace px::mcrl2 {
namespace {

std::string written(const DataSyntax& e) {
  std::string out = e.kind == DataSyntax::Kind::Name || e.kind == DataSyntax::Kind::Number ? e.text : "(";
  for (const DataSyntax* part : e.parts) out += (out == "(" ? "" : " ") + written(*part);
  return out.front() == '(' ? out + ')' : out;
}

std::string parsed(const std::string& expression) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto spec =
      parse(sources.add("m", "map x: Nat; eqn x = " + expression + "; init delta;"), sources, diagnostics);
  return diagnostics.has_errors() ? diagnostics.items().front().message : written(*spec->equations[0].right);
}

TEST(Parser, Precedence) {
  EXPECT_EQ(parsed("7 mod 2 * 3"), "(mod 7 (* 2 3))");
  EXPECT_EQ(parsed("a => b => c"), "(=> a (=> b c))");
  EXPECT_EQ(parsed("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(parsed("x |> l ++ m"), "(|> x (++ l m))");
  EXPECT_EQ(parsed("!a == b"), "(== (! a) b)");
  EXPECT_EQ(parsed("-2 mod 3"), "(mod (- 2) 3)");
  EXPECT_EQ(parsed("k . 0 + 1"), "(+ (. k 0) 1)");
}

TEST(Parser, ProcessPrecedence) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto spec = parse(sources.add("m", "init sum x: Bool. a . b + c || d;"), sources, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors());
  using Kind = ProcessSyntax::Kind;
  ASSERT_EQ(spec->init->kind, Kind::Choice);
  EXPECT_EQ(spec->init->parts[0]->kind, Kind::Sum);
  EXPECT_EQ(spec->init->parts[0]->parts[0]->kind, Kind::Sequence);
  EXPECT_EQ(spec->init->parts[1]->kind, Kind::Parallel);
}

TEST(Parser, DeepNestingIsRefused) {
  const std::string deep = std::string(100'000, '(') + "a" + std::string(100'000, ')');
  EXPECT_NE(test::first_error("act a; init " + deep + ";").find("nested deeper"), std::string::npos);
  EXPECT_NE(test::first_error("map x: Bool; eqn x = " + std::string(100'000, '!') + "true; init delta;").find("nested"),
            std::string::npos);
}

TEST(Parser, ErrorsTellWhatToDo) {
  EXPECT_EQ(test::first_error("act a; proc P(n: Nat) = n < 3 -> a; init P(0);"),
            "1:27 '<' is an operator of data, but a process is expected here");
  EXPECT_EQ(test::first_error("act a; init a; init a;"), "1:16 a second 'init'");
  EXPECT_EQ(test::first_error("act \"a\";"), "1:5 '\"' has no meaning in a specification");
}

}  // namespace
}  // namespace px::mcrl2
