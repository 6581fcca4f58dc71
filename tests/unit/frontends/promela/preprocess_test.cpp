#include "frontends/promela/preprocess.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "frontends/promela/lexer.h"
#include "tests/support/temporary_folder.h"

namespace px::promela {
namespace {

struct Preprocessing {
  SourceMap sources;
  Diagnostics diagnostics;
  PreprocessedText result;

  explicit Preprocessing(const std::string& text, const PreprocessOptions& options = {}) {
    result = preprocess(sources.add("m.pml", text), options, sources, diagnostics);
  }
  // The text without blank lines and with single spaces.
  std::string text() const {
    std::string out;
    for (char c : result.text) {
      const char next = c == '\n' ? ' ' : c;
      if (next != ' ' || (!out.empty() && out.back() != ' ')) out += next;
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const Diagnostic& item : diagnostics.items()) {
      texts.push_back(std::string(diagnostic_name(item.kind)) + " " + sources.place(item.span));
    }
    return texts;
  }
};

using Messages = std::vector<std::string>;

TEST(Preprocess, ExpandsMacros) {
  EXPECT_EQ(Preprocessing("#define N 3\nbyte a[N];").text(), "byte a[ 3 ];");
  EXPECT_EQ(Preprocessing("#define ADD(x, y) ((x)+(y))\ng = ADD(1, ADD(a,b));").text(),
            "g = ( ( 1 ) + ( ( ( a ) + ( b ) ) ) ) ;");
  EXPECT_EQ(Preprocessing("#define x x+y\n#define y x\nx").text(), "x + x");
  EXPECT_EQ(Preprocessing("#define cat(a,b) a##b\n#define str(a) #a\ncat(ch,1) str(a b)").text(), "ch1 \"a b\"");
  EXPECT_EQ(Preprocessing("#define f(x) x\nf g f(1)").text(), "f g 1");
  EXPECT_EQ(Preprocessing("#define e() 7\ne()").text(), "7");
  EXPECT_EQ(Preprocessing("#define long a + \\\n  b\nlong").text(), "a + b");
}

TEST(Preprocess, KeepsLineEndsOfCallsAndComments) {
  EXPECT_EQ(Preprocessing("#define M(x) x\na M(1\n) b").result.text, "\na 1\nb\n");
  EXPECT_EQ(Preprocessing("a /* 1\n */ b // c\nd").result.text, "a\nb\nd\n");
}

TEST(Preprocess, ChoosesBranches) {
  EXPECT_EQ(Preprocessing("#ifdef A\n1\n#else\n2\n#endif").text(), "2");
  EXPECT_EQ(Preprocessing("#define A 4\n#if A > 3 && defined(A)\n1\n#elif 1\n2\n#else\n3\n#endif").text(), "1");
  EXPECT_EQ(Preprocessing("#if 0\n#if 1\n1\n#else\n2\n#endif\n#elif (1+2)*2==6\n3\n#else\n4\n#endif").text(), "3");
  EXPECT_EQ(
      Preprocessing("#ifndef A\n#define A\n#endif\n#if !defined A\nx\n#endif\n#undef A\n#ifndef A\ny\n#endif").text(),
      "y");
  EXPECT_EQ(Preprocessing("#if 1 ? 0 : 7\nx\n#else\ny\n#endif").text(), "y");
  EXPECT_EQ(Preprocessing(
                "#if 7/2 == 3 && 7%4 == 3 && (1<<3 | 1) == 9 && ~0 == -1 && 'a' == 97 && 3 != 4 && +1 >= 1\nx\n#endif")
                .text(),
            "x");
}

TEST(Preprocess, TakesOptions) {
  EXPECT_EQ(Preprocessing("N M", {{}, {"N=5", "M"}, {}}).text(), "5 1");
  EXPECT_EQ(Preprocessing("N", {{}, {"N=5"}, {"N"}}).text(), "N");
}

TEST(Preprocess, TellsOfDefinitionsWithoutEffect) {
  const auto told = [](const std::string& text, const std::string& definition) {
    PreprocessOptions options;
    options.definitions = {definition};
    const Preprocessing done(text, options);
    std::string all;
    for (const Diagnostic& item : done.diagnostics.items())
      all += item.message + (item.hint.empty() ? "" : "; ") + item.hint + '\n';
    return all;
  };
  EXPECT_EQ(told("byte x = N;", "N=3"), "");
  EXPECT_EQ(told("#ifndef N\n#define N 2\n#endif\nbyte x = N;", "N=3"), "");
  EXPECT_EQ(told("#if defined(FAST)\n#endif", "FAST"), "");
  EXPECT_EQ(told("#define N 3\nbyte x = N;", "N=3"), "");
  EXPECT_NE(told("#define N 2\nbyte x = N;", "N=3").find("-DN has no effect: the model itself defines 'N'"),
            std::string::npos);
  EXPECT_NE(told("byte y = N;\n#undef N\nbyte x;", "N=3").find("from here on"), std::string::npos);
  EXPECT_NE(told("#ifndef NODES\n#define NODES 2\n#endif\nbyte x = NODES;", "NODE=3").find("did you mean 'NODES'?"),
            std::string::npos);
  EXPECT_NE(told("#if 0\nbyte x = N;\n#endif", "N=3").find("the model does not use 'N'"), std::string::npos);
}

TEST(Preprocess, PointsAtWhatReplacesADefinition) {
  PreprocessOptions options;
  options.definitions = {"N=3"};
  EXPECT_EQ(Preprocessing("#define N 2\nbyte x = N;", options).messages(),
            std::vector<std::string>{"DefinitionWithoutEffect m.pml:1:9"});
}

TEST(Preprocess, MapsToTheUsersText) {
  Preprocessing run("#define N 3 + \\\n 4\nbyte a = N;\n");
  const TokenList tokens = lex(run.result, run.diagnostics);
  ASSERT_EQ(tokens.tokens.size(), 8u);
  EXPECT_EQ(run.sources.place(tokens.tokens[1].span), "m.pml:3:6");
  for (size_t i = 3; i < 6; ++i) {
    EXPECT_EQ(run.sources.place(tokens.tokens[i].span), "m.pml:3:10") << i;
    EXPECT_EQ(tokens.tokens[i].span.length, 1u);
  }
  EXPECT_EQ(run.sources.place(tokens.tokens[6].span), "m.pml:3:11");
}

TEST(Preprocess, FollowsLineMarks) {
  Preprocessing run("a\n#line 10 \"x.pml\"\nb\n# 20 \"y.pml\"\nc");
  const TokenList tokens = lex(run.result, run.diagnostics);
  EXPECT_EQ(run.sources.place(tokens.tokens[0].span), "m.pml:1:1");
  EXPECT_EQ(run.sources.place(tokens.tokens[1].span), "x.pml:10:1");
  EXPECT_EQ(run.sources.place(tokens.tokens[2].span), "y.pml:20:1");
}

TEST(Preprocess, Includes) {
  const test::TemporaryFolder temporary;
  const std::filesystem::path folder = temporary.path();
  std::filesystem::create_directories(folder / "sub");
  std::ofstream(folder / "sub" / "inc.h") << "#define N 2\n#include \"empty.h\"\ninner\n";
  std::ofstream(folder / "sub" / "empty.h");
  Preprocessing run("#include \"inc.h\"\n#include <inc.h>\nN\n#include \"missing.h\"",
                    {{(folder / "sub").string()}, {}, {}});
  EXPECT_EQ(run.text(), "inner inner 2");
  ASSERT_EQ(run.messages(), Messages{"FileUnreadable m.pml:4:10"});
  SourceMap sources;
  Diagnostics diagnostics;
  EXPECT_FALSE(read_source((folder / "none").string(), {}, sources, diagnostics).valid());
  EXPECT_TRUE(diagnostics.has_errors());
  std::ofstream(folder / "sub" / "loop.h") << "#include \"loop.h\"\n";
  EXPECT_TRUE(Preprocessing("#include \"loop.h\"", {{(folder / "sub").string()}, {}, {}}).diagnostics.has_errors());
}

TEST(Preprocess, ReportsMistakesWhereTheyAre) {
  EXPECT_EQ(Preprocessing("a\n#if 1\n").messages(), Messages{"PreprocessorError m.pml:2:2"});
  EXPECT_EQ(Preprocessing("#endif").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#else").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#if 1\n#else\n#else\n#endif").messages(), Messages{"PreprocessorError m.pml:3:2"});
  EXPECT_EQ(Preprocessing("#if 1 +\n#endif").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#if 1/0\n#endif").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("  #unknown x").messages(), Messages{"PreprocessorError m.pml:1:3"});
  EXPECT_EQ(Preprocessing("#define 3").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#define f(x\n").messages(), Messages{"PreprocessorError m.pml:1:9"});
  EXPECT_EQ(Preprocessing("#define f(x) x\n f(1,2)").messages(), Messages{"PreprocessorError m.pml:2:2"});
  EXPECT_EQ(Preprocessing("#define f(x) x\n f(1").messages(), Messages{"PreprocessorError m.pml:2:2"});
  EXPECT_EQ(Preprocessing("#error no").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#warning no").messages(), Messages{"UserWarning m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#define A 1\n#define A 2").messages(), Messages{"MacroRedefined m.pml:2:9"});
  EXPECT_EQ(Preprocessing("a /* b").messages(), Messages{"PreprocessorError m.pml:1:3"});
  EXPECT_EQ(Preprocessing("#undef").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#include 3").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#ifdef\n#endif").messages(), Messages{"PreprocessorError m.pml:1:2"});
  EXPECT_EQ(Preprocessing("#if 0\n#unknown\n#define\n#endif\n#pragma x\n#").messages(), Messages{});
}

}  // namespace
}  // namespace px::promela
