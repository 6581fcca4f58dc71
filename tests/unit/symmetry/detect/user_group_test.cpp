#include "symmetry/detect/user_group.h"

#include <gtest/gtest.h>

#include "tests/support/program_of.h"

namespace px::test {
namespace {

class UserGroupTest : public testing::Test {
 protected:
  Result<symmetry::DetectedSymmetry> read(const std::string& text) {
    program = program_of(R"(sort Node[4]
process Node { a, b }
const next: [Node] Node = [Node#1, Node#2, Node#3, Node#0]
var token: Node none = none
action go(p: Node) at a -> b when token = none do token := next[p]
)");
    return symmetry::read_user_symmetry(program, *ir::Layout::make(program), sources, sources.add("group.txt", text));
  }
  DiagnosticKind kind(const std::string& text) {
    const Result<symmetry::DetectedSymmetry> result = read(text);
    EXPECT_FALSE(result.ok());
    line = result.failure().diagnostics[0].span.line;
    return result.failure().diagnostics[0].kind;
  }

  SourceMap sources;
  ir::Program program;
  uint32_t line = 0;
};

TEST_F(UserGroupTest, ValidGeneratorsAreTaken) {
  const Result<symmetry::DetectedSymmetry> given = read("// every second\n(Node#0 Node#2)(Node#1, Node#3)\n\n");
  ASSERT_TRUE(given.ok());
  EXPECT_EQ(given->group.order(), "2");
  EXPECT_EQ(read("(Node#0 Node#1 Node#2 Node#3)")->group.order(), "4");
  EXPECT_TRUE(read("")->group.trivial());
}

TEST_F(UserGroupTest, WhatIsNoSymmetryIsRefusedWithItsPlace) {
  EXPECT_EQ(kind("(Node#0 Node#2)(Node#1 Node#3)\n(Node#0 Node#1)"), DiagnosticKind::NotASymmetry);
  EXPECT_EQ(line, 2u);
}

TEST(UserGroup, ElementsOfDifferentKindsAreNamed) {
  SourceMap sources;
  const ir::Program program =
      program_of("sort S[3] family low = S[0..1] var x: [low] bool action a(s: low) do x[s] := true");
  const FileId file = sources.add("group", "(S#0 S#2)");
  const auto given = symmetry::read_user_symmetry(program, *ir::Layout::make(program), sources, file);
  ASSERT_FALSE(given.ok());
  EXPECT_NE(given.failure().diagnostics[0].hint.find("'S#0' and 'S#2' are of different kinds"), std::string::npos);
}

TEST_F(UserGroupTest, Misspellings) {
  EXPECT_EQ(kind("(Node#0 Node#7)"), DiagnosticKind::UnknownName);
  EXPECT_EQ(kind("(Node#0 Node#0)"), DiagnosticKind::SyntaxError);
  EXPECT_EQ(kind("Node#0"), DiagnosticKind::SyntaxError);
  EXPECT_EQ(kind("(Node#0"), DiagnosticKind::SyntaxError);
}

}  // namespace
}  // namespace px::test
