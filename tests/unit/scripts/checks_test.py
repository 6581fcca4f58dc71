"""The check_* scripts find the violations in small artificial trees, and accept correct ones."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from checklib import code_only  # noqa: E402


class CheckCase(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.tree = Path(directory.name)

    def write(self, path: str, text: str) -> None:
        target = self.tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def run_check(self, name: str) -> tuple[int, str]:
        command = [sys.executable, "-B", str(ROOT / "scripts" / name), "--root", str(self.tree)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_finds(self, name: str, *expected: str) -> None:
        code, output = self.run_check(name)
        self.assertEqual(code, 1, output)
        for text in expected:
            self.assertIn(text, output)

    def assert_passes(self, name: str) -> None:
        code, output = self.run_check(name)
        self.assertEqual(code, 0, output)


class LayersTest(CheckCase):
    def test_allowed_include_passes(self):
        self.write("engine/ir/a.h", '#include "engine/base/ids.h"\n#include <vector>\n')
        self.write("frontends/cli/main.cpp", '#include "symmetry/canon/x.h"\n#include <CLI/CLI.hpp>\n')
        self.assert_passes("check_layers")

    def test_upward_include_is_named_with_its_place(self):
        self.write("engine/base/a.h", '// first line\n#include "engine/ir/program.h"\n')
        self.assert_finds("check_layers", 'engine/base/a.h:2: #include "engine/ir/program.h": '
                                          "engine/base may not include engine/ir")

    def test_engine_never_includes_symmetry_nor_symmetry_frontends(self):
        self.write("engine/explore/a.cpp", '#include "symmetry/perm/permutation.h"\n')
        self.write("symmetry/perm/b.cpp", '#  include "frontends/cli/options.h"\n')
        self.assert_finds("check_layers", "engine/explore/a.cpp:1", "symmetry/perm/b.cpp:1", "2 problem(s)")

    def test_outside_libraries_have_one_owner(self):
        self.write("engine/jit/a.cpp", "#include <llvm/IR/Module.h>\n")
        self.write("symmetry/group/a.cpp", "#include <nauty/traces.h>\n")
        self.assert_passes("check_layers")
        self.write("engine/store/a.cpp", "#include <nauty/nauty.h>\n")
        self.write("engine/model/a.cpp", '#include "llvm/IR/Module.h"\n')
        self.assert_finds("check_layers", "engine/store/a.cpp:1: #include <nauty/nauty.h>: only symmetry/group",
                          'engine/model/a.cpp:1: #include "llvm/IR/Module.h": only engine/jit')

    def test_unrooted_includes_and_unknown_folders(self):
        self.write("engine/ir/a.cpp", '#include "program.h"\n')
        self.write("engine/magic/a.cpp", "int x;\n")
        self.assert_finds("check_layers", 'engine/ir/a.cpp:1: #include "program.h"', "engine/magic/a.cpp:1")

    def test_headers_bring_in_nothing_that_the_folder_may_not_see(self):
        self.write("frontends/mcrl2/a.cpp", '#include "engine/ir/a.h"\n')
        self.write("engine/ir/a.h", '#include "engine/ir/b.h"\n')
        self.write("engine/ir/b.h", '#include "engine/base/ids.h"\n')
        self.assert_passes("check_layers")
        self.write("engine/ir/b.h", '#include "engine/ltl/connective.h"\n')
        self.assert_finds("check_layers", "frontends/mcrl2/a.cpp:1: frontends/mcrl2 may not see engine/ltl: "
                                          "engine/ltl/connective.h <- engine/ir/b.h <- engine/ir/a.h", "1 problem(s)")

    def test_link_edges(self):
        self.write("engine/base/CMakeLists.txt", "px_library(px_base SOURCES a.cpp)\n")
        self.write("engine/ir/CMakeLists.txt", "px_library(px_ir SOURCES a.cpp DEPENDS px_base)\n")
        self.assert_passes("check_layers")
        self.write("engine/base/CMakeLists.txt", "# comment\npx_library(px_base\n  SOURCES a.cpp\n  PRIVATE_DEPENDS px_ir)\n")
        self.write("engine/store/CMakeLists.txt", "px_library(px_store)\ntarget_link_libraries(px_store PUBLIC PkgConfig::NAUTY)\n")
        self.assert_finds("check_layers", "engine/base/CMakeLists.txt:2: px_base links px_ir: engine/base may not use",
                          "engine/store/CMakeLists.txt:2: px_store links PkgConfig::NAUTY: only symmetry/group")

    def test_document_must_say_the_same(self):
        self.write("docs/architecture.md", "<!-- layers -->\n| a | b | c |\n|---|---|---|\n"
                                           "| `engine/base` | ids | `engine/ir` |\n<!-- /layers -->\n")
        self.assert_finds("check_layers", "the row of engine/base differs", "the row of engine/ir differs")


class SizesTest(CheckCase):
    LONG_BODY = "  x();\n" * 81

    def test_small_passes(self):
        self.write("engine/a.cpp", "namespace px {\nint f() {\n" + "  x();\n" * 70 + "}\n" + "int y;\n" * 100 + "}\n")
        self.assert_passes("check_sizes")

    def test_long_file_and_long_functions(self):
        self.write("engine/long.h", "int x;\n" * 801)
        self.write("engine/f.cpp", "namespace px {\nstruct S {\n  int m() const {\n" + self.LONG_BODY + "  }\n};\n}\n")
        self.write("engine/c.cpp", 'const char* s = "{";\nS::S(int a) : a_{a}, b_(a) {\n' + self.LONG_BODY + "}\n")
        self.write("tests/t.py", "def g():\n" + "    x()\n" * 81)
        self.assert_finds("check_sizes", "engine/long.h:1: file has 801 lines", "engine/f.cpp:3: function m has 83 lines",
                          "engine/c.cpp:2: function S::S has 83 lines", "tests/t.py:1: function g has 82 lines")

    def test_tables_are_not_functions(self):
        self.write("engine/t.cpp", "const int kTable[] = {\n" + "  1,\n" * 100 + "};\nenum class E {\n" + "  a,\n" * 100 + "};\n")
        self.assert_passes("check_sizes")

    def test_exceptions_need_a_reason_and_a_use(self):
        self.write("engine/f.cpp", "int f() {\n" + self.LONG_BODY + "}\n")
        self.write("scripts/size_exceptions.txt", "engine/f.cpp:f one switch over all operations\n")
        self.assert_passes("check_sizes")
        self.write("scripts/size_exceptions.txt", "engine/f.cpp:f\nengine/gone.cpp moved\n")
        self.assert_finds("check_sizes", ":1: no reason given", ":2: engine/gone.cpp is within the limits")

    def test_code_only_keeps_lines(self):
        text = 'a /* { \n */ "}" R"x(\n{)x" \'{\' 1\'000 // }\nb'
        self.assertEqual(code_only(text).count("\n"), text.count("\n"))
        self.assertNotIn("{", code_only(text))
        self.assertIn("1'000", code_only(text))


class OperationsTest(CheckCase):
    OPERATIONS = "// one per line\nPX_OP(Const, \"\", 0)\nPX_OP(Add, \"+\", 2)\n"

    def test_switches_that_name_all_pass(self):
        self.write("engine/ir/op_kind.def", self.OPERATIONS)
        self.write("engine/ir/a.cpp", "switch (e.op) {\n  case Op::Const: return 1;\n  case Op::Add: return 2;\n}\n"
                                      "switch (x) {\n  case 1: break;\n  default: break;  // no operations\n}\n"
                                      "switch (kind) {\n  case Color::Red: break;\n  default: break;\n}\n")
        self.assert_passes("check_operations")

    def test_a_default_is_named_with_its_place(self):
        self.write("engine/ir/op_kind.def", self.OPERATIONS)
        self.write("engine/ir/a.cpp", "// a comment\nswitch (e.op) {\n  case ir::Op::Const: return 1;\n  default: return 0;\n}\n")
        self.write("symmetry/detect/b.cpp", "switch (s.kind) {\n  case Statement::Kind::Assign: {\n    f();\n  }\n"
                                            "  default:\n    break;\n}\n")
        self.write("engine/jit/c.cpp", "switch (e.op) {\n  case PX_SET_OPS: return 1;\n  default: return 0;\n}\n")
        self.assert_finds("check_operations", "engine/ir/a.cpp:2", "symmetry/detect/b.cpp:1", "engine/jit/c.cpp:1",
                          "3 problem(s)")


class ClassesTest(CheckCase):
    def test_methods_are_counted_where_they_are_declared(self):
        methods = "".join(f"  int f{i}(int x);\n" for i in range(60))
        access = "".join(f"  int g{i}() const {{ return g{i}_; }}\n  int g{i}_ = f(1);\n" for i in range(20))
        self.write("engine/a.h", f"namespace px {{\nclass A final : public B {{\n public:\n{methods}{access}}};\n}}\n")
        self.assert_passes("check_classes")
        inner = "  struct Inner {\n    void own() { g(); }\n  };\n  void one_more() {\n    g();\n  }\n"
        self.write("engine/a.h", f"namespace px {{\nclass A final : public B {{\n public:\n{methods}{inner}}};\n}}\n")
        self.assert_finds("check_classes", "engine/a.h:2: A has 61 methods, more than 60", "1 problem(s)")

    def test_names_are_used_once_and_in_the_namespace_of_the_folder(self):
        self.write("engine/a.h", "namespace px {\nstruct Slot {};\nclass Later;\nenum class E { a };\n}\n")
        self.write("engine/b.cpp", "namespace px {\nnamespace {\nstruct Slot {};\n}\nstruct Slot { int x; };\n}\n")
        self.write("engine/ir/c.h", "namespace px::store {\nstruct C {};\n}\n")
        self.assert_finds("check_classes", "engine/a.h:2: px::Slot is defined again in engine/b.cpp:5",
                          "engine/ir/c.h:2: C is in namespace 'px::store', not in px::ir", "2 problem(s)")


class DiagnosticsTest(CheckCase):
    def test_each_kind_needs_a_test(self):
        self.write("engine/base/diagnostic.def", "// PX_DIAGNOSTIC(name)\nPX_DIAGNOSTIC(One, Error)\nPX_DIAGNOSTIC(Two, Error)\n")
        self.write("tests/a_test.cpp", "DiagnosticKind::One TwoMore")
        self.assert_finds("check_diagnostics", "diagnostic.def:3: no test names Two", "1 problem(s)")
        self.write("tests/models/b.px", "# expect-diagnostic: Two\n")
        self.assert_passes("check_diagnostics")


if __name__ == "__main__":
    unittest.main()
