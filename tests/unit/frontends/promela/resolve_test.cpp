#include "frontends/promela/resolve.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "tests/unit/frontends/promela/support.h"

namespace px::promela {
namespace {

using Messages = std::vector<std::string>;

// The statements of the last proctype, without their locations.
std::string body(const std::string& text) {
  const Loaded loaded = load_text(text);
  if (loaded.diagnostics.has_errors()) return loaded.messages().front();
  const std::string all = dump(loaded.model, loaded.sources);
  std::string result;
  const size_t start = all.rfind("init");
  for (size_t pos = all.find('\n', start) + 1; pos < all.size();) {
    const size_t end = all.find('\n', pos);
    std::string line = all.substr(pos, end - pos);
    line = line.substr(0, line.find("  //"));
    result += line.substr(std::min<size_t>(2, line.size())) + '|';
    pos = end + 1;
  }
  return result;
}

TEST(Resolve, DeclarationsAreStepsAfterTheFirstStatement) {
  EXPECT_EQ(body("byte g; init { byte a = g; byte b[2] = 3; g = a; byte c; byte d = b[0]; chan e; byte h[2]; if :: "
                 "byte i = 1 fi }"),
            "byte a = g|byte b[2] = 3|byte c (never read)|byte d (never read)|chan e|byte h[2] (never read)|"
            "byte i (never read)|g = a|c = 0|d = b[0]|e = 0|h[0] = 0|IF|  i = 1|");
  EXPECT_EQ(body("typedef T { byte x }; init { skip; T t; t.x = 1 }"), "T t|(1)||t.x = 1|");
}

TEST(Resolve, WritesLoopsOut) {
  EXPECT_EQ(body("init { byte i; for (i : 1 .. 3) { skip } }"),
            "byte i|i = 1|DO|::|  ((i<=3))|  (1)|  i = (i+1)|::|  else|  break|");
  EXPECT_EQ(body("byte a[3]; init { byte i; for (i in a) { skip } }"),
            "byte i|i = 0|DO|::|  ((i<=2))|  (1)|  i = (i+1)|::|  else|  break|");
  EXPECT_EQ(body("typedef M { byte x; bit y[2] } chan c = [3] of { M }; init { M v; for (v in c) { skip } }"),
            "M v|byte _for_counter_1|_for_counter_1 = 0|DO|::|  ((_for_counter_1<len(c)))|  c?v.x,v.y[0],v.y[1]|"
            "  c!v.x,v.y[0],v.y[1]|  (1)|  _for_counter_1 = (_for_counter_1+1)|::|  else|  break|");
  EXPECT_EQ(body("init { byte i; select(i : 2 .. 4) }"), "byte i (never read)|IF|::|  i = 2|::|  i = 3|::|  i = 4|");
  EXPECT_EQ(body("init { byte i; select(i : 1 .. 40) }"), "byte i|i = 1|DO|::|  ((i<40))|  i = (i+1)|::|  break|");
}

TEST(Resolve, NumbersMtypesFromTheLast) {
  const Loaded loaded = load_text("mtype = {a,b,c}; mtype = {d,e}; mtype:F = {p,q}; init { skip }");
  EXPECT_EQ(dump(loaded.model, loaded.sources).substr(0, 38), "mtype c=1 b=2 a=3 e=4 d=5\nmtype:F q=1 ");
}

TEST(Resolve, KnowsWhatIsRead) {
  const Loaded loaded = load_text(
      "byte r1, r2, r3, r4, r5, r6, r7, w1, w2, w3; chan c = [1] of {byte}; inline f(x) { x = 1 }\n"
      "init { w1++; w2 = r1; c?r2; f(r3); printf(\"%d\", w3); select(w2 : 1 .. 3); for (r4 : 1 .. r5) { skip };\n"
      "c?[r6]; w2 = (r7 -> 1 : 2) }");
  for (const VariableId id : loaded.model.globals) {
    const Variable& variable = loaded.model.variables[id];
    if (!variable.type.is_scalar()) continue;
    EXPECT_EQ(variable.is_read, variable.name[0] == 'r') << variable.name;
  }
}

TEST(Resolve, Scopes) {
  EXPECT_EQ(load_text("byte x; init { { byte y; y = x }; { byte y; y = 1 }; byte y }").messages(), Messages{});
  EXPECT_EQ(load_text("init { byte x; { byte x; x = 1 } }").messages(), Messages{"DuplicateName 1:23"});
  EXPECT_EQ(load_text("byte x; init { { byte x; x = 1 } }").messages(), Messages{"DuplicateName 1:23"});
  EXPECT_EQ(load_text("byte x; byte x; init { skip }").messages(), Messages{"DuplicateName 1:14"});
  EXPECT_EQ(load_text("init { { byte y; y = 1 }; y = 2 }").messages(), Messages{"UnknownName 1:27"});
  EXPECT_EQ(load_text("init { x = 1 } byte x;").messages(), Messages{"UnknownName 1:8"});
  EXPECT_EQ(load_text("mtype = {a}; init { byte a; skip }").messages(), Messages{"DuplicateName 1:26"});
  EXPECT_EQ(load_text("byte _pid; init { skip }").messages(), Messages{"DuplicateName 1:6"});
  EXPECT_EQ(load_text("inline f() { L: skip; goto L } init { f(); f() }").messages(), Messages{});
}

struct Mistake {
  const char* text;
  const char* message;
};

TEST(Resolve, ReportsMistakes) {
  const Mistake mistakes[] = {
      {"init { y = 1 }", "UnknownName 1:8"},
      {"init { goto L }", "UnknownName 1:8"},
      {"init { L: skip; L: skip }", "DuplicateName 1:17"},
      {"init { break }", "SyntaxError 1:8"},
      {"init { run A(1) }", "UnknownName 1:8"},
      {"proctype A(byte x) { skip } init { run A() }", "WrongArity 1:36"},
      {"init { skip; byte x = run A() } proctype A() { skip } init { skip }", "DuplicateName 1:55"},
      {"proctype A() { skip } init { byte x = run A(); skip }", "Unsupported 1:39"},
      {"byte x; init { x[0] = 1 }", "TypeMismatch 1:16"},
      {"byte a[2]; init { a = 1 }", "TypeMismatch 1:19"},
      {"byte a[2]; init { a[2] = 1 }", "IndexOutOfRange 1:19"},
      {"mtype = {m}; init { m = 1 }", "TypeMismatch 1:21"},
      {"init { _pid = 1 }", "TypeMismatch 1:8"},
      {"byte x; init { x!1 }", "TypeMismatch 1:16"},
      {"chan c = [1] of {byte}; init { c!1,2 }", "WrongArity 1:32"},
      {"chan c = [1] of {byte,byte}; init { c!1 }", "FieldsMissing 1:37"},
      {"chan c = [1] of {byte}; init { c = 1 }", "TypeMismatch 1:32"},
      {"chan c[2]; init { c[0] = 0 }", "TypeMismatch 1:19"},
      {"chan c = [1] of {byte}; byte x; init { c?x+1 }", "SyntaxError 1:43"},
      {"chan c = [1] of {byte}; init { c?_pid }", "TypeMismatch 1:34"},
      {"chan c = [1] of {byte}; init { !full(c) }", "TypeMismatch 1:33"},
      {"chan c = [1] of {unsigned}; init { skip }", "TypeMismatch 1:18"},
      {"chan c = [999] of {byte}; init { skip }", "ValueOutOfRange 1:6"},
      {"byte c = [1] of {byte}; init { skip }", "TypeMismatch 1:6"},
      {"typedef T { byte x }; T t; init { t = 1 }", "TypeMismatch 1:35"},
      {"typedef T { byte x }; T t; init { t.y = 1 }", "UnknownName 1:37"},
      {"typedef T { byte x }; T t; init { t == 1 }", "TypeMismatch 1:35"},
      {"typedef T { byte x; byte x }; init { skip }", "DuplicateName 1:26"},
      {"typedef T { byte x }; T t = 3; init { skip }", "NoEffect 1:25"},
      {"byte x; init { x.y = 1 }", "TypeMismatch 1:18"},
      {"byte a[0]; init { skip }", "ValueOutOfRange 1:8"},
      {"byte n; byte a[n]; init { skip }", "PartialInitialiser 1:16"},
      {"byte a = {1,2}; init { skip }", "WrongArity 1:6"},
      {"byte x = 256; init { skip }", "ValueTruncated 1:10"},
      {"byte x; init { x = 300 }", "ValueTruncated 1:16"},
      {"init { skip; byte a[2] = 1 }", "PartialInitialiser 1:19"},
      {"byte a[3] = {1,2}; init { a[0] == a[1] }", "PartialInitialiser 1:6"},
      {"byte a[2] = {1,2,3}; init { a[0] == a[1] }", "PartialInitialiser 1:6"},
      {"init { skip; chan c = [1] of {byte}; skip }", "Unsupported 1:19"},
      {"mtype:f = {a} mtype:g = {b} mtype:f x; init { x = b }", "TypeMismatch 1:47"},
      {"mtype:f = {a} mtype = {b} proctype P(mtype:f x) { skip } init { run P(b) }", "TypeMismatch 1:65"},
      {"proctype A() { skip } init { (run A() > 0) }", "Unsupported 1:31"},
      {"proctype A() { skip } init { d_step { skip; run A() } }", "Unsupported 1:45"},
      {"proctype A() { L: skip } init { d_step { skip; A@L } }", "Unsupported 1:48"},
      {"active proctype A() { A@L; L: skip }", "Unsupported 1:23"},
      {"active proctype A() { B@L } proctype B() { L: skip }", "UnknownName 1:23"},
      {"chan c = [1] of {byte,byte}; byte x; init { c?x,x }", "DuplicateName 1:45"},
      {"byte x; init { for (x : 3 .. 1) { skip } }", "ValueOutOfRange 1:16"},
      {"byte g; proctype A() { g = 1 }", "NothingRuns 0:0"},
      {"chan c = [0] of {byte}; active proctype A() priority 3 { c!1 }", "Unsupported 1:41"},
      {"typedef P {byte x}; typedef T {P p[2]}; chan c = [1] of {T}; init { skip }", "Unsupported 1:58"},
      {"active [300] proctype A() { skip }", "ValueOutOfRange 1:9"},
      {"proctype A(byte a[2]) { skip }", "TypeMismatch 1:17"},
      {"proctype A(byte a = 2) { skip }", "SyntaxError 1:17"},
      {"init { if :: else :: else fi }", "SyntaxError 1:22"},
      {"init { select(x : 3 .. 1) }", "UnknownName 1:15"},
      {"byte x; init { select(x : 3 .. 1) }", "ValueOutOfRange 1:16"},
      {"byte x, y; init { for (x in y) { skip } }", "TypeMismatch 1:29"},
      {"chan c = [1] of {byte}; byte x; init { for (x in c) { skip } }", "TypeMismatch 1:45"},
      {"proctype A() { skip } init { A@L }", "UnknownName 1:30"},
      {"proctype A() { skip } init { A:x == 1 }", "UnknownName 1:30"},
      {"byte g; init { B@L }", "UnknownName 1:16"},
      {"init { np_ }", "TypeMismatch 1:8"},
      {"byte x; ltl p { [] x } ltl p { <> x }", "DuplicateName 1:28"},
      {"byte x; ltl p { [] x && (([] x) -> x) } init { (x -> 1 : 2); _ == 1 }", "UnknownName 1:62"},
  };
  for (const Mistake& mistake : mistakes) {
    const Messages found = load_text(mistake.text).messages();
    ASSERT_FALSE(found.empty()) << mistake.text;
    EXPECT_EQ(found.front(), mistake.message) << mistake.text;
  }
}

TEST(Resolve, FormulasMayComeFirst) {
  EXPECT_EQ(load_text("ltl p { [] (x < 2 || Q@there) } byte x; active proctype Q() { there: x = 1 }").messages(),
            Messages{});
}

TEST(Resolve, AcceptsAllProbes) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PX_PROMELA_PROBES)) {
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = read_source(entry.path().string(), {}, sources, diagnostics);
    const ast::Module module = parse(lex(preprocess(file, {}, sources, diagnostics), diagnostics), diagnostics);
    resolve(module, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << entry.path() << render(diagnostics.items().front(), sources);
    ++count;
  }
  EXPECT_GE(count, 49u);
}

}  // namespace
}  // namespace px::promela
