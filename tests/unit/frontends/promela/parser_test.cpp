#include "frontends/promela/parser.h"

#include <gtest/gtest.h>

#include "tests/unit/frontends/promela/support.h"

namespace px::promela {
namespace {

using Messages = std::vector<std::string>;

// The dump of the body of the only proctype, on one line.
std::string body(const std::string& statements) {
  const Loaded loaded = load_text(
      "byte x, y; byte a[9]; chan c = [1] of {byte, byte}; inline f(p, q) { p = q; }\n"
      "inline g2(p) { f(p, p + 1); return p }\nactive proctype P() {\n" +
      statements + "\n}");
  if (loaded.diagnostics.has_errors()) return loaded.messages().front();
  std::string text = ast::dump(loaded.module);
  text = text.substr(text.find("proctype P\n") + 11);
  for (char& c : text) c = c == '\n' ? '|' : c;
  return text;
}

TEST(Lexer, Tokens) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto preprocessed = preprocess(sources.add("m",
                                                   "x?"
                                                   "?y!!'\\n' 12 \"a\\\"b\" ..\n->"),
                                       {}, sources, diagnostics);
  EXPECT_EQ(dump(lex(preprocessed, diagnostics), sources),
            "m:1:1: a name x\nm:1:2: '?"
            "?'\nm:1:4: a name y\nm:1:5: '!!'\nm:1:7: a number '\\n'\nm:1:12: a number 12\n"
            "m:1:15: a string \"a\\\"b\"\nm:1:22: '..'\nm:2:1: '->' (first on its line)\n"
            "m:2:3: the end of the file (first on its line)\n");
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Lexer, ReportsWhatItCannotRead) {
  EXPECT_EQ(load_text("byte x = 0x10;").messages(), Messages{"LexicalError 1:10"});
  EXPECT_EQ(load_text("int x = 99999999999;").messages().front(), "ValueTruncated 1:9");
  EXPECT_EQ(load_text("init { printf(\"abc) }").messages().front(), "LexicalError 1:15");
  EXPECT_EQ(load_text("byte x$;").messages().front(), "LexicalError 1:7");
  EXPECT_EQ(load_text("byte x = 'ab';").messages().front(), "LexicalError 1:10");
}

TEST(Parser, Precedence) {
  EXPECT_EQ(body("x = 1+2*3%4/5-6"), "  x = ((1 + (((2 * 3) % 4) / 5)) - 6)|");
  EXPECT_EQ(body("x = !x == 1"), "  x = (!(x) == 1)|");
  EXPECT_EQ(body("x = ~x & 1 ^ 3 | y"), "  x = (((~(x) & 1) ^ 3) | y)|");
  EXPECT_EQ(body("x == 1 || x == 2 && 1 << 2 >= 3"), "  ((x == 1) || ((x == 2) && ((1 << 2) >= 3)))|");
  EXPECT_EQ(body("(x > 1 -> 2 : -x)"), "  ((x > 1) -> 2 : -(x))|");
}

TEST(Parser, LineEndsSeparate) {
  EXPECT_EQ(body("x = 1\ny = 2\nskip\nx++\nbreak_it: y--"), "  x = 1|  y = 2|  1|  x++|  break_it: y--|");
  EXPECT_EQ(body("x = (1\n+ 2)\n(x == 1)"), "  x = (1 + 2)|  (x == 1)|");
  EXPECT_EQ(body("if\n:: x == 1\n -> y = 1\n:: else\nfi\ny = 2"),
            "  if|  ::|    (x == 1)|    y = 1|  ::|    else|  y = 2|");
  EXPECT_EQ(body("x = y\n!y"), "  x = y|  !(y)|");
  EXPECT_EQ(body("{ x = 1 } y = 1;; { skip } unless { x == 2 }"),
            "  block|    x = 1|  y = 1|  unless|  ::|    block|      1|  ::|    block|      (x == 2)|");
  EXPECT_EQ(body("x = y\n+ 1"), "SyntaxError 5:1");
}

TEST(Parser, ChannelForms) {
  EXPECT_EQ(body("c!1,2; c!!3(x); c?x,y; c?"
                 "?1,_; c?<x,y>; c?"
                 "?<eval(x),-1>; c?1(y); c?(x,y)"),
            "  c!1, 2|  c!!3, x|  c?x, y|  c?"
            "?1, _|  c?<x, y>|  c?"
            "?<eval(x), -1>|  c?1, y|  c?x, y|");
  EXPECT_EQ(body("c?[x,1] && c?"
                 "?[2,_]"),
            "  (c?[x, 1] && c?"
            "?[2, _])|");
  EXPECT_EQ(body("full(c) || empty(c) || nfull(c) || nempty(c) || len(c) > 1"),
            "  ((((full(c) || empty(c)) || nfull(c)) || nempty(c)) || (len(c) > 1))|");
}

TEST(Parser, Statements) {
  EXPECT_EQ(body("for (x : 0 .. 3) { skip }; for (x in a) { skip }; select (x : 1 .. y)"),
            "  for x : 0 .. 3|    1|  for x in a|    1|  select x : 1 .. y|");
  EXPECT_EQ(body("do :: atomic { x = 1; break } :: d_step { x = 2 } od"),
            "  do|  ::|    atomic|      x = 1|      break|  ::|    d_step|      x = 2|");
  EXPECT_EQ(
      body("printf(\"%d\\n\", x); printm(x); assert(x == 1); set_priority(_pid, 3); goto L; L: M: skip; N:"),
      "  printf \"%d\\n\" x|  printm x|  assert (x == 1)|  set_priority _pid, 3|  goto L|  L: M: 1|  N: (nothing)|");
  EXPECT_EQ(body("xr c; xs c; x = run P() priority 2; L: P[x]:y == 1; timeout; enabled(x); pc_value(x)"),
            "UnknownName 4:40");
}

TEST(Parser, Inlines) {
  EXPECT_EQ(body("f(x, y + 1); skip"), "  inline f(x, (y + 1))|    x = (y + 1)|  1|");
  EXPECT_EQ(body("a[2] = g2(y)"), "  inline g2(y)|    inline f(y, (y + 1))|      y = (y + 1)|    a[2] = y|");
  EXPECT_EQ(load_text("inline f() { f() }\ninit { f() }").messages(), Messages{"LimitExceeded 1:14"});
  EXPECT_EQ(load_text("inline f(a) { skip }\ninit { f() }").messages(), Messages{"WrongArity 2:8"});
  EXPECT_EQ(load_text("inline f() { skip }\ninline f() { skip }").messages(), Messages{"DuplicateName 2:8"});
  EXPECT_EQ(load_text("inline f() { return 1 }\ninit { f() }").messages(), Messages{"SyntaxError 1:14"});
}

TEST(Parser, Units) {
  const Loaded loaded = load_text(
      "mtype = { a, b } mtype : f = { c d }\nmtype:f x = c\nhidden byte g, h = 2\nunsigned u : 3\n"
      "typedef T { byte p\n byte q; short r[2] } T y[3]\nchan k[2] = [4] of { mtype, T, chan };\n"
      "active [2] proctype A(byte i, j; T t) provided (g == 1) priority 3 { skip }\n");
  EXPECT_EQ(ast::dump(loaded.module).substr(0, 60), "mtype = a b\nmtype:f = c d\nmtype:f x = c\nhidden byte g, h = 2");
  const Loaded other = load_text(
      "byte g; never { do :: g == 1 od }\ntrace { skip }\nltl p { [] (g == 1 -> <> (g == 2)) && (X g U !g) }\n"
      "D_proctype Q() { skip } init priority 3 { run Q() }");
  EXPECT_EQ(
      ast::dump(other.module),
      "byte g\nnever never\n  do\n    (g == 1)\ntrace\n  1\n"
      "ltl p: ([](((g == 1) implies <>((g == 2)))) && (X(g) U !(g)))\nproctype Q\n  1\ninit priority 3\n  run Q()\n");
}

TEST(Parser, ReportsSeveralErrors) {
  EXPECT_EQ(
      load_text("byte x\ninit {\n  x = ;\n  x == 1 y;\n  if :: x = = 1 :: skip fi;\n  x = 2\n}\nbyte 3;\ninit { x = }")
          .messages(),
      (Messages{"SyntaxError 3:7", "SyntaxError 4:10", "SyntaxError 5:13", "SyntaxError 8:6", "SyntaxError 9:12"}));
}

TEST(Parser, RejectsEmbeddedC) {
  EXPECT_EQ(load_text("init {\n  c_code { x };\n  skip }").messages().front(), "Unsupported 2:3");
  EXPECT_EQ(load_text("c_decl { int x; }\ninit { skip }").messages().front(), "Unsupported 1:1");
}

TEST(Parser, RejectsMisplacedThings) {
  EXPECT_EQ(load_text("init { L: byte x; skip }").messages(), Messages{"SyntaxError 1:8"});
  EXPECT_EQ(load_text("init { }").messages(), Messages{"SyntaxError 1:1"});
  EXPECT_EQ(load_text("init { do od }").messages(), Messages{"SyntaxError 1:11"});
  EXPECT_EQ(load_text("init { atomic { } }").messages(), Messages{"SyntaxError 1:8"});
  EXPECT_EQ(load_text("init { skip } }").messages(), Messages{"SyntaxError 1:15"});
  EXPECT_EQ(load_text("byte x : 3;").messages(), Messages{"TypeMismatch 1:8"});
  EXPECT_EQ(load_text("unsigned x;").messages(), Messages{"SyntaxError 1:10"});
  EXPECT_EQ(load_text("unsigned x : 99;").messages(), Messages{"ValueOutOfRange 1:14"});
  EXPECT_EQ(load_text("proctype A() priority 999 { skip }").messages(), Messages{"ValueOutOfRange 1:23"});
  EXPECT_EQ(load_text("byte g; ltl { <> g == 1 }").messages(), Messages{"TypeMismatch 1:20"});
}

}  // namespace
}  // namespace px::promela
