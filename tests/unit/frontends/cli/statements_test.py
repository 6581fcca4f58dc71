"""Runs show statements as they are written, and fold loops within d_steps. Usage: statements_test.py PEXPLORE"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PEXPLORE = sys.argv.pop(1)


class Statements(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_of(self, text, *options):
        (self.folder / "m.pml").write_text(text, encoding="utf-8")
        done = subprocess.run([PEXPLORE, "--optimise", "none", *options, "m.pml"], capture_output=True, text=True, timeout=120,
                              cwd=self.folder, check=False)
        self.assertEqual(done.returncode, 14, done.stdout + done.stderr)
        return done.stdout.splitlines()

    def statements(self, text, *options):
        """What stands behind the place of each step."""
        return [line.split("m.pml:", 1)[1].split("  ", 1)[1].strip() for line in self.run_of(text, *options)
                if "m.pml:" in line and "p:0" in line]

    def test_as_written(self):
        text = """#define LIMIT 3
#define busy (x == 1)
#define bump(v, n) v = v + n
#define both(v) v = 1; v = 2
#define less(v, n) v < n
#define within(n) (x < n)
byte x; bool b; chan q = [2] of { byte, byte };
inline set(v, e) { v = e; x = 1 }
active proctype p() {
  byte i;
  skip;
  true;
  b = true;
  x++;
  busy;
  bump(x, 1);
  both(x);
  less(x, 9);
  within(9);
  set(i, LIMIT);
  q!i,  x + 1;
  q?_,i;
  x =
    5;
  i = /* six */ 6;
  (x == 5 && (i > LIMIT));
  printf("x is  %d\\n", x);
  assert(x < LIMIT + 1)
}
"""
        self.assertEqual(self.statements(text), [
            "skip", "true", "b = true", "x++", "busy",
            "x = (x+1)",  # begins with an argument of the macro
            "x = 1", "x = 2",  # two statements of one macro
            "x<9", "within(9)",
            "i = 3", "x = 1",  # an argument of an inline stands elsewhere
            "q!i, x + 1", "q?_,i",
            "x = 5",  # on two lines
            "i = 6",  # with a comment within
            "(x == 5 && (i > LIMIT))", 'printf("x is  %d\\n", x)', "assert(x < LIMIT + 1)"])

    def test_what_blocked_processes_wait_for(self):
        (self.folder / "m.pml").write_text("byte x; active proctype p() { x++; x  ==  2 }\n", encoding="utf-8")
        done = subprocess.run([PEXPLORE, "m.pml"], capture_output=True, text=True, timeout=60, cwd=self.folder, check=False)
        self.assertIn("waits for x == 2", done.stdout)

    def test_letters_beyond_ascii(self):
        text = '/* größer */ byte x; active proctype p() { /* für */ x = 2; assert(x < 2) }\n'
        self.assertEqual(self.statements(text), ["x = 2", "assert(x < 2)"])

    LOOP = """byte x; byte n;
active proctype p() {
  byte i;
  if :: n = 9 :: n = 8 fi; skip;
  d_step { i = 0; do :: i < n -> i++; x = x + 2 :: else -> break od; x++ }
  assert(x < 9)
}
"""

    def test_loops_within_d_steps_are_folded(self):
        lines = [line.strip() for line in self.run_of(self.LOOP)]
        self.assertEqual(sum("i++" in line for line in lines), 1)
        at = next(i for i, line in enumerate(lines) if "these 3 steps 8 more times" in line)
        self.assertEqual(sorted(lines[at + 1].split(", ")), ["p:0.i = 9", "x = 18"])
        self.assertFalse(any("continues" in line for line in lines))
        self.assertIn("x = 19", lines)

    def test_all_forms_end_in_the_same_state(self):
        full = self.run_of(self.LOOP, "--trace-format", "full")
        self.assertTrue(any("x = 18" in line and "p:0.i = 9" in line for line in full), full)
        columns = self.run_of(self.LOOP, "--trace-format", "columns")
        self.assertTrue(any("these 3 steps 8 more times" in line for line in columns))

    def test_prints_are_not_folded(self):
        text = self.LOOP.replace("i++;", 'i++; printf("%d\\n", i);')
        self.assertEqual(sum("prints" in line for line in self.run_of(text)), 9)


if __name__ == "__main__":
    unittest.main()
