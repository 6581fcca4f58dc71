#include "engine/base/diagnostic.h"

#include <gtest/gtest.h>

#include "engine/base/result.h"

namespace px {
namespace {

TEST(Diagnostic, ShowsPlaceLineAndCaret) {
  SourceMap sources;
  const FileId file = sources.add("m.px", "first\n\tsecond line\nthird");
  const Diagnostic diagnostic{DiagnosticKind::UnknownName, {file, 2, 2, 6}, "'second' is not declared", "declare it"};
  EXPECT_EQ(render(diagnostic, sources),
            "m.px:2:2: error: 'second' is not declared\n"
            "  \tsecond line\n"
            "  \t^~~~~~\n"
            "  hint: declare it\n");
}

TEST(Diagnostic, CaretStaysInsideTheLine) {
  SourceMap sources;
  const FileId file = sources.add("m.px", "ab\r\n");
  const Diagnostic diagnostic{DiagnosticKind::SyntaxError, {file, 1, 9, 40}, "unexpected end", ""};
  EXPECT_EQ(render(diagnostic, sources), "m.px:1:9: error: unexpected end\n  ab\n    ^\n");
}

TEST(Diagnostic, CountsLettersNotBytes) {
  SourceMap sources;
  const FileId file = sources.add("m.px", "/* \u00fc\u4e2d */ x = y\n");
  const Diagnostic diagnostic{DiagnosticKind::UnknownName, {file, 1, 13, 1}, "'x'", ""};
  EXPECT_EQ(render(diagnostic, sources), "m.px:1:10: error: 'x'\n  /* \u00fc\u4e2d */ x = y\n            ^\n");
}

TEST(Diagnostic, CutsLongLines) {
  SourceMap sources;
  const FileId file = sources.add("m.px", std::string(100000, 'a') + "+b" + std::string(100000, 'c'));
  const std::string text = render({DiagnosticKind::UnknownName, {file, 1, 100002, 1}, "'b'", ""}, sources);
  EXPECT_LT(text.size(), 500U);
  EXPECT_NE(text.find("...aaa"), std::string::npos);
  EXPECT_NE(text.find("ccc..."), std::string::npos);
  const size_t line = text.find('\n') + 1;
  const size_t carets = text.find('\n', line) + 1;
  EXPECT_EQ(text[line + (text.find('^') - carets)], 'b');
}

TEST(Diagnostic, WithoutPlaceIsOneLine) {
  SourceMap sources;
  EXPECT_EQ(render({DiagnosticKind::FileUnreadable, {}, "cannot read 'x'", ""}, sources), "error: cannot read 'x'\n");
}

TEST(SourceMap, LinesAndNames) {
  SourceMap sources;
  const FileId file = sources.add("a", "x\n\nlast");
  EXPECT_EQ(sources.line(file, 1), "x");
  EXPECT_EQ(sources.line(file, 2), "");
  EXPECT_EQ(sources.line(file, 3), "last");
  EXPECT_EQ(sources.line(file, 4), "");
  EXPECT_EQ(sources.find_or_add("a"), file);
  EXPECT_NE(sources.find_or_add("b"), file);
}

TEST(Result, CarriesValueOrMessages) {
  Result<int> good = 3;
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good, 3);
  Result<int> bad = Failure(DiagnosticKind::Unsupported, "no");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.failure().diagnostics.front().message, "no");
}

}  // namespace
}  // namespace px
