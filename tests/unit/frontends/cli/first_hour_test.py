"""The first hour of new users: unintended instances, words of other tools, standard input, file name extensions.

  first_hour_test.py PEXPLORE
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PEXPLORE = sys.argv[1]
MODEL = """#define LIMIT 2
#ifndef N
#define N 2
#endif
byte x;
active [N] proctype p() { x++; assert(x < 9) }
"""
WRONG = "byte x; active proctype p() { x = 1; assert(x == 0) }\n"


class FirstHour(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.model = self.file("m.pml", MODEL)
        self.wrong = self.file("wrong.pml", WRONG)

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_it(self, code: int, *arguments: str, text: str | None = None, **options):
        done = subprocess.run([PEXPLORE, *arguments], input=text, capture_output=True, text=True, timeout=60,
                              cwd=self.folder, check=False, **options)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}{done.stderr}")
        return done

    def test_definitions_without_effect_are_told_of(self):
        self.assertEqual(self.run_it(0, "-q", "-DN=3", self.model).stderr, "")
        unused = self.run_it(0, "-q", "-DM=3", self.model).stderr
        self.assertIn("-DM has no effect: the model does not use 'M'", unused)
        self.assertIn("did you mean 'LIMIT'?", self.run_it(0, "-q", "-DLIMITS=3", self.model).stderr)
        overridden = self.run_it(0, "-q", "-DLIMIT=3", self.model).stderr
        self.assertIn("m.pml:1:9: warning: -DLIMIT has no effect", overridden)
        for command in ("simulate", "graph", "symmetry"):
            self.assertIn("-DM has no effect", self.run_it(0, command, "-q", "-DM=3", self.model).stderr)
        report = json.loads(self.run_it(0, "-q", "-DM=3", "--report", "-", self.model).stdout)
        self.assertEqual(len(report["without_effect"]), 1)

    def test_suites_fail_on_them(self):
        suite = "[[check]]\nmodel = 'm.pml'\ndefine = { %s = 3 }\n"
        self.run_it(0, "--suite", self.file("good.toml", suite % "N"))
        for _ in range(2):  # the second time from the journal
            told = self.run_it(1, "--suite", self.file("bad.toml", suite % "M")).stdout
            self.assertIn("-DM has no effect", told)

    def test_suites_keep_pages(self):
        self.run_it(14, "--suite", self.file("s.toml", "[[check]]\nmodel = 'wrong.pml'\n[[check]]\nmodel = 'm.pml'\n"), "--keep", "kept")
        pages = [path.relative_to(self.folder / "kept") for path in (self.folder / "kept").rglob("*.html")]
        self.assertEqual([page.name for page in pages], ["run.html"])

    def test_words_of_other_tools(self):
        for words, hint in ((["-animate", "5"], "pexplore simulate"), (["-his", "f"], "--report"), (["-spdot", "f"], "pexplore graph")):
            told = self.run_it(2, *words, self.model).stderr
            self.assertIn("is an option of ProB", told)
            self.assertIn(hint, told)
        self.assertIn("usage", self.run_it(0, "help").stdout.lower())
        self.assertIn("--max-nodes", self.run_it(0, "help", "graph").stdout)
        self.assertRegex(self.run_it(0, "version").stdout, r"^pexplore \d+\.\d+\.\d+\n$")
        self.assertRegex(self.run_it(0, "--version", "--verbose").stdout, r"(?s)build .*libraries .*processor ")

    def test_standard_input_and_endings(self):
        self.assertIn("verdict: holds", self.run_it(0, "-", text=MODEL).stdout)
        self.run_it(14, "-q", "-", text=WRONG)
        self.run_it(2, "-", text="Dear reader\n")
        for ending in ("p", "pr", "prm", "pm", "promela", "PML", "txt"):
            self.run_it(14, "-q", self.file("copy." + ending, WRONG))

    def test_graphs_are_what_their_names_say(self):
        self.assertIn("use Graphviz to draw", self.run_it(2, "graph", "-o", "x.svg", self.model).stderr)
        self.run_it(0, "graph", "-q", "-o", "x.aut", self.model)
        self.assertTrue((self.folder / "x.aut").read_text(encoding="utf-8").startswith("des ("))

    def test_columns_count_letters(self):
        odd = self.file("odd.pml", "/* gr\u00f6\u00dfe \u4e2d */ byte x = y;\n")
        lines = self.run_it(65, odd).stderr.splitlines()
        self.assertIn(":1:24: error", lines[0])
        self.assertEqual(lines[2].index("^"), lines[1].index("y;") + 1)  # one letter before it is two cells wide

    def test_a_violation_is_told_by_the_exit_code_whatever_else_fails(self):
        self.run_it(14, "-q", "--report", "/dev/full", self.wrong)
        self.run_it(2, "-q", "--report", "/dev/full", self.model)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PEXPLORE, self.wrong], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 14)

    def test_no_report_that_was_cut_off_is_left(self):
        command = f"ulimit -f 1; exec '{PEXPLORE}' -q --report cut.json '{self.wrong}'"  # half a kilobyte
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 14)
        self.assertFalse((self.folder / "cut.json").exists())

    def test_small_stores_have_no_average(self):
        self.assertNotIn("bytes per state", self.run_it(0, self.model).stdout)

    def test_charts_draw_messages(self):
        model = self.file("c.pml", "chan c = [2] of { byte, byte };\nactive proctype a() { c!1,2 }\n"
                                   "active proctype b() { byte x, y; c?x,y; assert(x != 1) }\n")
        svg = self.run_it(14, "-q", "--trace-svg", "-", model).stdout
        self.assertIn("<title>c: (1, 2)</title>", svg)
        self.assertIn("-)", self.run_it(14, "-q", "--trace-mermaid", "-", model).stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
